package org.altocumulus.origin.daemon;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.altocumulus.edge.server.LinkThread;
import org.altocumulus.origin.link.LinkServer;
import org.altocumulus.origin.link.OriginLinks;
import org.altocumulus.protocol.cluster.EdgeLink;
import org.altocumulus.protocol.cluster.EdgeLinkListener;
import org.altocumulus.protocol.cluster.EdgeLinkSettings;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkRole;
import org.altocumulus.protocol.cluster.LinkSecurity;

/**
 * The origin's own media node as a member of the cluster: an edge's link without the TCP, its bytes
 * carried over by hand. So a stream of a client that the origin serves itself takes the same way as
 * any other. Belongs to the thread of the links.
 */
final class LocalLink implements LinkThread, LinkServer.Turns {
    private final LinkServer thread;
    private final OriginLinks links;
    private final EdgeLink link;
    private final List<Pipe> pipes = new ArrayList<>();

    LocalLink(
            LinkServer thread,
            OriginLinks links,
            EdgeLinkSettings settings,
            LinkSecurity security,
            RandomGenerator random,
            EdgeLinkListener listener) {
        this.thread = thread;
        this.links = links;
        this.link = new EdgeLink(settings, security, random, this::dial, listener, thread.now());
    }

    @Override
    public void execute(BiConsumer<EdgeLink, Long> action) {
        thread.execute(now -> action.accept(link, now));
    }

    /**
     * Joins the cluster, as a node that takes no newcomers: clients find the origin by themselves.
     */
    void start() {
        execute(EdgeLink::start);
        execute(EdgeLink::drain);
    }

    @Override
    public void turn(long now) {
        if (link.delay(now) <= 0) {
            link.tick(now);
        }
        pump(now);
    }

    @Override
    public long delay(long now) {
        return link.delay(now);
    }

    private void dial(LinkRole role) {
        thread.execute(
                now -> {
                    LinkConnection near = link.connected(role, true, now);
                    LinkConnection far = near == null ? null : links.accept(true, now);
                    if (far == null) {
                        link.dialFailed(role, "the origin takes no more links", now);
                        return;
                    }
                    pipes.add(new Pipe(near, far));
                });
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
