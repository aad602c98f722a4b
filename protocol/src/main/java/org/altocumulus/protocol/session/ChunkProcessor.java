package org.altocumulus.protocol.session;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.chunk.BitmapAck;
import org.altocumulus.protocol.chunk.BufferProbe;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.chunk.FlowExceptionReport;
import org.altocumulus.protocol.chunk.NextUserData;
import org.altocumulus.protocol.chunk.PacketFragment;
import org.altocumulus.protocol.chunk.Ping;
import org.altocumulus.protocol.chunk.PingReply;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.chunk.SessionCloseAck;
import org.altocumulus.protocol.chunk.SessionCloseRequest;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.packet.PacketMode;
import org.altocumulus.protocol.packet.PacketReassembler;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * Reads the chunks of a packet of a session one after the other and hands each to whom it concerns.
 * A chunk that is malformed or unknown is passed over, and the next one processed (RFC 7016 §2.3).
 * What comes after a chunk that ended the session is not.
 */
final class ChunkProcessor {
    private final Session session;
    private final SessionContext context;
    private final SendFlows sendFlows;
    private final ReceiveFlows receiveFlows;

    /** Whether the packet has user data. */
    private boolean anyData;

    ChunkProcessor(
            Session session,
            SessionContext context,
            SendFlows sendFlows,
            ReceiveFlows receiveFlows) {
        this.session = session;
        this.context = context;
        this.sendFlows = sendFlows;
        this.receiveFlows = receiveFlows;
    }

    void process(long now, InetSocketAddress from) {
        anyData = false;
        process(now, from, context.chunks.wrap(context.reader), true);
        if (anyData) {
            receiveFlows.endDataPacket();
        }
    }

    private void process(
            long now, InetSocketAddress from, ChunkCursor chunks, boolean fragmentsAllowed) {
        while (session.state() != Session.State.CLOSED && chunks.next()) {
            int type = chunks.type();
            try {
                if (type == PacketFragment.TYPE && fragmentsAllowed) {
                    onFragment(now, from, PacketFragment.read(chunks.payload()));
                } else if (session.state() == Session.State.OPEN) {
                    anyData |= type == UserData.TYPE || type == NextUserData.TYPE;
                    processOpen(now, type, chunks.payload(), from);
                }
                processAlways(now, type);
            } catch (WireException e) {
                context.counters.discard(Discard.BAD_CHUNK);
                receiveFlows.breakSequence();
            }
        }
    }

    /** The fragments of a packet carry timestamps of their own, so those inside are passed over. */
    private void onFragment(long now, InetSocketAddress from, PacketFragment fragment)
            throws WireException {
        PacketReassembler fragments = context.fragments;
        long discardedBefore = fragments.discarded();
        PacketMode mode = session.identity().role().farMode();
        byte[] whole = fragments.add(session, mode, fragment, now);
        if (fragments.discarded() != discardedBefore) {
            context.counters.discard(Discard.BAD_FRAGMENT);
        }
        if (whole != null) {
            WireReader packet = new WireReader(whole);
            PacketHeader.read(packet);
            receiveFlows.breakSequence();
            process(now, from, new ChunkCursor().wrap(packet), false);
            receiveFlows.breakSequence();
        }
    }

    private void processOpen(long now, int type, WireReader payload, InetSocketAddress from)
            throws WireException {
        switch (type) {
            case UserData.TYPE -> receiveFlows.onUserData(now, UserData.read(payload));
            case NextUserData.TYPE -> receiveFlows.onNextUserData(now, NextUserData.read(payload));
            case RangeAck.TYPE -> {
                RangeAck ack = RangeAck.read(payload);
                sendFlows.onAcknowledgement(
                        ack.flowId(), ack.bufferBlocks(), ack.cumulativeAck(), ack.ranges());
            }
            case BitmapAck.TYPE -> {
                BitmapAck ack = BitmapAck.read(payload);
                sendFlows.onAcknowledgement(
                        ack.flowId(), ack.bufferBlocks(), ack.cumulativeAck(), ack.ranges());
            }
            case FlowExceptionReport.TYPE -> {
                FlowExceptionReport report = FlowExceptionReport.read(payload);
                session.onFlowException(report.flowId(), report.exception());
            }
            case BufferProbe.TYPE -> receiveFlows.onBufferProbe(BufferProbe.read(payload).flowId());
            case Ping.TYPE -> session.onPing(Ping.read(payload).message());
            case PingReply.TYPE ->
                    session.onPingReply(now, PingReply.read(payload).messageEcho(), from);
            case FIHello.TYPE -> session.onForwardedHello(FIHello.read(payload));
            default -> {}
        }
    }

    private void processAlways(long now, int type) {
        if (type == SessionCloseRequest.TYPE) {
            session.onCloseRequest(now);
        } else if (type == SessionCloseAck.TYPE) {
            session.terminate(CloseReason.FAR_CLOSED);
        }
    }
}
