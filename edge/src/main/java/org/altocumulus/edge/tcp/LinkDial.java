package org.altocumulus.edge.tcp;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.altocumulus.edge.loop.Failures;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.SocketErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dials the other end of the link on the loop of the links. Names are looked up at every attempt
 * and beside the loop: one that nobody answers for holds up no other origin.
 */
public final class LinkDial implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LinkDial.class);

    private final LinkLoop loop;
    private final int timeoutMillis;
    private final Optional<LinkTls> tls;

    /** The JDK looks up one name at a time; there are at most as many threads as connections. */
    private final ExecutorService lookups =
            Executors.newCachedThreadPool(
                    task -> {
                        Thread thread = new Thread(task, "link-lookup");
                        thread.setDaemon(true);
                        return thread;
                    });

    /**
     * Dials on that loop.
     *
     * @param timeoutMillis after which an attempt is given up, behind the lookup of a name
     * @param tls below the links, if wanted
     */
    public LinkDial(LinkLoop loop, int timeoutMillis, Optional<LinkTls> tls) {
        this.loop = loop;
        this.timeoutMillis = timeoutMillis;
        this.tls = tls;
    }

    /**
     * Connects.
     *
     * @param address with a port
     * @param host gets the connection, on the loop
     * @param failed gets what went wrong, on the loop, later
     */
    public void dial(HostPort address, LinkHost host, Consumer<String> failed) {
        if (address.isNumeric()) {
            resolve(address, host, failed);
            return;
        }
        try {
            lookups.execute(() -> lookUp(address, host, failed));
        } catch (RejectedExecutionException e) {
            fail("the node stops", failed);
        } catch (OutOfMemoryError e) {
            // So the JVM says that the system gives it no more threads.
            fail("cannot look up " + address.host() + ": " + e.getMessage(), failed);
        }
    }

    /** Whatever goes wrong is told: an attempt that nobody hears of again would be the last. */
    private void lookUp(HostPort address, LinkHost host, Consumer<String> failed) {
        try {
            resolve(address, host, failed);
        } catch (RuntimeException | Error e) {
            fail("cannot look up " + address.host() + ": " + e, failed);
            Failures.handle(LOG, "look-up of a name", e);
        }
    }

    private void resolve(HostPort address, LinkHost host, Consumer<String> failed) {
        InetSocketAddress resolved;
        try {
            resolved = address.resolve(HostPort.NO_PORT);
        } catch (UnknownHostException e) {
            fail("cannot look up " + address.host(), failed);
            return;
        }
        execute(() -> tryToConnect(resolved, host, failed));
    }

    private void tryToConnect(InetSocketAddress address, LinkHost host, Consumer<String> failed) {
        try {
            connect(address, host, failed);
        } catch (RuntimeException | Error e) {
            fail("internal error", failed);
            Failures.handle(LOG, "dialling " + HostPort.format(address), e);
        }
    }

    private void connect(InetSocketAddress address, LinkHost host, Consumer<String> failed) {
        ChannelFuture dialled =
                loop.dialling()
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
                        .handler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        channel.pipeline().addLast(new LinkChannel(host));
                                        tls.ifPresent(below -> below.dial(channel));
                                    }
                                })
                        .connect(address);
        dialled.addListener(
                future -> {
                    if (!future.isSuccess()) {
                        fail(SocketErrors.reason(future.cause()), failed);
                    }
                });
    }

    private void fail(String why, Consumer<String> failed) {
        execute(() -> failed.accept(why));
    }

    private void execute(Runnable task) {
        try {
            loop.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            // The loop has ended, and with it all links.
            return;
        }
    }

    /** Waits for no lookup that is under way. */
    @Override
    public void close() {
        lookups.shutdownNow();
    }
}
