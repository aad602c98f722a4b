package org.altocumulus.hotpath;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * Prints how many bytes each piece of work allocates. {@link AllocationTest} runs it in a JVM that
 * does not remove allocations which it can prove to be local.
 */
final class AllocationFigures {
    private static final int ROUNDS = 5;
    private static final int PLAYERS = 50;
    private static final int EDGES = 100;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What is measured. Its result keeps it from being left out. */
    @FunctionalInterface
    interface Operation {
        long run() throws Exception;
    }

    private long sum;

    private AllocationFigures() {}

    /** Prints a line for each: its name and bytes per run, rounded up. */
    public static void main(String[] arguments) throws Exception {
        AllocationFigures figures = new AllocationFigures();
        figures.packets();
        figures.chunks();
        figures.sessions();
        figures.print("redirect", 10_000, new RedirectingOrigin(EDGES)::answerHello);
        // A frame is delivered to each, so that this is for each of them.
        FanOut fanOut = new FanOut(PLAYERS);
        figures.print("delivered-frame", PLAYERS, 100, fanOut::sendFrame);
        System.out.println("end " + (figures.sum == 0 ? 1 : 0));
    }

    private void packets() throws Exception {
        SealedPackets plain = SealedPackets.message(Keys.checksum());
        print("seal-checksum", 10_000, plain::seal);
        print("open-checksum", 10_000, () -> plain.open().name().length());
        SealedPackets safe = SealedPackets.message(Keys.hmac());
        print("seal-hmac", 10_000, safe::seal);
        print("open-hmac", 10_000, () -> safe.open().name().length());
    }

    private void chunks() throws Exception {
        Chunks chunks = new Chunks();
        print("write-user-data", 10_000, chunks::writeUserData);
        print("write-range-ack", 10_000, chunks::writeRangeAck);
        print("write-bitmap-ack", 10_000, chunks::writeBitmapAck);
        print("parse-user-data", 10_000, () -> chunks.parseUserData().length());
        print("parse-short-ack", 10_000, () -> chunks.parseRangeAckWithoutRanges().flowId());
        print("parse-range-ack", 10_000, () -> chunks.parseRangeAck().flowId());
        print("parse-bitmap-ack", 10_000, () -> chunks.parseBitmapAck().flowId());
    }

    private void sessions() throws Exception {
        Keys keys = Keys.checksum();
        SendingSession sending = new SendingSession(keys);
        print("send", 10_000, sending::sendMessage);
        print("acknowledgement", 10_000, sending::takeAcknowledgement);
        print("receive", 10_000, new ReceivingSession(keys)::takeMessage);
    }

    private void print(String name, int times, Operation operation) throws Exception {
        print(name, 1, times, operation);
    }

    /** The first round warms up; the least of the rounds has nothing in it that grows at times. */
    private void print(String name, int parts, int times, Operation operation) throws Exception {
        long least = Long.MAX_VALUE;
        for (int round = 0; round <= ROUNDS; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < times; i++) {
                sum += operation.run();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        long divisor = (long) times * parts;
        System.out.println(name + ' ' + (least + divisor - 1) / divisor);
    }
}
