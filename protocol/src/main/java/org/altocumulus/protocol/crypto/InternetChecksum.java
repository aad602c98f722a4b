package org.altocumulus.protocol.crypto;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The Internet checksum (RFC 1071) as the Flash profile uses it (RFC 7425 §4.7). */
final class InternetChecksum {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private InternetChecksum() {}

    /** One's complement of the one's complement sum; an odd last byte counts as the low one. */
    static int of(byte[] array, int offset, int length) {
        int end = offset + length;
        int at = offset;
        long sum = 0;
        for (; at <= end - 8; at += 8) {
            long four = (long) LONGS.get(array, at);
            sum += (four >>> 32) + (four & 0xffff_ffffL);
        }
        for (; at <= end - 2; at += 2) {
            sum += (array[at] & 0xff) << 8 | (array[at + 1] & 0xff);
        }
        if (at < end) {
            sum += array[at] & 0xff;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return (int) ~sum & 0xffff;
    }
}
