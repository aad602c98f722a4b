package org.altocumulus.protocol.session;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.chunk.IIKeying;
import org.altocumulus.protocol.chunk.PacketFragment;
import org.altocumulus.protocol.chunk.RHello;
import org.altocumulus.protocol.chunk.Redirect;
import org.altocumulus.protocol.crypto.CookieFactory;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketMode;
import org.altocumulus.protocol.packet.PacketReassembler;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * Answers the startup packets of initiators (RFC 7016 §3.5.1.1.2, §3.5.1.2): hellos without keeping
 * anything, an IIKeying with a good cookie by one key agreement and one session, however often it
 * comes.
 *
 * <p>An IIKeying with another certificate, or of another attempt, from an address that has a
 * session opens a new one; the old one ends when the new one is confirmed by its first packet, so
 * that a repeated old datagram ends nothing. A session that is not confirmed within {@link
 * Host#confirmLimit} ends. Belongs to one event loop.
 */
public final class HandshakeResponder {
    private final SessionContext context;
    private final Host host;
    private final Identity identity;
    private final CookieFactory cookies;
    private final StartupPackets packets;
    private final PacketReassembler fragments;
    private final KeyingResponder keyings;
    private final ChunkCursor chunks = new ChunkCursor();
    private final ReceivedHello hello = new ReceivedHello();

    /** What the responder needs of its loop. */
    public interface Host extends HelloPolicy, KeyWorker, DatagramSink {
        /** Whether one more session may open. */
        boolean admits();

        /**
         * Counts one more half-open session from there, until {@link #halfOpenEnded}.
         *
         * @return why there may not be one more, or null if it is counted
         */
        default Discard admitHalfOpen(InetAddress source) {
            return null;
        }

        /** A half-open session that was counted from there is confirmed, or has ended. */
        default void halfOpenEnded(InetAddress source) {}

        /**
         * Nanoseconds from the last IIKeying of an initiator to the first packet of its session,
         * after which the session ends; {@code Long.MAX_VALUE} for never.
         */
        default long confirmLimit() {
            return SessionParameters.CONFIRM_LIMIT;
        }

        /** A session id that is not in use and not 0. */
        int newSessionId();

        /** Makes a session and puts it into the table. */
        Session open(long now, SessionIdentity identity, InetSocketAddress address);

        /** The sessions that this endpoint is opening itself; none if it only answers. */
        default Collection<Initiator> opening() {
            return List.of();
        }

        /** An open session to that address that was opened from here, or null. */
        default Session openedTo(InetSocketAddress address) {
            return null;
        }

        /**
         * Runs what it is given on this loop, with the time; what that sends leaves from where the
         * answer to the present datagram would. May be used from any thread.
         */
        default Consumer<LongConsumer> wayBack() {
            throw new UnsupportedOperationException("this host has no answers that come later");
        }

        /** Another endpoint answered a hello that was {@linkplain #ask sent} from here. */
        default void onAnswered(RHello answer, InetSocketAddress from) {}
    }

    /**
     * A responder for the startup packets of one loop.
     *
     * @param cookies made from a secret that all loops of the node share
     */
    public HandshakeResponder(
            SessionContext context,
            Host host,
            Identity identity,
            KeyingPolicy policy,
            CookieFactory cookies) {
        this.context = context;
        this.host = host;
        this.identity = identity;
        this.cookies = cookies;
        this.packets = new StartupPackets(context);
        this.fragments = context.startupFragments;
        this.keyings = new KeyingResponder(context, host, identity, policy, cookies, packets);
    }

    /**
     * Takes a datagram with session id 0.
     *
     * @param wallMillis the time of day in milliseconds, for cookies
     */
    public void onDatagram(
            long now,
            long wallMillis,
            byte[] datagram,
            int offset,
            int length,
            InetSocketAddress from) {
        WireReader packet = packets.open(datagram, offset, length);
        if (packet != null && packets.skipHeader(packet)) {
            process(now, wallMillis, packet, from, true);
        }
    }

    /** Takes the first chunk that is for a responder: packets of startup have no more than one. */
    private void process(
            long now,
            long wallMillis,
            WireReader packet,
            InetSocketAddress from,
            boolean fragmentsAllowed) {
        chunks.wrap(packet);
        while (chunks.next()) {
            WireReader payload = chunks.payload();
            try {
                switch (chunks.type()) {
                    case IHello.TYPE -> {
                        hello.read(payload);
                        onHello(now, wallMillis, from);
                        return;
                    }
                    case IIKeying.TYPE -> {
                        keyings.onKeying(now, wallMillis, IIKeying.read(payload), from);
                        return;
                    }
                    case RHello.TYPE -> {
                        host.onAnswered(RHello.read(payload), from);
                        return;
                    }
                    case PacketFragment.TYPE -> {
                        if (fragmentsAllowed) {
                            onFragment(now, wallMillis, PacketFragment.read(payload), from);
                        }
                        return;
                    }
                    default -> {}
                }
            } catch (WireException e) {
                context.counters.discard(Discard.BAD_CHUNK);
            }
        }
    }

    private void onFragment(
            long now, long wallMillis, PacketFragment fragment, InetSocketAddress from) {
        long discardedBefore = fragments.discarded();
        byte[] whole = fragments.add(from, PacketMode.STARTUP, fragment, now);
        if (fragments.discarded() != discardedBefore) {
            context.counters.discard(Discard.BAD_FRAGMENT);
        }
        if (whole != null) {
            WireReader packet = new WireReader(whole);
            if (packets.skipHeader(packet)) {
                process(now, wallMillis, packet, from, false);
            }
        }
    }

    private void onHello(long now, long wallMillis, InetSocketAddress from) {
        EndpointDiscriminator wanted = hello.wanted();
        byte[] tag = hello.tag();
        if (!wanted.isValid()) {
            context.counters.discard(Discard.UNWANTED_HELLO);
            return;
        }
        HelloAnswer answer = host.onHello(now, wanted, tag, from);
        if (answer instanceof HelloAnswer.Ignore ignore) {
            context.counters.discard(ignore.reason());
        } else if (answer instanceof HelloAnswer.RedirectTo redirect) {
            redirect(now, tag, redirect.destinations(), from);
        } else if (answer instanceof HelloAnswer.Introduce introduce) {
            introduce(wanted, tag.clone(), introduce, from);
        } else if (answer instanceof HelloAnswer.Later later) {
            Consumer<LongConsumer> wayBack = host.wayBack();
            byte[] kept = tag.clone();
            later.question()
                    .ask(
                            destinations ->
                                    wayBack.accept(at -> answered(at, kept, destinations, from)));
        } else {
            sayHello(now, wallMillis, tag, from);
        }
    }

    /** The peer is told first, so that it has opened its NAT when the asker tries it. */
    private void introduce(
            EndpointDiscriminator wanted,
            byte[] tag,
            HelloAnswer.Introduce introduce,
            InetSocketAddress from) {
        Consumer<LongConsumer> wayBack = host.wayBack();
        introduce
                .peer()
                .forward(
                        new FIHello(wanted.encoded(), introduce.replyAddress(), tag),
                        () ->
                                wayBack.accept(
                                        at -> redirect(at, tag, introduce.destinations(), from)));
        context.counters.introductions.increment();
    }

    /** Another node has answered for a hello of before. */
    private void answered(
            long now, byte[] tag, List<Address> destinations, InetSocketAddress from) {
        if (destinations.isEmpty()) {
            context.counters.discard(Discard.UNKNOWN_PEER);
        } else {
            redirect(now, tag, destinations, from);
            context.counters.introductions.increment();
        }
    }

    private void redirect(long now, byte[] tag, List<Address> destinations, InetSocketAddress to) {
        List<Address> listed =
                destinations.size() <= Candidates.MAX
                        ? destinations
                        : destinations.subList(0, Candidates.MAX);
        packets.send(now, new Redirect(tag, listed), 0, to, host);
    }

    /**
     * Answers a hello that came inside a session (§3.5.1.1.2), if it is for this endpoint. Only for
     * endpoints that trust the forwarder: it makes them send to an address that it names.
     */
    public void onForwardedHello(long now, long wallMillis, FIHello hello) {
        InetSocketAddress to = hello.replyAddress().socket();
        boolean wanted = false;
        try {
            wanted =
                    EndpointDiscriminator.parse(hello.endpointDiscriminator())
                            .selects(identity.certificate());
        } catch (WireException e) {
            // Counted as not wanted.
        }
        if (wanted && PeerAddresses.isUsable(to)) {
            sayHello(now, wallMillis, hello.tag(), to);
        } else {
            context.counters.discard(Discard.UNWANTED_FORWARD);
        }
    }

    /** Sends an RHello as if {@code to} had sent the hello with that tag (also for FIHello). */
    public void sayHello(long now, long wallMillis, byte[] tag, InetSocketAddress to) {
        byte[] cookie = cookies.bake(wallMillis, to);
        RHello answer = new RHello(tag, cookie, identity.certificate().encoded());
        packets.send(now, answer, 0, to, host);
    }

    /** Says hello to another endpoint, only to learn whether it answers. */
    public void ask(long now, EndpointDiscriminator wanted, byte[] tag, InetSocketAddress to) {
        packets.send(now, new IHello(wanted.encoded(), tag), 0, to, host);
    }

    /** Addresses of which something is kept. */
    int openings() {
        return keyings.openings();
    }

    /** Sessions that are half-open, those included whose keys are being agreed on. */
    int halfOpen() {
        return keyings.halfOpen();
    }

    /**
     * The first packet of a session that this responder opened has decrypted. From now on the
     * session may last.
     */
    public void onConfirmed(Session session) {
        keyings.onConfirmed(session);
    }

    /** When {@link #expire} is to be called; {@code Long.MAX_VALUE} for never. */
    public long deadline() {
        return keyings.deadline();
    }

    /** Gives up what was kept for a time that is over. */
    public void expire(long now) {
        keyings.expire(now);
    }

    /** A session is over. */
    public void onTerminated(Session session) {
        keyings.onTerminated(session);
    }
}
