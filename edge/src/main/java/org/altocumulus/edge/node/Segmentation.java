package org.altocumulus.edge.node;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GenericFutureListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the kernel divides what is given to a socket in one piece into datagrams (UDP_SEGMENT,
 * udp(7)). Where that fails, as over an interface that cannot compute checksums, it is left for a
 * while; what was in the piece is as good as lost. Belongs to the loop of its socket.
 */
final class Segmentation {
    private static final Logger LOG = LoggerFactory.getLogger(Segmentation.class);

    /** Datagrams that are sent one by one after a failure. */
    private static final int PAUSE = 100_000;

    private final Channel channel;
    private final boolean supported;
    private final GenericFutureListener<Future<Void>> onWritten = this::onWritten;
    private int pause;

    Segmentation(Channel channel) {
        this(
                channel,
                channel instanceof EpollDatagramChannel
                        && EpollDatagramChannel.isSegmentedDatagramPacketSupported());
    }

    Segmentation(Channel channel, boolean supported) {
        this.channel = channel;
        this.supported = supported;
    }

    Channel channel() {
        return channel;
    }

    /**
     * Takes note of a datagram that begins a piece, and says whether others may follow in it. While
     * none may, each is one, and they count the pause down.
     */
    boolean beginsPiece() {
        if (pause > 0) {
            pause--;
        }
        return supported && pause == 0;
    }

    /** For a piece. */
    ChannelPromise promise() {
        return channel.newPromise().addListener(onWritten);
    }

    private void onWritten(Future<Void> written) {
        if (!written.isSuccess() && channel.isOpen() && pause == 0) {
            LOG.debug("no segmentation for a while: {}", written.cause().getMessage());
            pause = PAUSE;
        }
    }
}
