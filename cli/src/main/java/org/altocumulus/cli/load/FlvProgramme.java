package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.cli.client.LivePublisher;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * The messages of an FLV file in the pace of their timestamps, again and again. Frames get a stamp;
 * configuration and metadata go as they are, as servers keep and repeat them.
 */
final class FlvProgramme implements Programme {
    private static final long FRAME_MILLIS = 40;
    private static final long TIMESTAMP_MASK = 0xffff_ffffL;

    private final List<RtmpMessage> messages = new ArrayList<>();
    private final long lengthMillis;

    /**
     * @param file all messages of the file, at least one
     */
    FlvProgramme(List<RtmpMessage> file) {
        long last = 0;
        for (RtmpMessage message : file) {
            messages.add(LivePublisher.prepare(message));
            last = Math.max(last, message.timestamp());
        }
        lengthMillis = last + FRAME_MILLIS;
    }

    @Override
    public Source source(int index, int publishers) {
        long phase = MILLISECONDS.toNanos(FRAME_MILLIS) * index / publishers;
        return new Repeating(phase);
    }

    private final class Repeating implements Source {
        private final long phase;
        private int position;
        private long offsetMillis;
        private long due;
        private int number;
        private boolean stamped;

        Repeating(long phase) {
            this.phase = phase;
            this.due = dueOfPosition();
        }

        private long millis() {
            return offsetMillis + messages.get(position).timestamp();
        }

        private long dueOfPosition() {
            return Math.max(due, phase + MILLISECONDS.toNanos(millis()));
        }

        @Override
        public long due() {
            return due;
        }

        @Override
        public RtmpMessage next(long intended) {
            RtmpMessage message = messages.get(position);
            RtmpMessage next = stamp(message, millis() & TIMESTAMP_MASK, intended);
            position++;
            if (position == messages.size()) {
                position = 0;
                offsetMillis += lengthMillis;
            }
            due = dueOfPosition();
            return next;
        }

        private RtmpMessage stamp(RtmpMessage message, long timestamp, long intended) {
            MediaKind kind = MediaKind.of(message);
            stamped = kind.isMedia() && !kind.isConfiguration();
            byte[] encoded = message.encoded();
            int end = encoded.length + (stamped ? Stamp.SIZE : 0);
            byte[] payload = Arrays.copyOfRange(encoded, RtmpMessage.HEADER_SIZE, end);
            if (stamped) {
                Stamp.write(payload, number++, intended);
            }
            return RtmpMessage.of(message.type(), timestamp, payload);
        }

        @Override
        public boolean isStamped() {
            return stamped;
        }
    }
}
