package org.altocumulus.edge.node;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * The startup packets of a turn of a loop. They wait until the packets of open sessions are
 * processed and what these have to send has left, so that hellos delay no media by more than their
 * own turn takes.
 *
 * <p>A loop that finds its sockets full in each turn for a while does not keep up. Then it answers
 * few startup packets in a turn and drops the others, which costs a small part of answering them;
 * those who mean it ask again. Belongs to the loop; nothing is allocated once it was full.
 */
final class StartupQueue {
    /** Datagrams that make a turn a full one: what a socket gives at once. */
    static final int FULL_TURN = MediaNode.READS_PER_TURN;

    /** Startup packets that are answered in a turn by a loop that does not keep up. */
    static final int FEW = 8;

    /** How long turns are full before a loop does not keep up. */
    static final long LATE_AFTER = TimeUnit.MILLISECONDS.toNanos(50);

    /** A turn may take a batch more than a full one. */
    private static final int ROOM = FULL_TURN + ReceiveRoom.BATCH;

    private static final long NEVER = Long.MAX_VALUE;

    private final Entry[] entries = new Entry[ROOM];
    private int size;
    private int taken;
    private long fullSince = NEVER;

    /** Takes a startup packet that waited. */
    @FunctionalInterface
    interface Handler {
        /**
         * Takes one.
         *
         * @param socket which of the loop's sockets it came to
         * @param data to be read only during the call
         */
        void onStartup(int socket, byte[] data, int length, InetSocketAddress from);
    }

    private static final class Entry {
        final byte[] data = new byte[MediaNode.MAX_RECEIVED];
        int length;
        int socket;
        InetSocketAddress from;
    }

    /** A datagram was received in this turn, of whatever kind. */
    void taken() {
        taken++;
    }

    /**
     * Keeps a startup packet for the end of the turn.
     *
     * @param data copied
     * @return false if there is no room, or it is too long to be one
     */
    boolean add(int socket, byte[] data, int length, InetSocketAddress from) {
        if (size == ROOM || length > MediaNode.MAX_RECEIVED) {
            return false;
        }
        if (entries[size] == null) {
            entries[size] = new Entry();
        }
        Entry entry = entries[size++];
        System.arraycopy(data, 0, entry.data, 0, length);
        entry.length = length;
        entry.socket = socket;
        entry.from = from;
        return true;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /**
     * Ends the turn: hands over what waited, or the part of it that the loop can afford.
     *
     * @return how many were dropped
     */
    int drain(long now, Handler handler) {
        noteTurn(now);
        int handled = isLate(now) ? Math.min(size, FEW) : size;
        int dropped = size - handled;
        int waiting = size;
        // First, so that one that cannot be handled is not there again in the next turn.
        size = 0;
        for (int i = 0; i < waiting; i++) {
            Entry entry = entries[i];
            if (i < handled) {
                handler.onStartup(entry.socket, entry.data, entry.length, entry.from);
            }
            entry.from = null;
        }
        return dropped;
    }

    private void noteTurn(long now) {
        if (taken < FULL_TURN) {
            fullSince = NEVER;
        } else if (fullSince == NEVER) {
            fullSince = now;
        }
        taken = 0;
    }

    private boolean isLate(long now) {
        return fullSince != NEVER && now - fullSince >= LATE_AFTER;
    }
}
