package org.altocumulus.protocol.packet;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.protocol.chunk.PacketFragment;

/**
 * Puts packets together that arrive as Packet Fragment chunks (RFC 7016 §3.4). Holds at most {@code
 * maxBuffers} × {@link #MAX_BYTES}; when all buffers are taken, the one without progress for the
 * longest time is given up, as fragments of one packet come close to each other.
 *
 * <p>Not thread-safe. Times are nanoseconds of a monotonic clock.
 */
public final class PacketReassembler {
    /** Bytes that a packet can have (§3.4). */
    public static final int MAX_BYTES = 65_536;

    /** Fragments that a packet can have: of 512 bytes each, if it is the largest one. */
    public static final int MAX_FRAGMENTS = 128;

    /** A packet is given up when it is not complete after this time (§3.4). */
    static final long MAX_AGE_NANOS = 60_000_000_000L;

    /** A packet is given up when for this time no new fragment came (§3.4). */
    static final long MAX_IDLE_NANOS = 1_000_000_000L;

    private final int maxBuffers;
    private final int maxBuffersOfSource;

    /** In the order of the last progress. */
    private final Map<Key, FragmentBuffer> buffers = new LinkedHashMap<>();

    private long discarded;

    private record Key(Object source, long packetId) {}

    /**
     * A reassembler in which one source may take all buffers.
     *
     * @param maxBuffers packets that can be under way at once, at least 1
     */
    public PacketReassembler(int maxBuffers) {
        this(maxBuffers, maxBuffers);
    }

    /**
     * A reassembler of packets.
     *
     * @param maxBuffers packets that can be under way at once, at least 1
     * @param maxBuffersOfSource those of one source, at least 1
     */
    public PacketReassembler(int maxBuffers, int maxBuffersOfSource) {
        if (maxBuffers < 1 || maxBuffersOfSource < 1) {
            throw new IllegalArgumentException(
                    "reassembly in " + maxBuffers + " buffers, " + maxBuffersOfSource + " of each");
        }
        this.maxBuffers = maxBuffers;
        this.maxBuffersOfSource = maxBuffersOfSource;
    }

    /**
     * Takes a fragment, whose array is kept until the packet is complete or given up.
     *
     * @param source who sent it: for session id 0 the address, otherwise the session; with a
     *     fitting {@code equals}
     * @param mode of the packet that had the fragment
     * @return the whole plain packet, if this was the last one missing, in a new array; its header
     *     has the same mode. It may hold Packet Fragment chunks again, which the caller must
     *     ignore. Null otherwise
     */
    public byte[] add(Object source, PacketMode mode, PacketFragment fragment, long now) {
        expire(now);
        Key key = new Key(source, fragment.packetId());
        FragmentBuffer buffer = buffers.get(key);
        if (buffer != null && now - buffer.startedAt() > MAX_AGE_NANOS) {
            buffers.remove(key);
            discarded++;
            buffer = null;
        }
        boolean begins = buffer == null;
        if (begins) {
            buffer = new FragmentBuffer(mode, now);
        }
        if (buffer.mode() != mode || !buffer.add(fragment, now)) {
            discarded++;
            return null;
        }
        buffers.remove(key);
        if (buffer.isComplete()) {
            return complete(buffer);
        }
        if (begins) {
            makeRoom(source);
        }
        buffers.put(key, buffer);
        return null;
    }

    /** Gives up the eldest of the source, or of all, if one more would be too many. */
    private void makeRoom(Object source) {
        List<Key> own = List.of();
        if (maxBuffersOfSource < maxBuffers) {
            own = buffers.keySet().stream().filter(key -> key.source.equals(source)).toList();
        }
        if (own.size() >= maxBuffersOfSource) {
            buffers.remove(own.get(0));
            discarded++;
        } else if (buffers.size() == maxBuffers) {
            buffers.remove(buffers.keySet().iterator().next());
            discarded++;
        }
    }

    /** Forgets what came from a source that is gone. */
    public void forget(Object source) {
        if (!buffers.isEmpty()) {
            buffers.keySet().removeIf(key -> key.source.equals(source));
        }
    }

    /** Gives up packets that make no progress. {@link #add} does so, too. */
    public void expire(long now) {
        Iterator<FragmentBuffer> eldest = buffers.values().iterator();
        while (eldest.hasNext() && now - eldest.next().progressedAt() > MAX_IDLE_NANOS) {
            eldest.remove();
            discarded++;
        }
    }

    /**
     * When {@link #expire} has something to give up, in nanoseconds; {@code Long.MAX_VALUE} while
     * nothing is incomplete.
     */
    public long deadline() {
        return buffers.isEmpty()
                ? Long.MAX_VALUE
                : buffers.values().iterator().next().progressedAt() + MAX_IDLE_NANOS + 1;
    }

    /** Packets that are under way. */
    public int bufferCount() {
        return buffers.size();
    }

    /** Fragments that were refused, duplicates included, and packets that were given up. */
    public long discarded() {
        return discarded;
    }

    private byte[] complete(FragmentBuffer buffer) {
        byte[] packet = buffer.join();
        if (PacketMode.of(packet[0]) != buffer.mode()) {
            discarded++;
            return null;
        }
        return packet;
    }
}
