package org.altocumulus.protocol.vectors;

import java.util.List;

/**
 * One file of recorded packets.
 *
 * @param name of the file, without directory and {@code .json}
 * @param defaultKey of startup packets
 * @param sessions whose packets it has
 * @param packets in the order in which they were seen
 */
public record Recording(
        String name,
        byte[] defaultKey,
        List<RecordedSession> sessions,
        List<RecordedPacket> packets) {
    @Override
    public String toString() {
        return name;
    }
}
