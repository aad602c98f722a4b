package org.altocumulus.edge.ops;

/**
 * Section {@code node.half-open}: sessions between their IIKeying and their first packet.
 *
 * @param inAll at a time
 * @param perSource at a time, of one IPv4 address or IPv6 network of 64 bits
 */
public record HalfOpenSettings(int inAll, int perSource) {
    private static final int MOST = 65_536;

    static HalfOpenSettings read(SettingsReader reader) throws SettingsException {
        return new HalfOpenSettings(
                reader.integer("node.half-open.in-all", 1, MOST),
                reader.integer("node.half-open.per-source", 1, MOST));
    }
}
