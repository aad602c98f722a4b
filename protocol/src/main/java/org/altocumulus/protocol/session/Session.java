package org.altocumulus.protocol.session;

import java.net.InetSocketAddress;
import java.util.List;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.Ping;
import org.altocumulus.protocol.chunk.PingReply;
import org.altocumulus.protocol.chunk.SessionCloseAck;
import org.altocumulus.protocol.chunk.SessionCloseRequest;
import org.altocumulus.protocol.congestion.CongestionController;
import org.altocumulus.protocol.congestion.RoundTripTimer;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * An open session and its end (RFC 7016 §3.5). Startup happens before, in {@link
 * HandshakeResponder} or {@link Initiator}.
 *
 * <pre>
 *   OPEN ──close()──────────────────▶ NEARCLOSE ──Close Ack or 90 s──▶ CLOSED
 *     ├──Close Request───────────────▶ FARCLOSE_LINGER ──Ack or 19 s─▶ CLOSED
 *     └──Close Ack, abort(), silence─────────────────────────────────▶ CLOSED
 * </pre>
 *
 * <p>However this end decides to end a session, the other end is told: a client that is alive but
 * acknowledges nothing gets Close Requests, one that is silent a single Close Acknowledgement, for
 * which nothing is kept here. Only {@link #terminate} sends nothing.
 *
 * <p>Bytes and the time go in; {@link #flush} gives bytes out and {@link #deadline} the time at
 * which it wants to be called again. Belongs to one event loop; not thread-safe.
 */
public final class Session {
    /** The open and closing states of RFC 7016 figure 8. */
    public enum State {
        OPEN,
        NEARCLOSE,
        FARCLOSE_LINGER,
        CLOSED
    }

    /** The longest metadata of a flow, which goes with user data in one packet. */
    public static final int MAX_METADATA = 256;

    private static final long NEVER = Long.MAX_VALUE;

    private final SessionContext context;
    private final SessionHost host;
    private final SessionListener listener;
    private final SessionIdentity identity;
    private final RoundTripTimer roundTrip = new RoundTripTimer();
    private final CongestionController congestion;
    private final ControlChunks control = new ControlChunks();
    private final PacketIo packets;
    private final SendFlows sendFlows;
    private final ReceiveFlows receiveFlows;
    private final ChunkProcessor processor;
    private final PeerState peer;
    private final PathMtu path;
    private final SessionOutput output;
    private final InetSocketAddress openedFrom;
    private final long openedAt;

    private State state = State.OPEN;
    private long idleSince = NEVER;
    private List<InetSocketAddress> reportedAddresses = List.of();
    private long closeRequestAt = NEVER;
    private long closedAt = NEVER;
    private long endBy = NEVER;

    /**
     * A session that has just opened.
     *
     * @param identity what startup settled
     * @param address where the other end is
     * @param now the current time
     */
    public Session(
            SessionContext context,
            SessionHost host,
            SessionListener listener,
            CongestionFactory congestionFactory,
            SessionIdentity identity,
            InetSocketAddress address,
            long now) {
        this.context = context;
        this.host = host;
        this.listener = listener;
        this.openedFrom = address;
        this.openedAt = now;
        this.identity = identity;
        this.packets = new PacketIo(context, identity, address, roundTrip);
        this.congestion = congestionFactory.create(packets.maxChunk());
        this.sendFlows = new SendFlows(context, congestion, roundTrip, packets.maxChunk());
        this.receiveFlows =
                new ReceiveFlows(context, sendFlows::isOpen, flow -> listener.onFlow(this, flow));
        this.peer = new PeerState(context, now);
        SessionParameters parameters = context.parameters;
        this.path =
                new PathMtu(
                        parameters.datagramLimit(),
                        parameters.largestDatagram(),
                        address.getAddress(),
                        now);
        this.output = new SessionOutput(packets, control, sendFlows, receiveFlows, peer);
        this.processor = new ChunkProcessor(this, context, sendFlows, receiveFlows);
    }

    public State state() {
        return state;
    }

    /** What startup settled. */
    public SessionIdentity identity() {
        return identity;
    }

    /** Where the other end is, as far as it has been verified. */
    public InetSocketAddress address() {
        return packets.destination();
    }

    /** Where the other end was at startup. */
    public InetSocketAddress openedFrom() {
        return openedFrom;
    }

    /** The addresses that the other end says it has, for introductions; none unless it did. */
    public List<InetSocketAddress> reportedAddresses() {
        return reportedAddresses;
    }

    /** The other end says that it has these addresses. */
    public void reportAddresses(List<InetSocketAddress> addresses) {
        reportedAddresses = List.copyOf(addresses);
        host.moved(this);
    }

    /** When it opened. */
    public long openedAt() {
        return openedAt;
    }

    /** Bytes of the datagrams of the other end that were genuine. */
    public long receivedBytes() {
        return packets.receivedBytes();
    }

    /** Bytes of the datagrams sent to the other end. */
    public long sentBytes() {
        return packets.sentBytes();
    }

    /** Whether a packet of the other end has decrypted, so that it has the keys. */
    public boolean isConfirmed() {
        return peer.isConfirmed();
    }

    /** Whether the other end opened it and has not shown yet that it has the keys. */
    public boolean isHalfOpen() {
        return identity.role() == Role.RESPONDER && !peer.isConfirmed();
    }

    /** When the last genuine packet of the other end came; long ago if none has. */
    public long heardAt() {
        return peer.heardAt();
    }

    /** Asks the other end for a sign of life; {@link #heardAt} tells of the answer. */
    public void ping() {
        if (state == State.OPEN) {
            control.add(new Ping(peer.keepaliveMessage()));
            host.wake(this);
        }
    }

    /** The smoothed round trip time in nanoseconds, or -1 if nothing was measured yet. */
    public long roundTripTime() {
        return roundTrip.smoothedRoundTrip();
    }

    /** Bytes of the largest datagram that the path is known to bear. */
    public int datagramLimit() {
        return path.limit();
    }

    /** Bytes of messages that wait for being sent or acknowledged, over all flows. */
    public long queuedBytes() {
        return sendFlows.queuedBytes();
    }

    /** Flows to the other end whose end it has not acknowledged. */
    public int unfinishedFlows() {
        return sendFlows.count();
    }

    /** Bytes that were sent and are neither acknowledged nor known to be lost, over all flows. */
    public long bytesInFlight() {
        return sendFlows.bytesInFlight();
    }

    /**
     * Begins a flow to the other end. It exists there once a message is sent on it.
     *
     * @param metadata the user's metadata, at most {@link #MAX_METADATA} bytes, shared
     * @param returnFlowId the flow of the other end that this one answers, or {@link
     *     FlowOptions#NO_FLOW}
     * @throws IllegalArgumentException if the metadata is too long
     */
    public SendFlow openFlow(byte[] metadata, long returnFlowId, Priority priority) {
        if (metadata.length > MAX_METADATA) {
            throw new IllegalArgumentException(
                    "metadata of " + metadata.length + " bytes, at most " + MAX_METADATA);
        }
        return sendFlows.open(FlowOptions.of(metadata, returnFlowId), priority);
    }

    /**
     * Queues a message on a flow of this session; see {@link SendFlow#send}.
     *
     * @return false if the flow or the session is no longer open
     */
    public boolean send(SendFlow flow, byte[] message, long startBy, long finishBy) {
        boolean queued = state == State.OPEN && flow.send(message, startBy, finishBy);
        if (queued) {
            if (message.length > sendFlows.maxChunk()) {
                path.want();
            }
            host.wake(this);
        }
        return queued;
    }

    /** Queues a message that is never given up. */
    public boolean send(SendFlow flow, byte[] message) {
        return send(flow, message, SendFlow.NEVER, SendFlow.NEVER);
    }

    /** Ends a flow of ours after what is queued on it. */
    public void closeFlow(SendFlow flow) {
        flow.close();
        host.wake(this);
    }

    /** Rejects a flow of the other end that was accepted before (§3.6.3.7). */
    public void rejectFlow(ReceiveFlow flow, long code) {
        receiveFlows.reject(flow, code);
        host.wake(this);
    }

    /**
     * Holds back the messages of a flow of the other end (§3.6.3.3).
     *
     * @param until when it goes on by itself
     */
    public void suspendFlow(ReceiveFlow flow, long until) {
        receiveFlows.suspend(flow, until);
        host.wake(this);
    }

    /** Delivers what a suspended flow held back, before this returns, and lets it go on. */
    public void resumeFlow(ReceiveFlow flow, long now) {
        receiveFlows.resume(now, flow);
        host.wake(this);
    }

    /** Sends an FIHello for a third endpoint (§3.5.1.5). */
    public void forward(FIHello hello) {
        if (state == State.OPEN) {
            control.add(hello);
            host.wake(this);
        }
    }

    /**
     * Closes the session in good order at that time, if it is open then; the last call counts. A
     * half-open one ends without a word.
     *
     * @param time {@code Long.MAX_VALUE} for never
     */
    public void endBy(long time) {
        endBy = time;
        host.wake(this);
    }

    /** The other end still tries to open this session: it is alive, though not confirmed. */
    void keep(long now) {
        peer.keep(now);
        host.wake(this);
    }

    /** Ends the session in good order (§3.5.5). */
    public void close(long now) {
        close(now, CloseReason.NEAR_CLOSED);
    }

    private void close(long now, CloseReason reason) {
        if (state == State.OPEN) {
            leaveOpen(State.NEARCLOSE, reason);
            closeRequestAt = now;
            closedAt = now + context.parameters.timeouts().nearClose();
            host.wake(this);
        }
    }

    /** Ends the session at once, with a last Close Acknowledgement that may get lost (§3.5.5). */
    public void abort(CloseReason reason, DatagramSink sink, long now) {
        if (state == State.CLOSED) {
            return;
        }
        WireWriter packet = packets.begin(now);
        new SessionCloseAck().write(packet);
        packets.finish(packet, false, packets.destination(), sink);
        terminate(reason);
    }

    /** Ends the session without a word: the other end knows, or cannot be reached. */
    public void terminate(CloseReason reason) {
        if (state == State.CLOSED) {
            return;
        }
        if (state == State.OPEN) {
            leaveOpen(State.CLOSED, reason);
        }
        state = State.CLOSED;
        // A closing session still answers, and what it answers may come in fragments.
        context.fragments.forget(this);
        host.terminated(this);
    }

    /** Flows only exist in open sessions. */
    private void leaveOpen(State next, CloseReason reason) {
        state = next;
        sendFlows.clear();
        receiveFlows.clear();
        control.clear();
        context.fragments.forget(this);
        listener.onClosed(this, reason);
    }

    /**
     * Takes a datagram with this session's id.
     *
     * @param offset of the whole datagram, scrambled session id included
     * @param from where it came from
     * @return whether it was genuine
     */
    public boolean onDatagram(
            long now, byte[] datagram, int offset, int length, InetSocketAddress from) {
        if (state == State.CLOSED) {
            return false;
        }
        PacketHeader header = packets.open(now, datagram, offset, length);
        if (header == null) {
            return false;
        }
        if (peer.onPacket(now, header) && state == State.OPEN) {
            control.add(new Ping(peer.keepaliveMessage()));
            host.confirmed(this);
            if (state == State.CLOSED) {
                return true;
            }
        }
        sendFlows.beginPacket(now);
        receiveFlows.breakSequence();
        processor.process(now, from);
        sendFlows.endPacket(now, peer.urgency(now));
        if (sendFlows.anyProgress()) {
            path.onProgress();
        }
        if (sendFlows.takeLargeVanish() && path.onLargeVanish(now)) {
            usePath();
        }
        if (state == State.OPEN && sendFlows.anyAcknowledgement()) {
            listener.onAcknowledged(this);
        }
        if (state == State.OPEN && !from.equals(packets.destination())) {
            peer.checkAddress(now, from);
        }
        if (state != State.CLOSED) {
            host.wake(this);
        }
        return true;
    }

    void onPing(byte[] message) {
        control.add(new PingReply(message));
    }

    void onPingReply(long now, byte[] echo, InetSocketAddress from) {
        if (from.equals(packets.destination()) && path.onReply(now, echo)) {
            usePath();
        } else if (peer.onPingReply(now, echo, from, packets.destination())) {
            packets.moveTo(from);
            sendFlows.onMoved(now);
            receiveFlows.acknowledgeAll();
            path.onMoved(now, from.getAddress());
            usePath();
            host.moved(this);
        }
    }

    private void usePath() {
        packets.datagramLimit(path.limit());
        sendFlows.maxChunk(packets.maxChunk());
    }

    void onForwardedHello(FIHello hello) {
        listener.onForwardedHello(this, hello);
    }

    void onFlowException(long flowId, long code) {
        SendFlow rejected = sendFlows.onException(flowId);
        if (rejected != null) {
            listener.onFlowException(this, rejected, code);
        }
    }

    void onCloseRequest(long now) {
        if (state == State.OPEN) {
            leaveOpen(State.FARCLOSE_LINGER, CloseReason.FAR_CLOSED);
            closedAt = now + context.parameters.timeouts().farClose();
        }
        control.add(new SessionCloseAck());
    }

    /** Whether it has been silent for so long that it gave up its ciphers. */
    boolean isAtRest() {
        return packets.isAtRest();
    }

    /** The time at which {@link #flush} is to be called if nothing happens before. */
    public long deadline() {
        return switch (state) {
            case OPEN -> openDeadline();
            case NEARCLOSE, FARCLOSE_LINGER -> Math.min(closeRequestAt, closedAt);
            case CLOSED -> NEVER;
        };
    }

    private long openDeadline() {
        long keeping = Math.min(Math.min(peer.deadline(), probeDeadline()), packets.deadline());
        long flows = Math.min(sendFlows.deadline(), receiveFlows.deadline());
        return Math.min(Math.min(keeping, flows), Math.min(idleDeadline(), endBy));
    }

    private long idleDeadline() {
        return idleSince == NEVER ? NEVER : idleSince + context.parameters.timeouts().idle();
    }

    private long probeDeadline() {
        return peer.echoes() ? path.deadline() : NEVER;
    }

    /** Runs the timers that are due and sends what may be sent now. */
    public void flush(long now, DatagramSink sink) {
        runTimers(now, sink);
        if (state == State.CLOSED) {
            return;
        }
        output.sendAddressCheck(now, sink);
        probePath(now, sink);
        output.sendAll(now, state == State.OPEN, sink);
    }

    private void runTimers(long now, DatagramSink sink) {
        if (state == State.OPEN) {
            receiveFlows.runTimers(now);
            boolean timedOut =
                    sendFlows.runTimers(now, peer.bearsBufferProbes(identity) ? control : null);
            if (timedOut && path.onTimeout(now)) {
                usePath();
            }
            if (sendFlows.isStalled(now)) {
                closeAtOnce(now, CloseReason.TIMED_OUT);
                return;
            }
            peer.repeatAddressCheck(now);
            switch (peer.pollKeepalive(now, roundTrip)) {
                case WAIT -> {}
                case PING -> control.add(new Ping(peer.keepaliveMessage()));
                case GIVE_UP -> {
                    abort(CloseReason.TIMED_OUT, sink, now);
                    return;
                }
            }
            packets.restIfQuiet(now);
            closeIfIdle(now);
            if (now >= endBy) {
                endInTime(now);
            }
        } else if (now >= closedAt) {
            terminate(CloseReason.TIMED_OUT);
        } else if (now >= closeRequestAt) {
            control.add(new SessionCloseRequest());
            closeRequestAt = now + SessionParameters.CLOSE_INTERVAL;
        }
    }

    private void endInTime(long now) {
        if (isHalfOpen()) {
            context.counters.discard(Discard.HALF_OPEN_ENDED);
            terminate(CloseReason.UNCONFIRMED);
        } else {
            closeAtOnce(now, CloseReason.NEAR_CLOSED);
        }
    }

    private void closeIfIdle(long now) {
        if (sendFlows.count() > 0 || receiveFlows.anyOpen()) {
            idleSince = NEVER;
        } else if (idleSince == NEVER) {
            idleSince = now;
        } else if (now >= idleDeadline()) {
            closeAtOnce(now, CloseReason.IDLE);
        }
    }

    /** Closes the session with the packet that is being made. */
    private void closeAtOnce(long now, CloseReason reason) {
        if (state == State.OPEN) {
            close(now, reason);
            control.add(new SessionCloseRequest());
            closeRequestAt = now + SessionParameters.CLOSE_INTERVAL;
        }
    }

    private void probePath(long now, DatagramSink sink) {
        if (state == State.OPEN && peer.echoes()) {
            int size = path.poll(now, roundTrip.effectiveTimeout());
            if (size > 0) {
                packets.sendProbe(now, size, new Ping(path.message(size)), sink);
            }
        }
    }
}
