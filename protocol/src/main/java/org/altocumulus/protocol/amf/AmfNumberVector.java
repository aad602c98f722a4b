package org.altocumulus.protocol.amf;

import java.util.Arrays;

/**
 * A vector of numbers of one kind (AMF3).
 *
 * @param fixed whether its length is fixed
 * @param values shared, not to be changed; of a kind other than DOUBLE they are whole and within
 *     its range
 */
public record AmfNumberVector(Kind kind, boolean fixed, double[] values) implements AmfValue {
    /** What the numbers are on the wire. */
    public enum Kind {
        /** Signed 32 bits. */
        INT(Amf3Marker.VECTOR_INT, 4),
        /** Unsigned 32 bits. */
        UINT(Amf3Marker.VECTOR_UINT, 4),
        /** Double precision. */
        DOUBLE(Amf3Marker.VECTOR_DOUBLE, 8);

        private final int marker;
        private final int size;

        Kind(int marker, int size) {
            this.marker = marker;
            this.size = size;
        }

        int marker() {
            return marker;
        }

        /** Bytes that one number takes. */
        int size() {
            return size;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AmfNumberVector that
                && kind == that.kind
                && fixed == that.fixed
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values) * 31 + kind.marker;
    }

    @Override
    public String toString() {
        return "AmfNumberVector[" + values.length + " of " + kind + ']';
    }
}
