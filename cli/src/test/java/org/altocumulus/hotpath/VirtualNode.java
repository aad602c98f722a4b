package org.altocumulus.hotpath;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.netconnection.AccessPolicy;
import org.altocumulus.edge.netconnection.Application;
import org.altocumulus.edge.netconnection.ApplicationSettings;
import org.altocumulus.edge.ops.LateJoinMode;
import org.altocumulus.edge.ops.QueueSettings;
import org.altocumulus.edge.ops.Takeover;
import org.altocumulus.edge.stream.ClusterPort;
import org.altocumulus.edge.stream.StreamSettings;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.session.SessionContext;
import org.altocumulus.protocol.session.SessionListener;

/** A node on one loop and its clients, all with real sessions, in virtual time without sockets. */
final class VirtualNode {
    static final ApplicationSettings SETTINGS =
            new ApplicationSettings(
                    Set.of(),
                    new StreamSettings(
                            new QueueSettings(1 << 20, Duration.ofSeconds(5)),
                            new MediaDeadlines(
                                    TimeUnit.SECONDS.toNanos(1),
                                    TimeUnit.SECONDS.toNanos(1),
                                    TimeUnit.SECONDS.toNanos(2)),
                            1 << 20,
                            Duration.ofSeconds(10),
                            LateJoinMode.KEY_FRAME,
                            Takeover.DEAD),
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(10),
                    8);
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("10.0.0.1", 1935);

    private final Keys keys = Keys.checksum();
    private final VirtualLoop loop = new VirtualLoop();
    private final SessionContext nodeContext = LoopOfOne.context();
    private final SessionContext clientContext = LoopOfOne.context();
    private final Application application =
            new Application(SETTINGS, List.of(loop), ClusterPort.NONE, AccessPolicy.OPEN);
    private final List<Pair> pairs = new ArrayList<>();

    /**
     * Both ends of a session.
     *
     * @param client what the client says
     * @param near the client's end
     * @param far the node's end
     */
    record Pair(ScriptedClient client, VirtualEnd near, VirtualEnd far) {
        /** Lets both say what they may; whether there was anything. */
        boolean exchange(long now) {
            boolean any = near.exchange(now, far);
            return far.exchange(now, near) || any;
        }
    }

    /** What all sessions are protected with. */
    Keys keys() {
        return keys;
    }

    /** The loop of the node, which has the time. */
    VirtualLoop loop() {
        return loop;
    }

    /** A client that is connected and has a stream. */
    Pair connect() {
        int id = 1 + pairs.size();
        InetSocketAddress address = new InetSocketAddress("10.1.0.1", 1024 + id);
        ScriptedClient client = new ScriptedClient();
        SessionListener user = application.newConnection(0);
        VirtualEnd near =
                new VirtualEnd(clientContext, client, keys.clientEnd(id), ADDRESS, loop.now());
        VirtualEnd far = new VirtualEnd(nodeContext, user, keys.serverEnd(id), address, loop.now());
        client.session(near.session());
        Pair pair = new Pair(client, near, far);
        pairs.add(pair);
        client.connect();
        settle();
        client.createStream();
        settle();
        return pair;
    }

    /** Until nothing is left to say or do at this time. */
    void exchange() {
        boolean any = true;
        while (any) {
            any = loop.run();
            for (Pair pair : pairs) {
                any |= pair.exchange(loop.now());
            }
        }
    }

    /** Until nothing is under way, delayed acknowledgements included. */
    void settle() {
        for (int i = 0; i < 4; i++) {
            exchange();
            loop.advance(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }
}
