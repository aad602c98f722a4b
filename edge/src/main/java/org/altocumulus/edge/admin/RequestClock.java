package org.altocumulus.edge.admin;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection to the admin port that has sent no whole request in time, however many bytes
 * of it come now and then, and one that stays without a request.
 */
final class RequestClock extends ChannelInboundHandlerAdapter {
    private final AdminTimes times;
    private ChannelHandlerContext context;
    private ScheduledFuture<?> timer;
    private boolean idle;

    RequestClock(AdminTimes times) {
        this.times = times;
    }

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
            closeIn(times.request());
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
        closeIn(times.idle());
    }

    /** The last answer is written. */
    void closing() {
        idle = false;
        closeIn(times.linger());
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        idle = false;
        cancel();
        inactive.fireChannelInactive();
    }

    private void closeIn(Duration time) {
        cancel();
        timer =
                context.executor()
                        .schedule(
                                () -> {
                                    var unused = context.close();
                                },
                                time.toMillis(),
                                TimeUnit.MILLISECONDS);
    }

    private void cancel() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
