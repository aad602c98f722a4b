package org.altocumulus.edge.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.loop.ProcessEnd;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkPair;
import org.altocumulus.protocol.cluster.OriginLinkHandler;
import org.altocumulus.protocol.cluster.OriginLinkSession;
import org.altocumulus.protocol.cluster.Reason;
import org.junit.jupiter.api.Test;

/** What a channel does with its link, in the time of the embedded channel. */
class LinkChannelTest {
    private static final String HELLO =
            "HELLO id=1 versions=1 node=e instance=1 software=x role=control nonce="
                    + "0".repeat(64)
                    + '\n';
    private static final InetSocketAddress ADDRESS =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);

    private boolean isFaulty;

    private final OriginLinkSession session =
            OriginLinkSession.accepted(
                    LinkPair.originSettings(),
                    LinkPair.security(null, 1),
                    true,
                    (OriginLinkHandler)
                            Proxy.newProxyInstance(
                                    OriginLinkHandler.class.getClassLoader(),
                                    new Class<?>[] {OriginLinkHandler.class},
                                    (proxy, method, arguments) -> null),
                    0);

    /** A peer that takes nothing, like one whose receive buffer is full. */
    private static final class Stuck extends ChannelOutboundHandlerAdapter {
        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            // Neither done nor failed, as long as the peer reads nothing.
        }
    }

    private final LinkHost host =
            new LinkHost() {
                @Override
                public long now() {
                    if (isFaulty) {
                        throw new IllegalStateException("a fault");
                    }
                    return 0;
                }

                @Override
                public LinkConnection connected(boolean loopback) {
                    return session;
                }

                @Override
                public void driven() {}
            };

    private EmbeddedChannel channel() {
        EmbeddedChannel channel =
                new EmbeddedChannel() {
                    @Override
                    protected SocketAddress remoteAddress0() {
                        return ADDRESS;
                    }
                };
        channel.freezeTime();
        return channel;
    }

    private static void type(EmbeddedChannel channel, String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, UTF_8));
    }

    @Test
    void aFloodIsNotReadForAWhile() {
        EmbeddedChannel channel = channel();
        channel.pipeline().addLast(new LinkChannel(host));
        channel.pipeline().fireChannelActive();
        type(channel, HELLO);
        type(channel, "PONG\n".repeat(15_000));
        assertThat(channel.config().isAutoRead()).isTrue();
        type(channel, "PONG\n".repeat(15_000));
        assertThat(channel.config().isAutoRead()).isFalse();
        channel.advanceTimeBy(900, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.config().isAutoRead()).isFalse();
        channel.advanceTimeBy(200, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.config().isAutoRead()).isTrue();
        channel.finishAndReleaseAll();
    }

    @Test
    void aPeerThatReadsNothingDoesNotKeepTheSocketOpen() {
        EmbeddedChannel channel = channel();
        channel.pipeline().addLast(new Stuck(), new LinkChannel(host));
        channel.pipeline().fireChannelActive();
        session.close(Reason.SHUTDOWN, "the origin stops", 0);
        channel.runPendingTasks();
        assertThat(channel.isOpen()).isTrue();
        channel.advanceTimeBy(6, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anErrorInALinkEndsItsConnectionAndIsCounted() {
        EmbeddedChannel channel = channel();
        channel.pipeline().addLast(new LinkChannel(host));
        channel.pipeline().fireChannelActive();
        type(channel, HELLO);
        try (ProcessEnd end = new ProcessEnd()) {
            isFaulty = true;
            type(channel, "PING id=2\n");
            isFaulty = false;
            assertThat(end.survived()).isPositive();
            assertThat(end.codes()).isEmpty();
            assertThat(channel.isOpen()).isFalse();
        }
        channel.finishAndReleaseAll();
    }

    @Test
    void afterAFaultInWritingItWritesAgain() {
        EmbeddedChannel channel = channel();
        channel.pipeline().addLast(new LinkChannel(host));
        channel.pipeline().fireChannelActive();
        type(channel, HELLO);
        channel.releaseOutbound();
        isFaulty = true;
        assertThatThrownBy(() -> session.close(Reason.SHUTDOWN, "the origin stops", 0))
                .hasMessage("a fault");
        isFaulty = false;
        assertThat(channel.outboundMessages()).isEmpty();
        channel.pipeline().fireChannelWritabilityChanged();
        ByteBuf written = channel.readOutbound();
        assertThat(written.toString(UTF_8)).startsWith("BYE reason=shutdown ");
        written.release();
        channel.finishAndReleaseAll();
    }
}
