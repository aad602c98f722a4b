package org.altocumulus.origin.registry;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * A ring of hashes, on which each edge has points in proportion to its weight. The points follow
 * from the names alone, so that every origin has the same ring, and an edge that comes or goes
 * moves none of the others.
 */
final class Ring {
    private static final int POINTS = 128;
    private static final int USUAL_WEIGHT = 100;
    private static final int MAX_POINTS = 16 * POINTS;
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final long[] positions;
    private final EdgeCandidate[] edges;

    private record Point(long position, EdgeCandidate edge) {}

    Ring(Collection<EdgeCandidate> candidates) {
        List<Point> points = new ArrayList<>();
        for (EdgeCandidate edge : candidates) {
            byte[] name = edge.node().getBytes(StandardCharsets.UTF_8);
            long base = hash(name, 0, name.length);
            int count = Math.max(1, POINTS * edge.weight() / USUAL_WEIGHT);
            for (int i = 1; i <= Math.min(count, MAX_POINTS); i++) {
                points.add(new Point(mix(base + i * FNV_PRIME), edge));
            }
        }
        // Should two points ever be equal, the names decide, not the order of registration.
        points.sort(
                Comparator.comparingLong(Point::position)
                        .thenComparing(point -> point.edge().node()));
        positions = points.stream().mapToLong(Point::position).toArray();
        edges = points.stream().map(Point::edge).toArray(EdgeCandidate[]::new);
    }

    /** Points of all edges. */
    int size() {
        return edges.length;
    }

    /** The edge of a point, counted from the first at or after a position, once around. */
    EdgeCandidate at(int start, int offset) {
        int index = start + offset;
        return edges[index < edges.length ? index : index - edges.length];
    }

    /** The first point at or after {@code position}; 0 for an empty ring. */
    int start(long position) {
        int low = 0;
        int high = positions.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (positions[middle] < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == positions.length ? 0 : low;
    }

    /** A hash of bytes that is the same on every node: FNV-1a, mixed. */
    static long hash(byte[] bytes, int offset, int length) {
        long hash = FNV_OFFSET;
        for (int i = offset; i < offset + length; i++) {
            hash = (hash ^ (bytes[i] & 0xff)) * FNV_PRIME;
        }
        return mix(hash);
    }

    /** The finalizer of SplitMix64: each bit depends on all. */
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
