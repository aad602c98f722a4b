package org.altocumulus.edge.admin;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection to the admin port that has sent no whole request in time, however many bytes
 * of it come now and then, and one that stays without a request.
 */
final class RequestClock extends ChannelInboundHandlerAdapter {
    /** From the first byte of a request to its last. */
    static final int REQUEST_SECONDS = 10;

    /** Without a request. */
    static final int IDLE_SECONDS = 30;

    /** Until the other end has read the last answer and closed. */
    static final int LINGER_SECONDS = 1;

    private ChannelHandlerContext context;
    private ScheduledFuture<?> timer;
    private boolean idle;

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        answered();
        active.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext reader, Object message) {
        if (idle) {
            idle = false;
            closeIn(REQUEST_SECONDS);
        }
        reader.fireChannelRead(message);
    }

    /** A whole request is there. */
    void requestRead() {
        idle = false;
        cancel();
    }

    /** The answer is written, and the next request may come. */
    void answered() {
        idle = true;
        closeIn(IDLE_SECONDS);
    }

    /** The last answer is written. */
    void closing() {
        idle = false;
        closeIn(LINGER_SECONDS);
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        idle = false;
        cancel();
        inactive.fireChannelInactive();
    }

    private void closeIn(int seconds) {
        cancel();
        timer =
                context.executor()
                        .schedule(
                                () -> {
                                    var unused = context.close();
                                },
                                seconds,
                                TimeUnit.SECONDS);
    }

    private void cancel() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
