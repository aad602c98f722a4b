package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.WireWriter;

/** A chunk of a packet (RFC 7016 §2.3): {@code type 8 | length 16 | payload}. */
public sealed interface Chunk
        permits PacketFragment,
                IHello,
                FIHello,
                RHello,
                Redirect,
                CookieChange,
                IIKeying,
                RIKeying,
                Ping,
                PingReply,
                UserData,
                NextUserData,
                BitmapAck,
                RangeAck,
                BufferProbe,
                FlowExceptionReport,
                SessionCloseRequest,
                SessionCloseAck {
    /** Bytes of a chunk before its payload. */
    int HEADER_SIZE = 3;

    /** The most bytes that a payload can have. */
    int MAX_PAYLOAD = 0xffff;

    /** The chunk type code, 0 to 255. */
    int type();

    /** Bytes of the payload. */
    int payloadLength();

    /** Writes the payload. */
    void writePayload(WireWriter w);

    /** Bytes of the whole chunk. */
    default int size() {
        return HEADER_SIZE + payloadLength();
    }

    /**
     * Writes type, length and payload.
     *
     * @throws IllegalStateException if the payload is longer than {@link #MAX_PAYLOAD}
     */
    default void write(WireWriter w) {
        int length = payloadLength();
        if (length > MAX_PAYLOAD) {
            throw new IllegalStateException("chunk payload of " + length + " bytes");
        }
        w.u8(type()).u16(length);
        writePayload(w);
    }
}
