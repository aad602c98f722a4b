package org.altocumulus.protocol.flow;

/** A message that waits in a send flow, with the sequence numbers of its fragments. */
final class OutMessage {
    final byte[] data;
    final long startBy;
    final long finishBy;
    long firstSequenceNumber;
    long lastSequenceNumber;
    boolean started;

    OutMessage(byte[] data, long startBy, long finishBy) {
        this.data = data;
        this.startBy = startBy;
        this.finishBy = finishBy;
    }

    /** Whether it is too late to begin sending, or to go on sending, at {@code now}. */
    boolean isExpired(long now) {
        return isPast(finishBy, now) || (!started && isPast(startBy, now));
    }

    private static boolean isPast(long deadline, long now) {
        return deadline != SendFlow.NEVER && now - deadline >= 0;
    }
}
