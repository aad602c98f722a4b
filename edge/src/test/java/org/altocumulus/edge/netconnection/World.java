package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.IntFunction;
import org.altocumulus.edge.stream.ClusterPort;
import org.altocumulus.edge.stream.StreamFixtures;
import org.altocumulus.edge.stream.StreamSettings;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.SessionContext;
import org.altocumulus.protocol.session.SessionIdentity;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.session.SessionParameters;
import org.altocumulus.protocol.session.TransportCounters;

/** A node with its clients, in virtual time and one thread. */
final class World {
    static final ApplicationSettings SETTINGS =
            new ApplicationSettings(
                    Set.of(),
                    StreamFixtures.SETTINGS,
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(10),
                    8);

    /** The same with other settings of streams. */
    static ApplicationSettings with(StreamSettings streams) {
        return new ApplicationSettings(
                SETTINGS.applications(),
                streams,
                SETTINGS.serverKeepalive(),
                SETTINGS.peerKeepalive(),
                SETTINGS.maxStreams());
    }

    private static final InetSocketAddress NODE = new InetSocketAddress("10.0.0.1", 1935);

    /** What happens at a time; what was planned first happens first. */
    private record Event(long at, long number, Runnable action) {}

    private final List<FakeLoop> loops = new ArrayList<>();
    private final Map<FakeLoop, SessionContext> contexts = new HashMap<>();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();
    private final Application application;
    private FakeLoop current;
    private long now = 1_000_000_000;
    private long planned;
    private int opened;

    World(int loopCount) {
        this(loopCount, SETTINGS, ClusterPort.NONE);
    }

    World(int loopCount, ApplicationSettings settings, ClusterPort cluster) {
        this(loopCount, settings, cluster, AccessPolicy.OPEN);
    }

    World(int loopCount, ApplicationSettings settings, ClusterPort cluster, AccessPolicy access) {
        for (int i = 0; i < loopCount; i++) {
            loops.add(new FakeLoop(this, i));
        }
        application = new Application(settings, List.copyOf(loops), cluster, access);
    }

    Application application() {
        return application;
    }

    ApplicationStats stats() {
        return application.stats();
    }

    long refused(Refused what) {
        return application.counters().of(what);
    }

    int loopCount() {
        return loops.size();
    }

    FakeLoop currentLoop() {
        return current;
    }

    long now() {
        return now;
    }

    SessionContext context(FakeLoop loop) {
        return contexts.computeIfAbsent(
                loop,
                l ->
                        new SessionContext(
                                SessionParameters.DEFAULT, new TransportCounters(), Keys.random()));
    }

    /** Datagrams, chunks and flows that any of the sessions discarded, the clients' too. */
    long discarded(Discard why) {
        return contexts.values().stream().mapToLong(c -> c.counters().discarded(why)).sum();
    }

    /** Runs code as the loop does, or as no loop if that is null. */
    void onLoop(FakeLoop loop, Runnable code) {
        FakeLoop before = current;
        current = loop;
        try {
            code.run();
        } finally {
            current = before;
        }
    }

    void at(long time, Runnable action) {
        events.add(new Event(time, planned++, action));
    }

    /** A client whose session has just opened on a loop. */
    Client client(int loopIndex) {
        return client(loopIndex, Keys.SHARED::server);
    }

    private Client client(int loopIndex, IntFunction<SessionIdentity> identities) {
        FakeLoop loop = loops.get(loopIndex);
        int id = ++opened;
        InetSocketAddress address = new InetSocketAddress("10.1.0.1", 1024 + id);
        SessionListener[] listener = new SessionListener[1];
        onLoop(loop, () -> listener[0] = application.newConnection(loopIndex));
        Client client = new Client(this);
        Endpoint near = new Endpoint(this, null, client, Keys.SHARED.client(id), address, NODE);
        Endpoint far = new Endpoint(this, loop, listener[0], identities.apply(id), NODE, address);
        near.connect(far);
        far.connect(near);
        endpoints.add(near);
        endpoints.add(far);
        clients.add(client);
        client.onOpened(near, far, (Connection) listener[0]);
        return client;
    }

    /** A client that is connected to application "app". */
    Client connected(int loopIndex) {
        return connected(client(loopIndex));
    }

    /** As the other; all such clients have one peer id, which their certificate proves. */
    Client connectedWithPeerId(int loopIndex) {
        return connected(client(loopIndex, Keys.SHARED::serverOfStatic));
    }

    private Client connected(Client client) {
        client.connect("rtmfp://10.0.0.1/app");
        settle();
        assertThat(client.control()).isNotEmpty();
        return client;
    }

    /** Long enough for all that is under way. */
    void settle() {
        run(Duration.ofMillis(300));
    }

    void run(Duration time) {
        long end = now + time.toNanos();
        while (true) {
            boolean busy = turnLoops();
            busy |= turnEndpoints();
            busy |= runEvents();
            if (!busy) {
                long next = nextTime();
                if (next > end) {
                    now = end;
                    return;
                }
                now = Math.max(now, next);
            }
        }
    }

    private boolean turnLoops() {
        boolean busy = false;
        for (FakeLoop loop : loops) {
            busy |= !loop.isIdle();
            loop.turn();
        }
        return busy;
    }

    private boolean turnEndpoints() {
        boolean busy = false;
        for (Endpoint endpoint : List.copyOf(endpoints)) {
            if (endpoint.wantsTurnAt() <= now) {
                busy = true;
                endpoint.turn();
            }
        }
        endpoints.removeIf(Endpoint::isTerminated);
        return busy;
    }

    private boolean runEvents() {
        boolean busy = false;
        while (!events.isEmpty() && events.peek().at <= now) {
            busy = true;
            events.remove().action.run();
        }
        return busy;
    }

    private long nextTime() {
        long next = events.isEmpty() ? Long.MAX_VALUE : events.peek().at;
        for (Endpoint endpoint : endpoints) {
            next = Math.min(next, endpoint.wantsTurnAt());
        }
        return next;
    }

    /** No client got what the strictest of the real ones cannot bear. */
    void requireThatStrictClientsLive() {
        for (Client client : clients) {
            assertThat(client.violations()).isEmpty();
        }
    }
}
