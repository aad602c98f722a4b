package org.altocumulus.protocol.wire;

import java.util.ArrayList;
import java.util.List;

/**
 * An Option (RFC 7016 §2.1.3): {@code length VLU | type VLU | value}. A length of zero is a Marker,
 * for which there is no object: lists end with it or, in a certificate, are divided by it.
 *
 * @param type 0 to 2^63 - 1
 * @param value the bytes of the value, owned by this record and not to be changed
 */
public record Option(long type, byte[] value) {
    private static final int MARKER = 0;

    /** An option without a value. */
    public static Option empty(long type) {
        return new Option(type, new byte[0]);
    }

    /** An option whose value is one VLU. */
    public static Option ofVlu(long type, long value) {
        return new Option(type, new WireWriter(Vlu.size(value)).vlu(value).toByteArray());
    }

    /** Bytes on the wire. */
    public int size() {
        int payload = Vlu.size(type) + value.length;
        return Vlu.size(payload) + payload;
    }

    /** Writes length, type and value. */
    public void write(WireWriter writer) {
        writer.vlu(Vlu.size(type) + value.length).vlu(type).bytes(value);
    }

    /**
     * Reads one option.
     *
     * @return null for a Marker
     */
    public static Option read(WireReader reader) throws WireException {
        int length = reader.vluLength();
        if (length == MARKER) {
            return null;
        }
        WireReader payload = reader.slice(length);
        long type = payload.vlu();
        return new Option(type, payload.rest());
    }

    /** Reads options up to and including a Marker, which must be there (RFC 7016 §2.1.4). */
    public static List<Option> readList(WireReader reader) throws WireException {
        List<Option> options = new ArrayList<>();
        for (Option option = read(reader); option != null; option = read(reader)) {
            options.add(option);
        }
        return options;
    }

    /** Writes a Marker. */
    public static void writeMarker(WireWriter writer) {
        writer.u8(MARKER);
    }

    /** Bytes of {@code options} on the wire, without a Marker. */
    public static int size(List<Option> options) {
        int size = 0;
        for (Option option : options) {
            size += option.size();
        }
        return size;
    }

    /** The options one after the other, without a Marker. */
    public static byte[] encode(List<Option> options) {
        WireWriter writer = new WireWriter(size(options));
        options.forEach(option -> option.write(writer));
        return writer.toByteArray();
    }
}
