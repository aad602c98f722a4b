package org.altocumulus.edge.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.tcp.LinkLoop;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PullPortsTest {
    private final LinkLoop loop = new LinkLoop("ports", false);

    @AfterEach
    void closeLoop() {
        loop.close();
    }

    /** What an origin is told when a link has that local address; null for nothing. */
    private InetSocketAddress told(PullPorts ports, int origin, String near) throws Exception {
        CompletableFuture<InetSocketAddress> told = new CompletableFuture<>();
        loop.eventLoop()
                .execute(
                        () -> ports.connected(origin, HostPort.parseNumeric(near), told::complete));
        return told.get(10, TimeUnit.SECONDS);
    }

    private PullPorts chosen(boolean loopbackOnly) {
        PullPorts ports = PullPorts.chosen(loop, Optional.empty(), loopbackOnly);
        ports.open(() -> null);
        return ports;
    }

    @Test
    void eachLocalAddressOfTheLinksHasOnePort() throws Exception {
        PullPorts ports = chosen(true);
        InetSocketAddress first = told(ports, 0, "127.41.1.1:1000");
        assertThat(first.getHostString()).isEqualTo("127.41.1.1");
        assertThat(first.getPort()).isPositive().isNotEqualTo(1000);
        assertThat(told(ports, 1, "127.41.1.1:1001")).isEqualTo(first);
        assertThat(told(ports, 2, "127.41.1.2:1002").getHostString()).isEqualTo("127.41.1.2");
        assertThat(ports.first()).contains(first);
        assertThat(told(ports, 0, "127.41.1.1:1003")).isEqualTo(first);
    }

    @Test
    void anAddressThatIsNotOfThisHostOrNotPrivateIsNotTold() throws Exception {
        assertThat(told(chosen(false), 0, "192.0.2.1:1000")).isNull();
        assertThat(told(chosen(true), 0, "10.0.0.1:1000")).isNull();
        assertThat(told(chosen(false), 0, "[fe80::1]:1000")).isNull();
    }

    @Test
    void whatIsPinnedIsToldToAllOrigins() throws Exception {
        InetSocketAddress any = new InetSocketAddress("127.41.1.1", 0);
        InetSocketAddress other = HostPort.parseNumeric("10.0.0.9:7");
        PullPorts plain = PullPorts.pinned(loop, any, null, Optional.empty());
        plain.open(() -> null);
        assertThat(Optional.of(told(plain, 0, "127.0.0.1:1000"))).isEqualTo(plain.first());
        PullPorts advertised = PullPorts.pinned(loop, any, other, Optional.empty());
        advertised.open(() -> null);
        assertThat(told(advertised, 1, "127.0.0.1:1000")).isEqualTo(other);
    }
}
