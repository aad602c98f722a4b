package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.chunk.Redirect;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that come directly to an edge that takes none. */
@Timeout(120)
class FullEdgeTest {
    @Test
    void aFullEdgeSendsThemToTheOriginWhichFindsAnother() throws Exception {
        try (TestCluster cluster = TestCluster.of(1)) {
            EdgeDaemon small = cluster.addEdge("node.max-sessions = 2");
            cluster.awaitReady(2);
            InetSocketAddress full = cluster.address(small);
            InetSocketAddress other = cluster.address(cluster.edge(0));
            for (int i = 0; i < 2; i++) {
                assertThat(cluster.connect(full).server()).isEqualTo(full);
            }
            Await.until("the origin knows", () -> cluster.view(1).clients() == 2);
            assertThat(cluster.connect(full).server()).isEqualTo(other);
            for (int i = 0; i < 4; i++) {
                assertThat(cluster.connect().server()).isEqualTo(other);
            }
            assertThat(small.server().node().sessions()).isEqualTo(2);
        }
    }

    @Test
    void whenAllEdgesAreFullTheOriginTakesThem() throws Exception {
        try (TestCluster cluster = TestCluster.of(1, "node.max-sessions = 2")) {
            InetSocketAddress edge = cluster.address(cluster.edge(0));
            cluster.connect(edge);
            cluster.connect(edge);
            Await.until("the origin knows", () -> cluster.view(0).clients() == 2);
            assertThat(cluster.connect(edge).server()).isEqualTo(cluster.originAddress());
        }
    }

    /** Each of these hellos is answered with the edges, and no client comes of it. */
    @Test
    void hellosThatNobodyMeansFillNoEdge() throws Exception {
        try (TestCluster cluster = TestCluster.of(2, "node.max-sessions = 20");
                StartupSocket forger = new StartupSocket()) {
            byte[] any = EndpointDiscriminator.ofUri("rtmfp://host/live").encoded();
            for (int i = 0; i < 10; i++) {
                for (int hello = 0; hello < 40; hello++) {
                    byte[] tag = {'f', (byte) i, (byte) hello};
                    forger.send(new IHello(any, tag), cluster.originAddress());
                }
                assertThat(forger.receive(40))
                        .as("hellos answered with edges")
                        .allMatch(answer -> answer.chunk() instanceof Redirect);
                assertThat(cluster.connect().server())
                        .isIn(cluster.address(cluster.edge(0)), cluster.address(cluster.edge(1)));
            }
        }
    }

    @Test
    void aDrainingEdgeSendsThemToTheOriginAndKeepsItsClients() throws Exception {
        try (TestCluster cluster = TestCluster.of(2)) {
            InetSocketAddress draining = cluster.address(cluster.edge(0));
            ClientConnection before = cluster.connect(draining);
            cluster.edge(0).drain();
            cluster.awaitState(0, EdgeState.DRAINING);
            assertThat(cluster.connect(draining).server())
                    .isEqualTo(cluster.address(cluster.edge(1)));
            assertThat(before.closed()).isNotDone();
            assertThat(cluster.edge(0).server().node().sessions()).isOne();
        }
    }
}
