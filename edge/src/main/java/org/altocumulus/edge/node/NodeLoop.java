package org.altocumulus.edge.node;

import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.altocumulus.edge.loop.Failures;
import org.altocumulus.edge.loop.LoopTimer;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.packet.Multiplex;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HandshakeResponder;
import org.altocumulus.protocol.session.Initiator;
import org.altocumulus.protocol.session.InitiatorListener;
import org.altocumulus.protocol.session.KeyWorker;
import org.altocumulus.protocol.session.Role;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionContext;
import org.altocumulus.protocol.session.SessionIdentity;
import org.altocumulus.protocol.session.SessionListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One event loop of a node with the sessions that belong to it. All methods but {@link #execute},
 * {@link #isCurrent} and {@link #now} are for the loop's own thread.
 */
public final class NodeLoop implements SessionLoop {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLoop.class);

    private static final int MAX_DATAGRAM = 65_536;

    /** Bytes of datagrams that wait which came to other loops, with what each costs. */
    private static final int MAX_HANDED_OVER = 1 << 20;

    private static final int HANDED_OVER_OVERHEAD = 128;

    private final AtomicInteger handedOver = new AtomicInteger();
    private final int index;
    private final EventLoop eventLoop;
    private final Gathering gathering;
    private final LoopServices services;
    private final List<NodeLoop> siblings;
    private final SessionContext context;
    private final LoopSockets sockets;
    private final SlotTable table;
    private final Openings openings = new Openings();
    private final StartupQueue startups = new StartupQueue();
    private final Turns turns;
    private final HandshakeResponder responder;
    private final LoopTimer keptAnswers;
    private final byte[] receiveArray = new byte[MAX_DATAGRAM];

    private volatile boolean stopping;

    /**
     * A loop without sockets.
     *
     * @param siblings all loops of the node by their index, complete before the first datagram
     */
    NodeLoop(
            int index,
            EventLoop eventLoop,
            Gathering gathering,
            LoopServices services,
            List<NodeLoop> siblings) {
        this.index = index;
        this.eventLoop = eventLoop;
        this.gathering = gathering;
        this.services = services;
        this.siblings = siblings;
        this.context =
                new SessionContext(
                        services.parameters().session(), services.counters(), services.random());
        this.sockets = new LoopSockets(services.counters(), gathering::sent);
        this.table = new SlotTable(index, services.random().nextInt());
        this.turns = new Turns(this, sockets, context);
        this.keptAnswers = new LoopTimer(eventLoop, this::expireKeptAnswers);
        Responding responding = services.responding();
        this.responder =
                responding == null
                        ? null
                        : new HandshakeResponder(
                                context,
                                new ResponderHost(this, services, table, sockets),
                                responding.identity(),
                                responding.policy(),
                                responding.cookies().get());
    }

    /** The number of the loop in its node, from 0. */
    public int index() {
        return index;
    }

    /** Whether the calling thread is the loop's. */
    @Override
    public boolean isCurrent() {
        return eventLoop.inEventLoop();
    }

    /** Runs a task on the loop; without effect once the loop has ended. */
    @Override
    public void execute(Runnable task) {
        try {
            eventLoop.execute(() -> Failures.run(LOG, "event loop", task));
        } catch (RejectedExecutionException e) {
            LOG.debug("loop {} has ended, a task is dropped", index);
        }
    }

    /** Runs a task on the loop after a while; without effect once the loop has ended. */
    public void executeAfter(long millis, Runnable task) {
        executeAfterNanos(TimeUnit.MILLISECONDS.toNanos(millis), task);
    }

    /** As {@link #executeAfter}, by the nanosecond as far as the system can. */
    public void executeAfterNanos(long nanos, Runnable task) {
        try {
            var unused =
                    eventLoop.schedule(
                            () -> Failures.run(LOG, "event loop", task),
                            nanos,
                            TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("loop {} has ended, a task is dropped", index);
        }
    }

    /** Session time: nanoseconds, never negative. */
    @Override
    public long now() {
        return services.clock().nanos();
    }

    /** Counts something that was not done. Any thread. */
    @Override
    public void discard(Discard reason) {
        services.counters().discard(reason);
    }

    EventLoop eventLoop() {
        return eventLoop;
    }

    /** Room for the one datagram that is being taken. */
    byte[] receiveArray() {
        return receiveArray;
    }

    LoopSockets sockets() {
        return sockets;
    }

    void start() {
        sockets.read();
    }

    /** Ends what is left without waiting any longer, closes the sockets and stops the timers. */
    void end() {
        turns.stop();
        keptAnswers.cancel();
        long now = now();
        for (Slot slot : table.all()) {
            sockets.select(slot.socket);
            if (slot.session() != null) {
                slot.session().abort(CloseReason.NEAR_CLOSED, sockets, now);
            }
        }
        sockets.flush();
        sockets.close();
    }

    /**
     * Takes a datagram.
     *
     * @param socket which of the loop's sockets it came to
     * @param data copied before the call returns if it is kept
     */
    void onDatagram(int socket, byte[] data, int length, InetSocketAddress from) {
        turns.begin();
        gathering.taken();
        startups.taken();
        services.counters().received.increment();
        services.counters().receivedBytes.add(length);
        int sessionId = Multiplex.sessionId(data, 0, length);
        int owner = SlotTable.loopOf(sessionId);
        if (sessionId != 0 && owner != index && owner < siblings.size()) {
            byte[] copy = Arrays.copyOf(data, length);
            siblings.get(owner).handOver(socket, sessionId, copy, from);
            return;
        }
        if (sessionId == 0 && responder != null) {
            if (!startups.add(socket, data, length, from)) {
                discard(Discard.STARTUP_LIMITED);
            }
            return;
        }
        dispatch(socket, sessionId, data, length, from);
    }

    /**
     * Takes a datagram that came to another loop. Anybody can send such, and so what waits is
     * bounded. Any thread.
     */
    private void handOver(int socket, int sessionId, byte[] data, InetSocketAddress from) {
        int size = data.length + HANDED_OVER_OVERHEAD;
        if (handedOver.addAndGet(size) > MAX_HANDED_OVER) {
            handedOver.addAndGet(-size);
            discard(Discard.HANDOVER_FULL);
        } else {
            execute(() -> onHandedOver(socket, sessionId, data, from));
        }
    }

    private void onHandedOver(int socket, int sessionId, byte[] data, InetSocketAddress from) {
        handedOver.addAndGet(-data.length - HANDED_OVER_OVERHEAD);
        turns.begin();
        try {
            dispatch(socket, sessionId, data, data.length, from);
        } finally {
            turns.end();
        }
    }

    private void dispatch(
            int socket, int sessionId, byte[] data, int length, InetSocketAddress from) {
        sockets.select(socket);
        long now = now();
        if (sessionId == 0) {
            onStartup(now, socket, data, length, from);
            return;
        }
        Slot slot = table.get(sessionId);
        if (slot == null) {
            services.counters().discard(Discard.UNKNOWN_SESSION);
            if (responder != null) {
                services.foreign().onUnknown(now, data, length, from);
            }
        } else if (slot.session() == null) {
            onOpeningDatagram(now, slot, sessionId, data, length, from);
        } else {
            onSessionDatagram(now, slot, data, length, from);
        }
    }

    /** On a node that does not respond. */
    private void onStartup(long now, int socket, byte[] data, int length, InetSocketAddress from) {
        for (Slot slot : openings.at(socket)) {
            onOpeningDatagram(now, slot, 0, data, length, from);
        }
    }

    private void onOpeningDatagram(
            long now, Slot slot, int sessionId, byte[] data, int length, InetSocketAddress from) {
        try {
            slot.initiator().onDatagram(now, sessionId, data, 0, length, from);
        } catch (RuntimeException | Error e) {
            Failures.handle(LOG, "session " + slot, e);
            turns.fail(slot, now);
        }
    }

    private void onSessionDatagram(
            long now, Slot slot, byte[] data, int length, InetSocketAddress from) {
        Session session = slot.session();
        InetSocketAddress addressBefore = session.address();
        try {
            session.onDatagram(now, data, 0, length, from);
        } catch (RuntimeException | Error e) {
            Failures.handle(LOG, "session " + slot, e);
            sockets.select(slot.socket);
            session.abort(CloseReason.MISBEHAVED, sockets, now);
        }
        if (slot.ended == null && !session.address().equals(addressBefore)) {
            slot.socket = sockets.selected();
        }
    }

    /** The first packet of a session has come, and is processed after this. */
    void confirmed(Slot slot) {
        Session session = slot.session();
        if (responder == null || session.identity().role() != Role.RESPONDER) {
            return;
        }
        long now = now();
        responder.onConfirmed(session);
        keptAnswers.by(responder.deadline(), now);
        slot.countedRemembered = true;
        slot.countedOpen = services.sessions().admit();
        if (!slot.countedOpen) {
            discard(Discard.SESSIONS_FULL);
            session.close(now);
            return;
        }
        long limit = services.parameters().connectLimit().toNanos();
        if (limit > 0) {
            session.endBy(now + limit);
        }
        services.peers().joined(this, session);
    }

    private void expireKeptAnswers() {
        long now = now();
        responder.expire(now);
        if (responder.deadline() != Long.MAX_VALUE) {
            keptAnswers.by(responder.deadline(), now);
        }
    }

    /** The user of a session that a client opened. */
    SessionListener newUser() {
        return services.users().newUser(this);
    }

    /** A session has ended for its user. */
    void closed(Slot slot, Session session) {
        if (slot.countedOpen) {
            slot.countedOpen = false;
            services.sessions().closed();
        }
        services.peers().left(session);
    }

    /**
     * All datagrams of this turn are taken: what sessions have to send leaves, then startup packets
     * are answered.
     */
    void endTurn() {
        turns.end();
        boolean anyStartup = !startups.isEmpty();
        int dropped = startups.drain(now(), this::answerStartup);
        for (int i = 0; i < dropped; i++) {
            discard(Discard.STARTUP_LIMITED);
        }
        if (anyStartup) {
            turns.end();
        }
    }

    private void answerStartup(int socket, byte[] data, int length, InetSocketAddress from) {
        turns.begin();
        sockets.select(socket);
        try {
            responder.onDatagram(now(), services.clock().wallMillis(), data, 0, length, from);
        } catch (RuntimeException | Error e) {
            // The startup packets behind it are those of others.
            Failures.handle(LOG, "startup packet", e);
        }
    }

    void wake(Slot slot) {
        turns.wake(slot);
    }

    /**
     * As the other method; the socket is closed when the session ends.
     *
     * @param socket for this session alone, as many servers take one session from one address
     */
    public Initiator connect(
            int socket,
            InitiatorListener listener,
            SessionListener user,
            Identity identity,
            KeyingPolicy policy,
            EndpointDiscriminator wanted,
            Collection<InetSocketAddress> addresses) {
        Runnable ended = () -> sockets.remove(socket);
        return connect(socket, listener, user, identity, policy, wanted, addresses, ended);
    }

    /**
     * Begins to open a session from this loop, which has no responder.
     *
     * @param socket from {@link MediaNode#openSocket}
     * @param user the user of the session once it is open
     * @param ended runs on the loop once nothing is left of the session, which then needs the
     *     socket no longer
     */
    public Initiator connect(
            int socket,
            InitiatorListener listener,
            SessionListener user,
            Identity identity,
            KeyingPolicy policy,
            EndpointDiscriminator wanted,
            Collection<InetSocketAddress> addresses,
            Runnable ended) {
        Slot slot = new Slot(this, table.newId(), socket, ended);
        Initiator initiator =
                new Initiator(
                        context,
                        new InitiatorHost(this, slot, user),
                        listener,
                        identity,
                        policy,
                        wanted,
                        addresses,
                        slot.id,
                        now());
        slot.opening(initiator);
        table.put(slot);
        openings.add(slot);
        wake(slot);
        return initiator;
    }

    /**
     * Sends a hello to another endpoint, on a node that responds; without effect if it has no
     * socket of that family.
     */
    void ask(EndpointDiscriminator wanted, byte[] tag, InetSocketAddress to) {
        if (sockets.selectFor(to)) {
            responder.ask(now(), wanted, tag, to);
            sockets.flush();
        }
    }

    /**
     * Answers a hello that came from somebody trusted, on a node that responds; without effect
     * while no session is taken, or without a socket of that family.
     */
    void answerForwarded(FIHello hello) {
        if (stopping || !services.sessions().admitsOneMore()) {
            discard(Discard.SESSIONS_FULL);
        } else if (sockets.selectFor(hello.replyAddress().socket())) {
            responder.onForwardedHello(now(), services.clock().wallMillis(), hello);
            sockets.flush();
        }
    }

    /** Opens no more sessions and closes all; those that nobody confirms stay for a while. */
    void stop() {
        stopping = true;
        long now = now();
        for (Slot slot : table.all()) {
            if (slot.session() == null) {
                slot.initiator().abort("stopped");
            } else if (slot.session().isHalfOpen()) {
                slot.session().terminate(CloseReason.NEAR_CLOSED);
            } else {
                slot.session().close(now);
            }
        }
    }

    /** Sessions whose clients have not confirmed yet that they are closed. */
    int unconfirmed() {
        int count = 0;
        for (Slot slot : table.all()) {
            Session session = slot.session();
            count += session != null && session.state() == Session.State.NEARCLOSE ? 1 : 0;
        }
        return count;
    }

    /** Whether the loop takes no more sessions. */
    boolean isStopping() {
        return stopping;
    }

    /**
     * Makes a session and puts it into the table.
     *
     * @param user null to have one made when something happens
     */
    Session open(
            long now,
            Slot slot,
            SessionListener user,
            SessionIdentity identity,
            InetSocketAddress address) {
        Session session =
                new Session(
                        context,
                        slot,
                        new CountedUser(this, slot, user),
                        services.parameters().congestion()::create,
                        identity,
                        address,
                        now);
        openings.remove(slot);
        slot.opened(session);
        table.put(slot);
        if (identity.role() == Role.INITIATOR) {
            slot.countedOpen = true;
            slot.countedRemembered = true;
            services.sessions().opened();
        }
        wake(slot);
        return session;
    }

    /** The client of a session is elsewhere, or says so. */
    void moved(Session session) {
        services.peers().moved(session);
    }

    /** A session is over. */
    void terminated(Slot slot) {
        remove(slot);
        if (slot.countedRemembered) {
            slot.countedRemembered = false;
            services.sessions().forgotten();
        }
        if (responder != null) {
            responder.onTerminated(slot.session());
        }
    }

    /** Takes a session that is over, or will never open, out of the table. */
    void remove(Slot slot) {
        table.remove(slot);
        openings.remove(slot);
        turns.forget(slot);
        if (slot.ended != null) {
            slot.ended.run();
        }
    }

    /** Runs {@code work} on a thread for key agreement and {@code then} on this loop. */
    <T> boolean submit(Callable<T> work, KeyWorker.Completion<T> then) {
        int socket = sockets.selected();
        return services.keyExchange()
                .submit(
                        () -> {
                            T result = null;
                            Exception failure = null;
                            try {
                                result = work.call();
                            } catch (Exception e) {
                                failure = e;
                            } catch (Error e) {
                                // Whatever it is: an opening that nobody answers stays for ever.
                                failure = new IllegalStateException("key agreement", e);
                            }
                            T agreed = result;
                            Exception thrown = failure;
                            execute(() -> onAgreed(socket, then, agreed, thrown));
                        });
    }

    /** Runs tasks on this loop; what they send leaves from the socket that is selected now. */
    Consumer<LongConsumer> wayBack() {
        int socket = sockets.selected();
        return task ->
                execute(
                        () -> {
                            turns.begin();
                            try {
                                sockets.select(socket);
                                task.accept(now());
                            } finally {
                                turns.end();
                            }
                        });
    }

    private <T> void onAgreed(
            int socket, KeyWorker.Completion<T> then, T result, Exception failure) {
        turns.begin();
        try {
            sockets.select(socket);
            if (failure instanceof RuntimeException) {
                Throwable cause = failure.getCause() instanceof Error error ? error : failure;
                Failures.handle(LOG, "key agreement", cause);
            }
            then.done(now(), result, failure);
        } finally {
            turns.end();
        }
    }
}
