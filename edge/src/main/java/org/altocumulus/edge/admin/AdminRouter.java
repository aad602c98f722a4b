package org.altocumulus.edge.admin;

import static io.netty.handler.codec.http.HttpHeaderNames.ALLOW;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Finds the answer to a request. Belongs to the thread of the admin port. */
final class AdminRouter {
    private static final AdminResponse LIVE = AdminResponse.text(HttpResponseStatus.OK, "live");

    private final AdminWork work;
    private final AdminGuard guard;

    AdminRouter(AdminWork work, AdminGuard guard) {
        this.work = work;
        this.guard = guard;
    }

    /**
     * Answers a request.
     *
     * @param from where it comes from
     * @param loop the thread of the admin port
     * @param answer called once, on that thread, maybe before this returns
     */
    void route(
            HttpRequest request,
            InetAddress from,
            EventExecutor loop,
            Consumer<AdminResponse> answer) {
        QueryStringDecoder uri = new QueryStringDecoder(request.uri());
        String path;
        Map<String, List<String>> query;
        try {
            path = uri.path();
            query = uri.parameters();
        } catch (IllegalArgumentException e) {
            answer.accept(
                    AdminResponse.text(
                            HttpResponseStatus.BAD_REQUEST, "the path cannot be decoded"));
            return;
        }
        Optional<AdminResponse> refusal = guard.refuse(request, path, from);
        if (refusal.isPresent()) {
            answer.accept(refusal.get());
        } else if (isPage(path)) {
            page(request.method(), path, query, loop, answer);
        } else {
            action(request.method(), path, loop, answer);
        }
    }

    private static boolean isPage(String path) {
        return switch (path) {
            case "/live", "/ready", "/state", "/clients" -> true;
            default -> false;
        };
    }

    private void page(
            HttpMethod method,
            String path,
            Map<String, List<String>> query,
            EventExecutor loop,
            Consumer<AdminResponse> answer) {
        if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
            answer.accept(notAllowed("GET, HEAD"));
            return;
        }
        switch (path) {
            case "/live" -> answer.accept(LIVE);
            case "/ready" -> work.readiness(loop, answer);
            case "/state" -> work.state(loop, answer);
            default -> clients(query, loop, answer);
        }
    }

    private void clients(
            Map<String, List<String>> query, EventExecutor loop, Consumer<AdminResponse> answer) {
        ClientQuery asked;
        try {
            asked = ClientQuery.of(query);
        } catch (IllegalArgumentException e) {
            answer.accept(AdminResponse.text(HttpResponseStatus.BAD_REQUEST, e.getMessage()));
            return;
        }
        work.once(loop, () -> AdminResponse.json(work.site().clients(asked)), answer);
    }

    private void action(
            HttpMethod method, String path, EventExecutor loop, Consumer<AdminResponse> answer) {
        Optional<Supplier<AdminAnswer>> action = work.site().action(segments(path));
        if (action.isEmpty()) {
            answer.accept(AdminResponse.text(HttpResponseStatus.NOT_FOUND, work.site().paths()));
        } else if (!method.equals(HttpMethod.POST)) {
            answer.accept(notAllowed("POST"));
        } else {
            work.once(loop, () -> AdminResponse.of(action.get().get()), answer);
        }
    }

    private static List<String> segments(String path) {
        return List.of((path.startsWith("/") ? path.substring(1) : path).split("/", -1));
    }

    private static AdminResponse notAllowed(String allowed) {
        return AdminResponse.text(HttpResponseStatus.METHOD_NOT_ALLOWED, "only " + allowed)
                .with(ALLOW, allowed);
    }
}
