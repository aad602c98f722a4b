package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * Messages of one size at a steady rate. As video they look like Sorenson H.263, which needs no
 * configuration, with a key frame now and then; publishers are evenly out of step.
 *
 * @param type a {@link MessageType} of audio, video or data
 * @param size bytes of each payload, its stamp included
 * @param perSecond messages in a second
 * @param keyFrameEvery a key frame each so many messages, the first is one
 */
record EvenProgramme(int type, int size, double perSecond, int keyFrameEvery) implements Programme {
    /** The smallest payload: something to look at, and the stamp. */
    static final int MIN_SIZE = Stamp.SIZE + 16;

    private static final byte KEY_FRAME = 0x12;
    private static final byte INTER_FRAME = 0x22;
    private static final byte MP3 = 0x2f;
    private static final long TIMESTAMP_MASK = 0xffff_ffffL;

    /** An AMF0 string "load", and an AMF0 long string in whose length the rest is. */
    private static final byte[] DATA_NAME = {0x02, 0, 4, 'l', 'o', 'a', 'd', 0x0c};

    @Override
    public Source source(int index, int publishers) {
        double phase = SECONDS.toNanos(1) / perSecond * index / publishers;
        Schedule schedule = new Schedule((long) phase, perSecond);
        return new Source() {
            private int number;

            @Override
            public long due() {
                return schedule.at(number);
            }

            @Override
            public RtmpMessage next(long intended) {
                long millis = NANOSECONDS.toMillis(due());
                byte[] payload = new byte[size];
                begin(payload, number % keyFrameEvery == 0);
                Stamp.write(payload, number++, intended);
                return RtmpMessage.of(type, millis & TIMESTAMP_MASK, payload);
            }

            @Override
            public boolean isStamped() {
                return true;
            }
        };
    }

    private void begin(byte[] payload, boolean keyFrame) {
        switch (type) {
            case MessageType.VIDEO -> payload[0] = keyFrame ? KEY_FRAME : INTER_FRAME;
            case MessageType.AUDIO -> payload[0] = MP3;
            default -> {
                System.arraycopy(DATA_NAME, 0, payload, 0, DATA_NAME.length);
                int rest = size - DATA_NAME.length - Integer.BYTES;
                for (int i = 0; i < Integer.BYTES; i++) {
                    payload[DATA_NAME.length + i] =
                            (byte) (rest >>> (Byte.SIZE * (Integer.BYTES - 1 - i)));
                }
            }
        }
    }
}
