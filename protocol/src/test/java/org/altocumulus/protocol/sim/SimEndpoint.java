package org.altocumulus.protocol.sim;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.CookieFactory;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.packet.Multiplex;
import org.altocumulus.protocol.session.CongestionFactory;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HalfOpenSessions;
import org.altocumulus.protocol.session.HandshakeResponder;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.HelloPolicy;
import org.altocumulus.protocol.session.Initiator;
import org.altocumulus.protocol.session.PeerAddresses;
import org.altocumulus.protocol.session.Role;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionContext;
import org.altocumulus.protocol.session.SessionHost;
import org.altocumulus.protocol.session.SessionIdentity;
import org.altocumulus.protocol.session.TransportCounters;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;

/**
 * A host of sessions at one address, that answers hellos and opens sessions itself. It flushes a
 * session only when the session woke it or at the session's deadline, and checks what holds of each
 * datagram and of each deadline.
 */
public final class SimEndpoint implements SessionHost, HandshakeResponder.Host, Initiator.Host {
    private static final byte[] COOKIE_SECRET = new byte[32];
    private static final long MILLISECOND = 1_000_000L;
    private static final long WALL_CLOCK_START = 1_790_000_000_000L;

    private final SimNetwork network;
    private final VirtualTime time;
    private final EndpointSetup setup;
    private final TransportCounters counters = new TransportCounters();
    private final SessionContext context;
    private final HandshakeResponder responder;
    private final SimKeyWorker keyWorker;
    private final Recorder recorder;
    private final Map<Integer, Session> sessions = new LinkedHashMap<>();
    private final Map<Integer, Initiator> initiators = new LinkedHashMap<>();
    private final Map<Session, PacketOpener> inspectors = new HashMap<>();
    private final List<InetSocketAddress> movedTo = new ArrayList<>();
    private final Set<Object> awake = new LinkedHashSet<>();
    private final List<Consumer<SeenPacket>> watchers = new ArrayList<>();
    private CongestionFactory congestion = CongestionAlgorithm.WINDOW::create;
    private InetSocketAddress address;
    private HelloPolicy helloPolicy;

    /** Never: in many tests nobody has anything to say. */
    private long confirmLimit = Long.MAX_VALUE;

    private HalfOpenSessions halfOpen = new HalfOpenSessions(4096, 256);
    private Predicate<InetSocketAddress> reachable = to -> true;
    private UnaryOperator<byte[]> outgoing = UnaryOperator.identity();
    private boolean connected = true;
    private boolean timestampsExpected = true;
    private boolean settleScheduled;
    private long timerAt = Long.MAX_VALUE;

    /** When the next event for the timer is planned, {@link #timerAt} or before. */
    private long eventAt = Long.MAX_VALUE;

    private int nextId = 1;

    public SimEndpoint(
            SimNetwork network, InetSocketAddress address, EndpointSetup setup, long seed) {
        this.network = network;
        this.time = network.time();
        this.address = address;
        this.setup = setup;
        this.context = new SessionContext(setup.parameters(), counters, SeededRandom.of(seed));
        this.responder =
                new HandshakeResponder(
                        context,
                        this,
                        setup.identity(),
                        setup.policy(),
                        new CookieFactory(COOKIE_SECRET));
        this.keyWorker = new SimKeyWorker(time, setup.keyDelay(), setup.keyQueue());
        this.recorder = new Recorder(time);
        recorder.onForwardedHello(
                hello -> responder.onForwardedHello(time.now(), wallMillis(), hello));
        this.helloPolicy =
                (now, discriminator, tag, from) ->
                        discriminator.selects(setup.identity().certificate())
                                ? new HelloAnswer.Respond()
                                : new HelloAnswer.Ignore(Discard.UNWANTED_HELLO);
        network.bind(address, this::receive);
    }

    public InetSocketAddress address() {
        return address;
    }

    public EndpointSetup setup() {
        return setup;
    }

    public TransportCounters counters() {
        return counters;
    }

    public Recorder recorder() {
        return recorder;
    }

    public SessionContext context() {
        return context;
    }

    public HandshakeResponder responder() {
        return responder;
    }

    /** Key agreements that were computed, or attempted. */
    public int keyAgreements() {
        return keyWorker.done();
    }

    /** Lets the next key agreement take that much longer than those that follow. */
    public void holdNextKeyAgreement(long longer) {
        keyWorker.holdNext(longer);
    }

    /** The sessions that are not over. */
    public Collection<Session> sessions() {
        return sessions.values();
    }

    /** The one session that there must be. */
    public Session onlySession() {
        if (sessions.size() != 1) {
            throw new AssertionError(sessions.size() + " sessions");
        }
        return sessions.values().iterator().next();
    }

    /** Says how hellos are answered. */
    public void helloPolicy(HelloPolicy policy) {
        helloPolicy = policy;
    }

    /** Says which controller the sessions get that open from now on. */
    public void congestion(CongestionFactory factory) {
        congestion = factory;
    }

    /**
     * Introduces to each other those that have a session here; each has reported those addresses.
     */
    public void introduce(Collection<InetSocketAddress> reported) {
        helloPolicy =
                (now, wanted, tag, from) ->
                        openSessions()
                                .filter(session -> wanted.selects(session.identity().far()))
                                .findFirst()
                                .map(session -> introduction(session, reported, from))
                                .orElse(new HelloAnswer.Ignore(Discard.UNKNOWN_PEER));
    }

    private static HelloAnswer introduction(
            Session peer, Collection<InetSocketAddress> reported, InetSocketAddress asker) {
        return new HelloAnswer.Introduce(
                PeerAddresses.of(peer.address(), reported),
                new Address(AddressOrigin.REFLEXIVE, asker),
                peer::forward);
    }

    /** Says where this endpoint can send to; elsewhere it does not try. */
    public void reaches(Predicate<InetSocketAddress> where) {
        reachable = where;
    }

    private Stream<Session> openSessions() {
        return sessions.values().stream().filter(s -> s.state() == Session.State.OPEN);
    }

    /** Shows each packet of a session that arrives, before the session gets it. */
    public void watch(Consumer<SeenPacket> watcher) {
        watchers.add(watcher);
    }

    /** Changes each datagram that leaves from now on. */
    public void outgoing(UnaryOperator<byte[]> change) {
        outgoing = change;
    }

    /** Lets packets arrive without a timestamp, which otherwise fails the test. */
    public void bearMissingTimestamps() {
        timestampsExpected = false;
    }

    /** Goes on at another address; what is under way to the old one is lost. */
    public void moveTo(InetSocketAddress newAddress) {
        leave();
        network.moved(address, newAddress);
        address = newAddress;
        connected = true;
        network.bind(address, this::receive);
    }

    /** Takes the endpoint off the network, without a word. */
    public void leave() {
        if (connected) {
            network.unbind(address);
            connected = false;
        }
    }

    /** Begins to open a session to whoever answers at one of the addresses. */
    public Opening open(EndpointDiscriminator wanted, Collection<InetSocketAddress> addresses) {
        Opening opening = new Opening();
        Initiator initiator =
                new Initiator(
                        context,
                        this,
                        opening,
                        setup.identity(),
                        setup.policy(),
                        wanted,
                        addresses,
                        newSessionId(),
                        time.now());
        opening.begun(initiator);
        initiators.put(initiator.nearId(), initiator);
        wake(initiator);
        return opening;
    }

    /** Begins to open a session to a server. */
    public Opening open(InetSocketAddress server) {
        return open(EndpointDiscriminator.ofUri("rtmfp://server/app"), List.of(server));
    }

    /** Gives a datagram to whom it is for. */
    public void receive(Datagram datagram) {
        byte[] bytes = datagram.bytes();
        int id = Multiplex.sessionId(bytes, 0, bytes.length);
        settleSoon();
        if (id == 0) {
            responder.onDatagram(time.now(), wallMillis(), bytes, 0, bytes.length, datagram.from());
            List.copyOf(initiators.values())
                    .forEach(initiator -> toInitiator(initiator, 0, datagram));
        } else if (sessions.containsKey(id)) {
            toSession(sessions.get(id), datagram);
        } else if (initiators.containsKey(id)) {
            toInitiator(initiators.get(id), id, datagram);
        } else {
            counters.discard(Discard.UNKNOWN_SESSION);
        }
    }

    private void toInitiator(Initiator initiator, int id, Datagram datagram) {
        initiator.onDatagram(
                time.now(), id, datagram.bytes(), 0, datagram.bytes().length, datagram.from());
    }

    private void toSession(Session session, Datagram datagram) {
        inspect(session, datagram);
        byte[] bytes = datagram.bytes();
        session.onDatagram(time.now(), bytes, 0, bytes.length, datagram.from());
    }

    @Override
    public void confirmed(Session session) {
        if (session.identity().role() == Role.RESPONDER) {
            responder.onConfirmed(session);
            expireResponderAgain();
        }
    }

    private void expireResponderAgain() {
        if (responder.deadline() != Long.MAX_VALUE) {
            time.at(responder.deadline(), this::expireResponder);
        }
    }

    private void expireResponder() {
        responder.expire(time.now());
        expireResponderAgain();
    }

    private void inspect(Session session, Datagram datagram) {
        SeenPacket packet = SeenPacket.open(inspectors.get(session), datagram);
        if (packet != null) {
            if (packet.header().timestamp() < 0 && timestampsExpected) {
                throw new AssertionError("a packet without timestamp");
            }
            watchers.forEach(watcher -> watcher.accept(packet));
        }
    }

    /** The time of day, as cookies count it. */
    public long wallMillis() {
        return WALL_CLOCK_START + Math.floorDiv(time.now(), MILLISECOND);
    }

    @Override
    public void wake(Session session) {
        awake.add(session);
        settleSoon();
    }

    @Override
    public void wake(Initiator initiator) {
        awake.add(initiator);
        settleSoon();
    }

    @Override
    public void moved(Session session) {
        movedTo.add(session.address());
    }

    /** The addresses at which far ends were found, or said more of, since they opened. */
    public List<InetSocketAddress> movedTo() {
        return movedTo;
    }

    @Override
    public void terminated(Session session) {
        if (sessions.remove(session.identity().nearId()) != session) {
            throw new AssertionError("terminated twice");
        }
        inspectors.remove(session);
        responder.onTerminated(session);
        settleSoon();
    }

    @Override
    public Session open(long now, SessionIdentity identity, InetSocketAddress from) {
        Session session = new Session(context, this, recorder, congestion, identity, from, now);
        inspectors.put(session, identity.keys().newOpener());
        sessions.put(identity.nearId(), session);
        initiators.remove(identity.nearId());
        wake(session);
        return session;
    }

    @Override
    public Collection<Initiator> opening() {
        return initiators.values();
    }

    @Override
    public Session openedTo(InetSocketAddress to) {
        return openSessions()
                .filter(session -> session.identity().role() == Role.INITIATOR)
                .filter(session -> session.address().equals(to))
                .findFirst()
                .orElse(null);
    }

    @Override
    public boolean hasSessionWith(Certificate far) {
        return openSessions().anyMatch(session -> session.identity().far().equals(far));
    }

    @Override
    public boolean reaches(InetSocketAddress to) {
        return reachable.test(to);
    }

    @Override
    public boolean admits() {
        return sessions.values().stream().filter(s -> !s.isHalfOpen()).count()
                < setup.maxSessions();
    }

    @Override
    public Discard admitHalfOpen(InetAddress source) {
        return halfOpen.admit(source);
    }

    @Override
    public void halfOpenEnded(InetAddress source) {
        halfOpen.end(source);
    }

    @Override
    public Consumer<LongConsumer> wayBack() {
        return task -> time.after(0, () -> task.accept(time.now()));
    }

    @Override
    public long confirmLimit() {
        return confirmLimit;
    }

    /** Bounds the half-open sessions, of which there are none yet, in number and in time. */
    public void halfOpen(HalfOpenSessions bounds, long limit) {
        halfOpen = bounds;
        confirmLimit = limit;
    }

    /** Sessions that are half-open, as the endpoint counts them. */
    public int halfOpen() {
        return halfOpen.count();
    }

    @Override
    public int newSessionId() {
        return nextId++;
    }

    @Override
    public HelloAnswer onHello(
            long now, EndpointDiscriminator discriminator, byte[] tag, InetSocketAddress from) {
        return helloPolicy.onHello(now, discriminator, tag, from);
    }

    @Override
    public <T> boolean submit(Callable<T> work, Completion<T> then) {
        return keyWorker.submit(work, then);
    }

    @Override
    public void send(byte[] datagram, int length, InetSocketAddress destination) {
        if (connected) {
            network.send(address, destination, outgoing.apply(Arrays.copyOf(datagram, length)));
        }
    }

    @Override
    public void sendProbe(byte[] datagram, int length, InetSocketAddress destination) {
        if (connected) {
            network.sendProbe(address, destination, Arrays.copyOf(datagram, length));
        }
    }

    @Override
    public void sendDivisible(byte[] datagram, int length, InetSocketAddress destination) {
        if (connected) {
            network.sendDivisible(address, destination, Arrays.copyOf(datagram, length));
        }
    }

    private void settleSoon() {
        if (!settleScheduled) {
            settleScheduled = true;
            time.after(0, this::settle);
        }
    }

    /** The end of a turn of the loop. */
    private void settle() {
        settleScheduled = false;
        List<Object> turn = List.copyOf(awake);
        awake.clear();
        turn.forEach(this::flush);
        initiators.values().removeIf(Initiator::hasEndedWithoutSession);
        arm();
    }

    private void flush(Object who) {
        long now = time.now();
        if (who instanceof Session session) {
            session.flush(now, this);
            if (session.deadline() <= now) {
                session.flush(now, this);
            }
        } else {
            ((Initiator) who).flush(now, this);
        }
        if (deadline(who) <= now) {
            throw new AssertionError("a deadline in the past, for ever: " + deadline(who));
        }
    }

    private void arm() {
        long earliest = context.fragmentDeadline();
        for (Session session : sessions.values()) {
            earliest = Math.min(earliest, session.deadline());
        }
        for (Initiator initiator : initiators.values()) {
            earliest = Math.min(earliest, initiator.deadline());
        }
        timerAt = earliest;
        schedule();
    }

    /** A deadline that moved away is looked at again when the old one comes: most do so often. */
    private void schedule() {
        if (timerAt < eventAt) {
            eventAt = timerAt;
            long planned = eventAt;
            time.at(Math.max(planned, time.now()), () -> onTimer(planned));
        }
    }

    private void onTimer(long planned) {
        if (planned != eventAt) {
            return;
        }
        eventAt = Long.MAX_VALUE;
        if (timerAt > planned) {
            schedule();
            return;
        }
        timerAt = Long.MAX_VALUE;
        int others = awake.size();
        sessions.values().stream().filter(s -> s.deadline() <= time.now()).forEach(awake::add);
        initiators.values().stream().filter(i -> i.deadline() <= time.now()).forEach(awake::add);
        boolean expires = context.fragmentDeadline() <= time.now();
        context.expireFragments(time.now());
        if (awake.size() == others && others == 0 && !expires) {
            throw new AssertionError("a timer that nobody waits for");
        }
        settleSoon();
    }

    /**
     * Checks that the timer is that of someone who is here, and that whoever waits for a time has
     * it.
     */
    void requireOwnedTimers() {
        long earliest = context.fragmentDeadline();
        for (Session session : sessions.values()) {
            if (session.state() == Session.State.CLOSED) {
                throw new AssertionError("a session that is over and here");
            }
            earliest = Math.min(earliest, session.deadline());
        }
        for (Initiator initiator : initiators.values()) {
            earliest = Math.min(earliest, initiator.deadline());
        }
        if (!settleScheduled && timerAt != earliest) {
            throw new AssertionError("the timer is at " + timerAt + " and not at " + earliest);
        }
    }

    private static long deadline(Object who) {
        return who instanceof Session session ? session.deadline() : ((Initiator) who).deadline();
    }
}
