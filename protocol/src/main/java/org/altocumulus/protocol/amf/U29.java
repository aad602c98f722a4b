package org.altocumulus.protocol.amf;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/** AMF3's integers of 29 bits: seven bits a byte, eight in the fourth. */
final class U29 {
    private static final int SIGN = 1 << 28;
    private static final int LIMIT = 1 << 29;

    private U29() {}

    /** 0 to 2^29 - 1. */
    static int read(WireReader in) throws WireException {
        int value = 0;
        for (int i = 0; i < 3; i++) {
            int next = in.u8();
            value = value << 7 | (next & 0x7f);
            if (next < 0x80) {
                return value;
            }
        }
        return value << 8 | in.u8();
    }

    /** -2^28 to 2^28 - 1. */
    static int readSigned(WireReader in) throws WireException {
        int value = read(in);
        return value >= SIGN ? value - LIMIT : value;
    }

    /** Whether the header of a string, an object or traits refers to an earlier one. */
    static boolean isReference(int header) {
        return (header & 1) == 0;
    }

    /** Writes the low 29 bits. */
    static void write(AmfOutput out, int value) {
        int bits = value & (LIMIT - 1);
        if (bits < 1 << 7) {
            out.u8(bits);
        } else if (bits < 1 << 14) {
            out.u8(bits >> 7 | 0x80).u8(bits & 0x7f);
        } else if (bits < 1 << 21) {
            out.u8(bits >> 14 | 0x80).u8(bits >> 7 | 0x80).u8(bits & 0x7f);
        } else {
            out.u8(bits >> 22 | 0x80).u8(bits >> 15 | 0x80).u8(bits >> 8 | 0x80).u8(bits);
        }
    }

    /**
     * Writes the header of something that stands here with a length or count.
     *
     * @throws IllegalArgumentException if that is 2^28 or more
     */
    static void writeInline(AmfOutput out, int count) {
        if (count >= SIGN) {
            throw new IllegalArgumentException("length " + count + ": expected less than " + SIGN);
        }
        write(out, count << 1 | 1);
    }
}
