package org.altocumulus.cli.load;

import java.util.Arrays;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StatusCode;

/** A player that looks at the stamps of messages, and at nothing else. Belongs to its loop. */
final class LoadPlayer extends AwaitedStream {
    private static final int TYPES = 32;

    private final FanoutCounts counts;
    private final LoadClock clock;

    /** The highest number that has come, by message type: they may come in flows of their own. */
    private final int[] highest = new int[TYPES];

    private volatile Window window;
    private volatile boolean ended;

    LoadPlayer(FanoutCounts counts, LoadClock clock) {
        super(StatusCode.PLAY_START);
        this.counts = counts;
        this.clock = clock;
        Arrays.fill(highest, -1);
    }

    /** What is measured, said before the first message of it. */
    void window(Window measured) {
        window = measured;
    }

    /** Nothing that happens from now on is a loss. */
    void end() {
        ended = true;
    }

    @Override
    public boolean onRaw(byte[] message) {
        int type = message.length == 0 ? 0 : message[0];
        if (type == MessageType.COMMAND_AMF0 || type == MessageType.COMMAND_AMF3) {
            return false;
        }
        Window measured = window;
        if (measured != null && Stamp.isOn(message, RtmpMessage.HEADER_SIZE)) {
            onStamped(type & TYPES - 1, message, measured);
        }
        return true;
    }

    private void onStamped(int type, byte[] message, Window measured) {
        counts.all.increment();
        int number = Stamp.number(message);
        long intended = Stamp.nanos(message);
        boolean late = number <= highest[type];
        highest[type] = Math.max(highest[type], number);
        if (measured.contains(intended)) {
            counts.delivered.increment();
            counts.bytes.add(message.length - RtmpMessage.HEADER_SIZE);
            counts.latency.record(clock.nanos() - intended);
            if (late) {
                counts.outOfOrder.increment();
            }
        }
    }

    @Override
    void lost(String why) {
        if (!ended) {
            ended = true;
            counts.lost.count("player: " + why);
        }
    }
}
