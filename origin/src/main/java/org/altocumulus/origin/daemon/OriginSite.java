package org.altocumulus.origin.daemon;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.altocumulus.edge.admin.AdminAnswer;
import org.altocumulus.edge.admin.AdminSite;
import org.altocumulus.edge.admin.ClientQuery;
import org.altocumulus.edge.admin.Readiness;
import org.altocumulus.edge.server.ClientActions;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.origin.link.LinkServer;
import org.altocumulus.origin.link.OriginLinks;

/** What operators see and do at an origin. */
final class OriginSite implements AdminSite {
    private static final long TIMEOUT_MILLIS = 1000;

    private final OriginWatch watch;
    private final NodeServer server;
    private final LinkServer thread;
    private volatile OriginLinks links;

    OriginSite(OriginWatch watch, NodeServer server, LinkServer thread) {
        this.watch = watch;
        this.server = server;
        this.thread = thread;
    }

    /** The links of the origin, which are made when it starts. */
    void links(OriginLinks originLinks) {
        links = originLinks;
    }

    @Override
    public Readiness readiness() {
        return watch.readiness();
    }

    @Override
    public Object state() {
        return watch.state(thread::execute);
    }

    @Override
    public Object clients(ClientQuery query) {
        return server.application()
                .inspection()
                .clients(query.after(), query.skip(), query.limit());
    }

    @Override
    public Optional<Supplier<AdminAnswer>> action(List<String> path) {
        if (path.size() == 3 && path.get(0).equals("edges") && path.get(2).equals("drain")) {
            return Optional.of(() -> drain(path.get(1)));
        }
        return ClientActions.of(server, path);
    }

    private AdminAnswer drain(String node) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        thread.execute(now -> done.complete(links.drain(node, now)));
        try {
            return done.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
                    ? AdminAnswer.done("edge " + node + " drains")
                    : AdminAnswer.unknown("no edge " + node + " is connected");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the links do not answer", e);
        }
    }

    @Override
    public String paths() {
        return "there are GET /live, GET /ready, GET /state, GET /clients, POST /edges/NODE/drain"
                + " and "
                + ClientActions.PATHS;
    }
}
