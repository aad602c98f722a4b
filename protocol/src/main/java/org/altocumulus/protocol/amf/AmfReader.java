package org.altocumulus.protocol.amf;

import org.altocumulus.protocol.wire.WireException;

/**
 * Reads the values of one body, one after the other. All of them share the tables that references
 * point into. After an exception nothing more can be read. Used by one thread.
 */
public sealed interface AmfReader permits Amf0Reader, Amf3Reader {
    /** Whether bytes are left. */
    boolean hasMore();

    /**
     * The next value.
     *
     * @throws WireException if it is not complete, not well-formed, too deep, one too many, an
     *     externalizable object of an unknown class, or refers to what is not there
     */
    AmfValue read() throws WireException;
}
