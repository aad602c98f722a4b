package org.altocumulus.origin.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.altocumulus.origin.directory.PublishedStream;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.cluster.EdgeLinkStatus;
import org.altocumulus.protocol.cluster.PeerId;
import org.altocumulus.protocol.message.StreamKey;

/** What holds in a cluster that nothing has disturbed for a while, all origins being there. */
final class ClusterInvariants {
    private static final Set<EdgeState> GONE = Set.of(EdgeState.LOST, EdgeState.LEFT);

    private ClusterInvariants() {}

    /** Fails unless each node knows exactly what it should. */
    static void check(SimulatedCluster cluster) {
        Map<String, String> union = new TreeMap<>();
        Map<String, Long> newest = new HashMap<>();
        for (SimulatedEdge edge : cluster.edges) {
            edge.published.forEach(
                    (stream, entry) -> {
                        assertThat(entry.accepted).as("accepted").isTrue();
                        String owner = edge.node + ' ' + entry.publication.token();
                        assertThat(union.put(stream, owner)).as("two publishers").isNull();
                        newest.put(stream, entry.next);
                    });
            assertThat(edge.link.mediaLost()).isEqualTo(edge.gaps);
            assertThat(edge.link.status(edge.now()))
                    .allMatch(EdgeLinkStatus::synced)
                    .allMatch(EdgeLinkStatus::mediaOpen);
        }
        for (OriginUnderTest origin : cluster.origins) {
            checkOrigin(cluster, origin, union);
        }
        checkPulls(cluster);
        checkDirect(cluster);
        checkPeers(cluster);
        cluster.edges.forEach(edge -> checkEdge(edge, union, newest));
    }

    private static void checkOrigin(
            SimulatedCluster cluster, OriginUnderTest origin, Map<String, String> union) {
        Map<String, String> directory = new TreeMap<>();
        for (StreamKey stream : cluster.streams) {
            for (PublishedStream held : origin.directory.contenders(stream)) {
                String owner = held.edge() + ' ' + held.publication().token();
                assertThat(directory.put(stream.toString(), owner)).as("contender").isNull();
            }
        }
        assertThat(directory).isEqualTo(union);
        for (SimulatedEdge edge : cluster.edges) {
            EdgeView view =
                    origin.registry.view(origin.now(cluster.now)).stream()
                            .filter(known -> known.identity().node().equals(edge.node))
                            .findFirst()
                            .orElseThrow();
            assertThat(view.state())
                    .isEqualTo(edge.draining ? EdgeState.DRAINING : EdgeState.READY);
            assertThat(view.clients()).isEqualTo(edge.sessions());
        }
        long others =
                origin.registry.view(origin.now(cluster.now)).stream()
                        .filter(edge -> !GONE.contains(edge.state()))
                        .count();
        assertThat(others).as("edges that are not gone").isEqualTo(cluster.edges.size());
    }

    /** Each stream that an edge wants is pulled through one origin. */
    private static void checkPulls(SimulatedCluster cluster) {
        for (StreamKey stream : cluster.streams) {
            List<String> pulling = new ArrayList<>();
            for (OriginUnderTest origin : cluster.origins) {
                pulling.addAll(origin.directory.wanting(stream));
            }
            List<String> wanting =
                    cluster.edges.stream()
                            .filter(edge -> edge.played.containsKey(stream.toString()))
                            .map(edge -> edge.node)
                            .toList();
            assertThat(pulling).containsExactlyInAnyOrderElementsOf(wanting);
        }
    }

    private static void checkEdge(
            SimulatedEdge edge, Map<String, String> union, Map<String, Long> newest) {
        edge.played.forEach(
                (stream, entry) -> {
                    String owner = union.get(stream);
                    if (owner == null || owner.startsWith(edge.node + ' ')) {
                        assertThat(entry.publication).as(stream).isNull();
                    } else {
                        assertThat(entry.publication).as(stream + " at " + edge.node).isNotNull();
                        assertThat(owner).endsWith(' ' + entry.publication.token());
                        assertThat(entry.last.sequence())
                                .isBetween(newest.get(stream) - 3, newest.get(stream));
                    }
                });
    }

    /** Whether no stream is relayed that can go straight from edge to edge. */
    static boolean isAllDirect(SimulatedCluster cluster) {
        return flowing(cluster) == possible(cluster);
    }

    private static long flowing(SimulatedCluster cluster) {
        return cluster.edges.stream()
                .filter(edge -> edge.pulls != null)
                .mapToLong(edge -> edge.pulls.flowing())
                .sum();
    }

    /** Streams that edges with direct pulls play from others, each counted at each player. */
    private static long possible(SimulatedCluster cluster) {
        long possible = 0;
        for (SimulatedEdge from : cluster.edges) {
            for (SimulatedEdge to : cluster.edges) {
                if (from != to && from.pulls != null && to.pulls != null) {
                    possible +=
                            from.published.keySet().stream().filter(to.played::containsKey).count();
                }
            }
        }
        return possible;
    }

    /** What the origins do not relay is what edges pull: all that they can. */
    private static void checkDirect(SimulatedCluster cluster) {
        long told = 0;
        for (SimulatedEdge edge : cluster.edges) {
            for (OriginUnderTest origin : cluster.origins) {
                told +=
                        origin.directory.wantedBy(edge.node).stream()
                                .filter(stream -> origin.directory.isDirect(edge.node, stream))
                                .count();
            }
        }
        assertThat(flowing(cluster)).isEqualTo(told);
        assertThat(flowing(cluster)).as("direct").isEqualTo(possible(cluster));
    }

    /** Each client is at one node, and every origin knows at which. */
    private static void checkPeers(SimulatedCluster cluster) {
        Map<PeerId, String> union = new TreeMap<>();
        for (SimulatedEdge edge : cluster.edges) {
            for (PeerId peer : edge.peers.keySet()) {
                assertThat(union.put(peer, edge.node)).as("two sessions of " + peer).isNull();
            }
        }
        for (OriginUnderTest origin : cluster.origins) {
            union.forEach((peer, node) -> assertThat(origin.peers.find(peer)).isEqualTo(node));
            assertThat(origin.peers.size()).isEqualTo(union.size());
            int counted = 0;
            for (SimulatedEdge edge : cluster.edges) {
                assertThat(origin.peers.count(edge.node)).isEqualTo(edge.peers.size());
                counted += origin.peers.count(edge.node);
            }
            assertThat(counted).as("clients counted").isEqualTo(union.size());
        }
    }
}
