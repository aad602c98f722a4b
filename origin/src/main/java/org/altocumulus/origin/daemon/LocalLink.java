package org.altocumulus.origin.daemon;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.altocumulus.edge.server.LinkThread;
import org.altocumulus.edge.tcp.LinkDial;
import org.altocumulus.edge.tcp.LinkHost;
import org.altocumulus.origin.link.LinkServer;
import org.altocumulus.origin.link.OriginLinks;
import org.altocumulus.origin.ops.PlaceSettings;
import org.altocumulus.protocol.cluster.EdgeLinkListener;
import org.altocumulus.protocol.cluster.EdgeLinkSettings;
import org.altocumulus.protocol.cluster.EdgeLinks;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkRole;
import org.altocumulus.protocol.cluster.LinkSecurity;

/**
 * The origin's own media node as a member of the cluster: an edge's links to all origins, that to
 * its own without the TCP, its bytes carried over by hand. So a stream of a client that the origin
 * serves itself takes the same way as any other, and is known at the other origins. Belongs to the
 * thread of the links.
 */
final class LocalLink implements LinkThread, LinkServer.Turns, AutoCloseable {
    private final LinkServer thread;
    private final OriginLinks links;
    private final PlaceSettings place;
    private final IntSupplier clients;
    private final LinkDial dial;
    private final EdgeLinks edge;
    private final List<Pipe> pipes = new ArrayList<>();
    private int reported;

    /**
     * @param place where this origin is among all
     * @param clients how many sessions are open here
     */
    LocalLink(
            LinkServer thread,
            OriginLinks links,
            PlaceSettings place,
            EdgeLinkSettings settings,
            LinkSecurity security,
            RandomGenerator random,
            IntSupplier clients,
            EdgeLinkListener listener) {
        this.thread = thread;
        this.links = links;
        this.place = place;
        this.clients = clients;
        this.dial = thread.dial((int) TimeUnit.NANOSECONDS.toMillis(settings.timing().retryMax()));
        this.edge =
                new EdgeLinks(
                        settings,
                        security,
                        random,
                        place.origins().size(),
                        this::dial,
                        listener,
                        thread.now());
    }

    @Override
    public void execute(BiConsumer<EdgeLinks, Long> action) {
        thread.execute(now -> action.accept(edge, now));
    }

    /**
     * Joins the cluster, as a node that takes no newcomers: clients find the origin by themselves.
     */
    void start() {
        execute(EdgeLinks::start);
        execute(EdgeLinks::drain);
    }

    @Override
    public void turn(long now) {
        int count = clients.getAsInt();
        if (count != reported || edge.delay(now) <= 0) {
            reported = count;
            edge.clients(count, now);
        }
        pump(now);
    }

    @Override
    public long delay(long now) {
        return edge.delay(now);
    }

    /** Says goodbye to the other origins. */
    @Override
    public void close() {
        dial.close();
        execute(EdgeLinks::close);
    }

    private void dial(int origin, LinkRole role) {
        if (origin == place.self()) {
            thread.execute(now -> dialSelf(origin, role, now));
            return;
        }
        dial.dial(
                place.origins().get(origin),
                new Host(origin, role),
                why -> thread.execute(now -> edge.dialFailed(origin, role, why, now)));
    }

    private void dialSelf(int origin, LinkRole role, long now) {
        LinkConnection near = edge.connected(origin, role, true, now);
        LinkConnection far = near == null ? null : links.accept(true, now);
        if (far == null) {
            edge.dialFailed(origin, role, "the origin takes no more links", now);
            return;
        }
        pipes.add(new Pipe(near, far));
    }

    /** Carries bytes until there are none. */
    private void pump(long now) {
        boolean moved = true;
        while (moved) {
            moved = false;
            for (Pipe pipe : List.copyOf(pipes)) {
                moved |= pipe.carry(now);
            }
        }
        pipes.removeIf(Pipe::isOver);
    }

    /** A connection to another origin. */
    private final class Host implements LinkHost {
        private final int origin;
        private final LinkRole role;

        Host(int origin, LinkRole role) {
            this.origin = origin;
            this.role = role;
        }

        @Override
        public long now() {
            return thread.now();
        }

        @Override
        public LinkConnection connected(boolean loopback) {
            return edge.connected(origin, role, loopback, now());
        }

        @Override
        public void driven() {
            thread.driven();
        }
    }

    /** One connection in both directions. */
    private record Pipe(LinkConnection near, LinkConnection far) {
        boolean carry(long now) {
            boolean moved = carry(near, far, now);
            moved |= carry(far, near, now);
            if (near.isDone() != far.isDone()) {
                (near.isDone() ? far : near).disconnected(now);
                moved = true;
            }
            return moved;
        }

        private static boolean carry(LinkConnection from, LinkConnection to, long now) {
            boolean any = false;
            for (byte[] bytes = from.poll(now); bytes != null; bytes = from.poll(now)) {
                to.receive(bytes, 0, bytes.length, now);
                any = true;
            }
            return any;
        }

        boolean isOver() {
            return near.isDone() && far.isDone();
        }
    }
}
