package org.altocumulus.protocol.chunk;

import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/** Reads any chunk, for tools and tests. A session reads what it expects by itself. */
public final class Chunks {
    private Chunks() {}

    /**
     * Reads the payload of a chunk.
     *
     * @return null for padding (0x00, 0xff) and types that RFC 7016 does not define
     */
    public static Chunk read(int type, WireReader payload) throws WireException {
        return switch (type) {
            case PacketFragment.TYPE -> PacketFragment.read(payload);
            case IHello.TYPE -> IHello.read(payload);
            case FIHello.TYPE -> FIHello.read(payload);
            case RHello.TYPE -> RHello.read(payload);
            case Redirect.TYPE -> Redirect.read(payload);
            case CookieChange.TYPE -> CookieChange.read(payload);
            case IIKeying.TYPE -> IIKeying.read(payload);
            case RIKeying.TYPE -> RIKeying.read(payload);
            case Ping.TYPE -> Ping.read(payload);
            case PingReply.TYPE -> PingReply.read(payload);
            case UserData.TYPE -> UserData.read(payload);
            case NextUserData.TYPE -> NextUserData.read(payload);
            case BitmapAck.TYPE -> BitmapAck.read(payload);
            case RangeAck.TYPE -> RangeAck.read(payload);
            case BufferProbe.TYPE -> BufferProbe.read(payload);
            case FlowExceptionReport.TYPE -> FlowExceptionReport.read(payload);
            case SessionCloseRequest.TYPE -> SessionCloseRequest.read(payload);
            case SessionCloseAck.TYPE -> SessionCloseAck.read(payload);
            default -> null;
        };
    }
}
