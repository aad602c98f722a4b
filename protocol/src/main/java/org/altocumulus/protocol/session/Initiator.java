package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import org.altocumulus.protocol.chunk.CookieChange;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.chunk.IIKeying;
import org.altocumulus.protocol.chunk.PacketFragment;
import org.altocumulus.protocol.chunk.RHello;
import org.altocumulus.protocol.chunk.RIKeying;
import org.altocumulus.protocol.chunk.Redirect;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.InitiatorKeying;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.SessionKeys;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketMode;
import org.altocumulus.protocol.packet.PacketReassembler;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * An opening session, seen from the end that wants it (RFC 7016 §3.5.1.1.1): hellos to all
 * candidates, also those that redirects name, keying with the first that answers.
 *
 * <pre>
 *   IHELLO_SENT ──RHello──▶ KEYING_SENT ──RIKeying──▶ OPENED (a {@link Session})
 *        ├────────────95 s───────┼──────▶ FAILED
 *        └──session of the other─┴──────▶ YIELDED
 * </pre>
 *
 * <p>Belongs to one event loop; not thread-safe.
 */
public final class Initiator {
    /** The opening states of RFC 7016 figure 8. */
    public enum State {
        IHELLO_SENT,
        KEYING_SENT,
        OPENED,
        FAILED,
        /** There is a session with the other end, or it opens one itself (§3.5.1.3). */
        YIELDED
    }

    private static final int TAG_SIZE = 16;
    private static final int MAX_EARLY_PACKETS = 18;
    private static final int MAX_FRAGMENTED = 8;
    private static final long OPEN_TIMEOUT = SECONDS.toNanos(95);
    private static final byte[] SIGNATURE = {'X'};

    private final SessionContext context;
    private final Host host;
    private final InitiatorListener listener;
    private final Identity identity;
    private final KeyingPolicy policy;
    private final EndpointDiscriminator wanted;
    private final int nearId;
    private final StartupPackets packets;
    private final PacketReassembler fragments = new PacketReassembler(MAX_FRAGMENTED);
    private final Candidates candidates = new Candidates();
    private final byte[] tag = new byte[TAG_SIZE];
    private final long failAt;
    private final Deque<EarlyPacket> early = new ArrayDeque<>();

    private State state = State.IHELLO_SENT;
    private InetSocketAddress destination;
    private Certificate far;
    private byte[] cookie;
    private boolean cookieChanged;
    private InitiatorKeying keying;
    private boolean completing;
    private Candidates.Backoff keyingBackoff;

    /** What the initiator needs of its loop. */
    public interface Host extends KeyWorker {
        /** {@link #flush} is to be called soon. */
        void wake(Initiator initiator);

        /**
         * Whether there is an open session with that end already, so that none more is wanted
         * (§3.5.1.1.1). Asked for openings by fingerprint only: an endpoint may have several
         * sessions with a server.
         */
        default boolean hasSessionWith(Certificate far) {
            return false;
        }

        /** Whether this end can send to that address; others are no candidates. */
        default boolean reaches(InetSocketAddress address) {
            return true;
        }

        /** Makes the session and puts it into the table. */
        Session open(long now, SessionIdentity identity, InetSocketAddress address);
    }

    /** A packet of the session that overtook the RIKeying. */
    private record EarlyPacket(long at, byte[] datagram, InetSocketAddress from) {}

    /**
     * Begins to open a session.
     *
     * @param wanted who is to answer
     * @param addresses where to ask, at least one
     * @param nearId the session id of packets to this end, not in use and not 0
     */
    public Initiator(
            SessionContext context,
            Host host,
            InitiatorListener listener,
            Identity identity,
            KeyingPolicy policy,
            EndpointDiscriminator wanted,
            Collection<InetSocketAddress> addresses,
            int nearId,
            long now) {
        this.context = context;
        this.host = host;
        this.listener = listener;
        this.identity = identity;
        this.policy = policy;
        this.wanted = wanted;
        this.nearId = nearId;
        this.packets = context.startupPackets();
        this.failAt = now + OPEN_TIMEOUT;
        context.random.nextBytes(tag);
        addresses.forEach(address -> addCandidate(now, address));
    }

    public State state() {
        return state;
    }

    /** The session id of packets to this end. */
    public int nearId() {
        return nearId;
    }

    /** Takes a datagram whose session id is 0 or {@link #nearId}. */
    public void onDatagram(
            long now,
            int sessionId,
            byte[] datagram,
            int offset,
            int length,
            InetSocketAddress from) {
        if (!isOpening()) {
            return;
        }
        WireReader packet = packets.open(datagram, offset, length);
        if (packet == null) {
            if (sessionId == nearId && keying != null && early.size() < MAX_EARLY_PACKETS) {
                byte[] copy = Arrays.copyOfRange(datagram, offset, offset + length);
                early.add(new EarlyPacket(now, copy, from));
            }
            return;
        }
        processAll(now, sessionId, packet, from, true);
        host.wake(this);
    }

    private void processAll(
            long now,
            int sessionId,
            WireReader packet,
            InetSocketAddress from,
            boolean fragmentsAllowed) {
        if (!packets.skipHeader(packet)) {
            return;
        }
        ChunkCursor chunks = new ChunkCursor().wrap(packet);
        while (chunks.next()) {
            try {
                if (chunks.type() != PacketFragment.TYPE) {
                    process(now, sessionId, chunks.type(), chunks.payload(), from);
                } else if (fragmentsAllowed) {
                    PacketFragment fragment = PacketFragment.read(chunks.payload());
                    byte[] whole = fragments.add(from, PacketMode.STARTUP, fragment, now);
                    if (whole != null) {
                        processAll(now, sessionId, new WireReader(whole), from, false);
                    }
                    return;
                }
            } catch (WireException e) {
                context.counters.discard(Discard.BAD_CHUNK);
            }
        }
    }

    private void process(
            long now, int sessionId, int type, WireReader payload, InetSocketAddress from)
            throws WireException {
        if (type == RHello.TYPE) {
            onHello(RHello.read(payload), from);
        } else if (type == Redirect.TYPE) {
            onRedirect(now, Redirect.read(payload), from);
        } else if (type == CookieChange.TYPE && sessionId == nearId) {
            onCookieChange(now, CookieChange.read(payload));
        } else if (type == RIKeying.TYPE && sessionId == nearId) {
            onKeying(RIKeying.read(payload));
        }
    }

    private void onRedirect(long now, Redirect redirect, InetSocketAddress from) {
        if (state != State.IHELLO_SENT || !Arrays.equals(tag, redirect.tagEcho())) {
            return;
        }
        if (redirect.destinations().isEmpty()) {
            addCandidate(now, from);
        }
        for (Address address : redirect.destinations()) {
            addCandidate(now, address.socket());
        }
    }

    private void addCandidate(long now, InetSocketAddress address) {
        if (host.reaches(address)) {
            candidates.add(now, address);
        }
    }

    private void onHello(RHello hello, InetSocketAddress from) throws WireException {
        if (state != State.IHELLO_SENT || !Arrays.equals(tag, hello.tagEcho())) {
            return;
        }
        Certificate certificate = Certificate.parse(hello.certificate());
        if (!wanted.selects(certificate)) {
            context.counters.discard(Discard.UNWANTED_HELLO);
            return;
        }
        if (wanted.fingerprint().isPresent() && host.hasSessionWith(certificate)) {
            yieldToOther();
            return;
        }
        boolean accepted =
                host.submit(
                        () -> InitiatorKeying.begin(identity, policy, certificate, context.random),
                        (later, begun, failure) -> onBegun(later, begun));
        if (accepted) {
            state = State.KEYING_SENT;
            far = certificate;
            cookie = hello.cookie();
            destination = from;
        }
    }

    private void onBegun(long now, InitiatorKeying begun) {
        if (state != State.KEYING_SENT) {
            return;
        }
        if (begun == null) {
            // Another candidate may offer what this one lacks.
            context.counters.discard(Discard.BAD_KEYING);
            state = State.IHELLO_SENT;
            return;
        }
        keying = begun;
        keyingBackoff = new Candidates.Backoff(now);
        host.wake(this);
    }

    private void onCookieChange(long now, CookieChange change) {
        if (state == State.KEYING_SENT
                && keying != null
                && !cookieChanged
                && Arrays.equals(cookie, change.oldCookie())) {
            cookieChanged = true;
            cookie = change.newCookie();
            keyingBackoff = new Candidates.Backoff(now);
        }
    }

    private void onKeying(RIKeying answer) {
        if (state != State.KEYING_SENT || keying == null || completing) {
            return;
        }
        InitiatorKeying begun = keying;
        completing =
                host.submit(
                        () -> begun.complete(answer.component()),
                        (later, keys, failure) -> onKeys(later, answer.responderSessionId(), keys));
    }

    private void onKeys(long now, int farId, SessionKeys keys) {
        completing = false;
        if (state != State.KEYING_SENT) {
            return;
        }
        if (keys == null) {
            context.counters.discard(Discard.BAD_KEYING);
            return;
        }
        context.counters.keyAgreements.increment();
        state = State.OPENED;
        Session session =
                host.open(
                        now,
                        new SessionIdentity(Role.INITIATOR, nearId, farId, far, keys),
                        destination);
        listener.onOpened(session);
        for (EarlyPacket packet : early) {
            // At their own time: the echo of a timestamp says how long it waited (§3.5.2.2).
            session.onDatagram(packet.at, packet.datagram, 0, packet.datagram.length, packet.from);
        }
        early.clear();
    }

    /** Whether this opens a session to the end with that certificate at that address. */
    boolean isTo(Certificate certificate, InetSocketAddress address) {
        boolean there = candidates.contains(address) || address.equals(destination);
        return switch (state) {
            case IHELLO_SENT -> there && wanted.selects(certificate);
            case KEYING_SENT -> there && far.equals(certificate);
            case OPENED, FAILED, YIELDED -> false;
        };
    }

    private boolean isOpening() {
        return state == State.IHELLO_SENT || state == State.KEYING_SENT;
    }

    /** Whether there is nothing left to do, and no session has come of it. */
    public boolean hasEndedWithoutSession() {
        return state == State.FAILED || state == State.YIELDED;
    }

    /** The session with the other end is another one. */
    void yieldToOther() {
        if (isOpening()) {
            state = State.YIELDED;
            listener.onYielded();
            host.wake(this);
        }
    }

    /** Gives up. */
    public void abort(String why) {
        if (isOpening()) {
            state = State.FAILED;
            listener.onFailed(why);
            host.wake(this);
        }
    }

    /** The time at which {@link #flush} is to be called if nothing happens before. */
    public long deadline() {
        return switch (state) {
            case IHELLO_SENT -> Math.min(failAt, candidates.deadline());
            case KEYING_SENT ->
                    keyingBackoff == null ? failAt : Math.min(failAt, keyingBackoff.deadline());
            case OPENED, FAILED, YIELDED -> Long.MAX_VALUE;
        };
    }

    /** Runs the timers that are due and sends what may be sent now. */
    public void flush(long now, DatagramSink sink) {
        if (state == State.IHELLO_SENT) {
            IHello hello = new IHello(wanted.encoded(), tag);
            candidates.poll(now, address -> packets.send(now, hello, 0, address, sink));
        } else if (state == State.KEYING_SENT
                && keyingBackoff != null
                && keyingBackoff.isDue(now)) {
            IIKeying chunk =
                    new IIKeying(
                            nearId,
                            cookie,
                            identity.certificate().encoded(),
                            keying.component(),
                            SIGNATURE);
            packets.send(now, chunk, 0, destination, sink);
        }
        if (now >= failAt && isOpening()) {
            abort(
                    state == State.IHELLO_SENT
                            ? "no answer to hellos within 95 s"
                            : "no keys from " + HostPort.format(destination) + " within 95 s");
        }
    }
}
