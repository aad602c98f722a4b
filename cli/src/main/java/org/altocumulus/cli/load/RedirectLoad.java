package org.altocumulus.cli.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.ClientEndpoint;

/** Hellos that are answered, by a redirect or otherwise, and lead to nothing. */
public final class RedirectLoad implements LoadMode {
    private final LoadClock clock;
    private final Settings settings;
    private final List<LoadClients.Place> places;
    private final HelloCounts counts = new HelloCounts();
    private final List<HelloLoop> loops = new ArrayList<>();
    private MultiThreadIoEventLoopGroup group;

    /**
     * How hellos are sent.
     *
     * @param concurrency hellos that may wait for an answer
     * @param perSecond how many are sent in a second; 0 for the next as soon as one is answered
     * @param timeout how long one waits
     * @param sockets from which they are sent
     * @param threads event loops, at most as many as sockets
     */
    public record Settings(
            int concurrency, double perSecond, Duration timeout, int sockets, int threads) {}

    /**
     * @param places at least one; hellos go to them in turn
     */
    public RedirectLoad(LoadClock clock, Settings settings, List<LoadClients.Place> places) {
        this.clock = clock;
        this.settings = settings;
        this.places = List.copyOf(places);
    }

    @Override
    public String name() {
        return "redirect";
    }

    @Override
    public String work() {
        return "hello";
    }

    @Override
    public void prepare(Watch watch) throws IOException {
        int threads = Math.max(1, Math.min(settings.threads(), settings.sockets()));
        IoHandlerFactory handlers =
                Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        group =
                new MultiThreadIoEventLoopGroup(
                        threads, new DefaultThreadFactory("hello", true), handlers);
        List<InetSocketAddress> targets = new ArrayList<>();
        for (LoadClients.Place place : places) {
            targets.add(ClientEndpoint.resolve(place.server()).get(0));
        }
        SecureRandom random = new SecureRandom();
        for (int i = 0; i < threads; i++) {
            int run = random.nextInt();
            List<HelloPackets> packets = new ArrayList<>();
            places.forEach(place -> packets.add(new HelloPackets(run, place.url())));
            HelloLoop loop =
                    new HelloLoop(
                            group.next(),
                            clock,
                            counts,
                            settings.timeout().toNanos(),
                            Math.max(1, settings.concurrency() / threads),
                            packets,
                            targets);
            loop.bind(Math.max(1, settings.sockets() / threads));
            loops.add(loop);
        }
    }

    @Override
    public void begin(long start, Window window) {
        double each = settings.perSecond() / loops.size();
        for (int i = 0; i < loops.size(); i++) {
            long phase = each > 0 ? (long) (1e9 / settings.perSecond() * i) : 0;
            loops.get(i).begin(window, each > 0 ? new Schedule(start + phase, each) : null);
        }
    }

    @Override
    public void finish(Watch watch) throws InterruptedException {
        loops.forEach(HelloLoop::stop);
        watch.settle(
                settings.timeout().toNanos() * 2,
                () -> loops.stream().noneMatch(HelloLoop::isBusy));
    }

    @Override
    public String progress() {
        return "%d answered, %d lost".formatted(counts.all.sum(), counts.lost.sum());
    }

    @Override
    public long report(ObjectNode to, double seconds, Usage usage) {
        to.put("concurrency", settings.concurrency()).put("sockets", settings.sockets());
        if (settings.perSecond() > 0) {
            to.put("rate", settings.perSecond());
        }
        to.put("sent", counts.sent.sum())
                .put("answered", counts.answered.sum())
                .put("redirects", counts.redirects.sum())
                .put("hellos", counts.hellos.sum())
                .put("forwarded", counts.forwarded.sum())
                .put("lost", counts.lost.sum())
                .put("perSecond", Rounded.of(counts.inTime.sum() / Math.max(seconds, 1e-9)));
        counts.latency.write(to.putObject("latency"));
        return counts.inTime.sum();
    }

    @Override
    public boolean hasWorked() {
        return counts.all.sum() > 0;
    }

    @Override
    public void close() {
        if (group != null) {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2000);
        }
    }
}
