package org.altocumulus.protocol.packet;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * What a plain packet begins with (RFC 7016 §2.2.4). Timestamps are the low 16 bits of a clock of
 * 250 Hz.
 *
 * @param timeCritical the packet has real-time user data
 * @param timeCriticalReverse the sender is receiving such packets in other sessions
 * @param mode who sends it
 * @param timestamp 0 to 65535, or {@link #ABSENT}
 * @param timestampEcho 0 to 65535, or {@link #ABSENT}
 */
public record PacketHeader(
        boolean timeCritical,
        boolean timeCriticalReverse,
        PacketMode mode,
        int timestamp,
        int timestampEcho) {
    /** There is no such timestamp. */
    public static final int ABSENT = -1;

    /** The most bytes that a header takes. */
    public static final int MAX_SIZE = 5;

    private static final int TIME_CRITICAL = 0x80;
    private static final int TIME_CRITICAL_REVERSE = 0x40;
    private static final int TIMESTAMP = 0x08;
    private static final int TIMESTAMP_ECHO = 0x04;

    /**
     * @throws IllegalArgumentException if a timestamp has more than 16 bits
     */
    public PacketHeader {
        if (timestamp < ABSENT || timestamp > 0xffff) {
            throw new IllegalArgumentException("timestamp " + timestamp);
        }
        if (timestampEcho < ABSENT || timestampEcho > 0xffff) {
            throw new IllegalArgumentException("timestamp echo " + timestampEcho);
        }
    }

    /** A header of the one form that all clients take for startup packets: flags 0x0b. */
    public static PacketHeader startup(int timestamp) {
        return new PacketHeader(false, false, PacketMode.STARTUP, timestamp, ABSENT);
    }

    /**
     * Reads a header; reserved bits are ignored.
     *
     * @throws WireException if it is not complete or the mode is the forbidden one
     */
    public static PacketHeader read(WireReader reader) throws WireException {
        int flags = reader.u8();
        PacketMode mode = PacketMode.of(flags);
        if (mode == null) {
            throw new WireException("packet mode 0");
        }
        int timestamp = (flags & TIMESTAMP) != 0 ? reader.u16() : ABSENT;
        int timestampEcho = (flags & TIMESTAMP_ECHO) != 0 ? reader.u16() : ABSENT;
        return new PacketHeader(
                (flags & TIME_CRITICAL) != 0,
                (flags & TIME_CRITICAL_REVERSE) != 0,
                mode,
                timestamp,
                timestampEcho);
    }

    /** Bytes on the wire, 1 to {@link #MAX_SIZE}. */
    public int size() {
        return 1 + (timestamp == ABSENT ? 0 : 2) + (timestampEcho == ABSENT ? 0 : 2);
    }

    /** Writes flags and timestamps. */
    public void write(WireWriter w) {
        w.u8(flags());
        if (timestamp != ABSENT) {
            w.u16(timestamp);
        }
        if (timestampEcho != ABSENT) {
            w.u16(timestampEcho);
        }
    }

    private int flags() {
        return mode.code()
                | (timeCritical ? TIME_CRITICAL : 0)
                | (timeCriticalReverse ? TIME_CRITICAL_REVERSE : 0)
                | (timestamp == ABSENT ? 0 : TIMESTAMP)
                | (timestampEcho == ABSENT ? 0 : TIMESTAMP_ECHO);
    }
}
