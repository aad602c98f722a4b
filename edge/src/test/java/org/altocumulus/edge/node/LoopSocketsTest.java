package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.altocumulus.protocol.session.TransportCounters;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoopSocketsTest {
    private final TransportCounters counters = new TransportCounters();
    private final AtomicInteger told = new AtomicInteger();
    private final LoopSockets sockets = new LoopSockets(counters, told::incrementAndGet);

    /** An IPv4 socket that is given an IPv6 address would send to another one. */
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0:1, 192.0.2.7:5, true",
        "0.0.0.0:1, [2001:db8::7]:5, false",
        "127.0.0.1:1, [::1]:5, false",
        "[::]:1, 192.0.2.7:5, true",
        "[::]:1, [2001:db8::7]:5, true",
        "[::1]:1, 192.0.2.7:5, false",
        "[::1]:1, [2001:db8::7]:5, true",
    })
    void whatCannotGetThereIsNotSent(String bound, String to, boolean reaches) {
        EmbeddedChannel channel = new EmbeddedChannel();
        InetSocketAddress destination = HostPort.parseNumeric(to);
        int socket = sockets.add(channel, HostPort.parseNumeric(bound).getAddress());
        assertThat(sockets.reaches(socket, destination)).isEqualTo(reaches);
        sockets.select(socket);
        sockets.send(new byte[10], 10, destination);
        sockets.flush();
        Object sent = channel.readOutbound();
        assertThat(sent != null).isEqualTo(reaches);
        assertThat(counters.sent.sum()).isEqualTo(reaches ? 1 : 0);
        assertThat(told).hasValue(reaches ? 1 : 0);
        assertThat(sockets.selectFor(destination)).isEqualTo(reaches);
        ReferenceCountUtil.release(sent);
    }

    @Test
    void theFirstSocketThatGetsThereIsChosen() {
        for (String bound : new String[] {"0.0.0.0:1", "[::1]:1", "[::]:2"}) {
            sockets.add(new EmbeddedChannel(), HostPort.parseNumeric(bound).getAddress());
        }
        assertThat(sockets.selectFor(HostPort.parseNumeric("[2001:db8::7]:5"))).isTrue();
        assertThat(sockets.selected()).isEqualTo(1);
        assertThat(sockets.selectFor(HostPort.parseNumeric("192.0.2.7:5"))).isTrue();
        assertThat(sockets.selected()).isZero();
    }
}
