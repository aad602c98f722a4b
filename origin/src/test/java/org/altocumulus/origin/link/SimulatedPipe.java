package org.altocumulus.origin.link;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.OriginLinkSession;

/** A TCP connection: keeps the order of bytes, splits them anywhere, delays them. */
final class SimulatedPipe {
    private final SimulatedCluster cluster;
    final SimulatedEdge edge;

    /** The origin at the other end, or -1. */
    final int origin;

    /** The edge at the other end, or null. */
    final SimulatedEdge other;

    private final LinkConnection near;
    private final LinkConnection far;
    private final LongSupplier farClock;
    private final Deque<Runnable> toNear = new ArrayDeque<>();
    private final Deque<Runnable> toFar = new ArrayDeque<>();
    private long nearArrival;
    private long farArrival;
    private long frozenUntil;
    private boolean cut;

    /** Bytes per second that pass in each direction, or 0 for any number. */
    private long rate;

    private long nearBusyUntil;
    private long farBusyUntil;

    SimulatedPipe(
            SimulatedCluster cluster,
            SimulatedEdge edge,
            int origin,
            LinkConnection near,
            LinkConnection far,
            OriginUnderTest farNode) {
        this(cluster, edge, origin, null, near, far, () -> farNode.now(cluster.now));
    }

    /** Between two edges. */
    SimulatedPipe(
            SimulatedCluster cluster,
            SimulatedEdge edge,
            SimulatedEdge other,
            LinkConnection near,
            LinkConnection far) {
        this(cluster, edge, -1, other, near, far, other::now);
    }

    private SimulatedPipe(
            SimulatedCluster cluster,
            SimulatedEdge edge,
            int origin,
            SimulatedEdge other,
            LinkConnection near,
            LinkConnection far,
            LongSupplier farClock) {
        this.cluster = cluster;
        rate = cluster.rate;
        this.edge = edge;
        this.origin = origin;
        this.other = other;
        this.farClock = farClock;
        this.near = near;
        this.far = far;
        near.onOutput(() -> cluster.in(0, () -> pump(true)));
        far.onOutput(() -> cluster.in(0, () -> pump(false)));
        cluster.in(0, () -> pump(true));
    }

    boolean isOf(SimulatedEdge one) {
        return edge == one || other == one;
    }

    /** Nothing arrives for a while, at neither end. */
    void freeze(long duration) {
        frozenUntil = Math.max(frozenUntil, cluster.now + duration);
    }

    /** So many bytes per second pass from now on, or, with 0, any number. */
    void rate(long bytes) {
        rate = bytes;
        pump(true);
        pump(false);
    }

    /** Messages that the queue at the origin's or the other edge's end has given up. */
    long dropped() {
        return far instanceof OriginLinkSession session ? session.queue().dropped() : 0;
    }

    /** Both ends learn at once that the connection is gone; what was under way is lost. */
    void cut() {
        if (!cut) {
            cut = true;
            cluster.pipes.remove(this);
            cluster.whenRunning(edge, () -> near.disconnected(edge.now()));
            cluster.whenRunning(other, () -> far.disconnected(farClock.getAsLong()));
        }
    }

    /** The edge's process is gone and its host with it: the origin learns nothing. */
    void abandon() {
        cut = true;
        cluster.pipes.remove(this);
    }

    private void pump(boolean fromNear) {
        SimulatedEdge writer = fromNear ? edge : other;
        long wait = Math.max(cluster.pause(writer), busy(fromNear));
        if (wait > 0) {
            cluster.in(wait, () -> pump(fromNear));
            return;
        }
        LinkConnection from = fromNear ? near : far;
        byte[] bytes = rate == 0 ? all(from, now(fromNear)) : next(from, fromNear);
        for (int at = 0; at < bytes.length; ) {
            int piece = 1 + cluster.random.nextInt(1 + Math.min(bytes.length - at - 1, 600));
            byte[] copy = Arrays.copyOfRange(bytes, at, at + piece);
            arrive(fromNear, () -> receive(fromNear, copy));
            at += piece;
        }
        if (from.isDone()) {
            arrive(fromNear, this::cut);
        }
    }

    private static byte[] all(LinkConnection from, long now) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] next = from.poll(now); next != null; next = from.poll(now)) {
            out.writeBytes(next);
        }
        return out.toByteArray();
    }

    /** Takes one message, and the next when that has left. */
    private byte[] next(LinkConnection from, boolean fromNear) {
        byte[] next = from.poll(now(fromNear));
        if (next == null) {
            return new byte[0];
        }
        long until = cluster.now + next.length * SimulatedCluster.SECOND / rate;
        if (fromNear) {
            nearBusyUntil = until;
        } else {
            farBusyUntil = until;
        }
        cluster.in(until - cluster.now, () -> pump(fromNear));
        return next;
    }

    private long busy(boolean fromNear) {
        return (fromNear ? nearBusyUntil : farBusyUntil) - cluster.now;
    }

    private void receive(boolean fromNear, byte[] bytes) {
        if (!cut) {
            (fromNear ? far : near).receive(bytes, 0, bytes.length, now(!fromNear));
        }
    }

    private long now(boolean atNear) {
        return atNear ? edge.now() : farClock.getAsLong();
    }

    /** Runs a task at the other end, after all before it; a frozen pipe makes it wait. */
    private void arrive(boolean fromNear, Runnable task) {
        long last = fromNear ? farArrival : nearArrival;
        long jitter = cluster.random.nextLong(20 * SimulatedCluster.MILLISECOND);
        long delay = cluster.delay + jitter;
        long at = Math.max(Math.max(last, frozenUntil), cluster.now + delay);
        if (fromNear) {
            farArrival = at;
        } else {
            nearArrival = at;
        }
        (fromNear ? toFar : toNear).add(task);
        cluster.in(at - cluster.now, () -> deliver(fromNear));
    }

    private void deliver(boolean fromNear) {
        if (cluster.now < frozenUntil) {
            cluster.in(frozenUntil - cluster.now, () -> deliver(fromNear));
        } else {
            (fromNear ? toFar : toNear).remove().run();
        }
    }
}
