package org.altocumulus.protocol.amf;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * What one body may cost: how many values it has and how deep they lie in each other, and how many
 * bytes references may stand for, so that a few bytes cannot make a value that takes gigabytes to
 * write.
 */
final class AmfBudget {
    static final int MAX_DEPTH = 64;
    static final int MAX_VALUES = 1 << 17;

    private static final int FREE_EXPANSION = 1 << 16;
    private static final int EXPANSION_FACTOR = 32;

    private final WireReader in;
    private final long limit;
    private long expanded;
    private int values;
    private int depth;
    private int deepest;

    AmfBudget(WireReader in) {
        this.in = in;
        this.limit = FREE_EXPANSION + (long) EXPANSION_FACTOR * in.remaining();
    }

    /** Bytes read, counted from any point, with the bytes that references stood for. */
    long consumed() {
        return in.position() + expanded;
    }

    /** Accounts for one value, which takes memory many times its bytes. */
    void count() throws WireException {
        if (++values > MAX_VALUES) {
            throw new WireException("more than " + MAX_VALUES + " AMF values in one body");
        }
    }

    /** Goes one level down and returns what {@link #leave} wants back. */
    int enter() throws WireException {
        requireDepth(depth + 1);
        int deepestOutside = deepest;
        deepest = ++depth;
        return deepestOutside;
    }

    /** Goes one level up and returns how many levels the value left has, itself included. */
    int leave(int deepestOutside) {
        int height = deepest - depth + 1;
        depth--;
        deepest = Math.max(deepest, deepestOutside);
        return height;
    }

    /** Accounts for a reference to a value of so many bytes and levels. */
    void expand(long bytes, int height) throws WireException {
        requireDepth(depth + height);
        deepest = Math.max(deepest, depth + height);
        expanded += bytes;
        if (expanded > limit) {
            throw new WireException("AMF references stand for more than " + limit + " bytes");
        }
    }

    private static void requireDepth(int depth) throws WireException {
        if (depth > MAX_DEPTH) {
            throw new WireException("AMF values in each other more than " + MAX_DEPTH + " deep");
        }
    }
}
