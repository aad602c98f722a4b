package org.altocumulus.edge.hook;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.altocumulus.edge.loop.Failures;
import org.altocumulus.edge.netconnection.AccessAnswer;
import org.altocumulus.edge.netconnection.AccessPolicy;
import org.altocumulus.edge.netconnection.AccessRequest;
import org.altocumulus.edge.ops.HookSettings;
import org.altocumulus.protocol.wire.SocketErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A policy that asks HTTP servers. The time that an answer may take includes waiting for other
 * requests; what has no answer then, or none that says yes, is a no.
 */
public final class HttpHooks implements AccessPolicy {
    private static final Logger LOG = LoggerFactory.getLogger(HttpHooks.class);
    private static final String UNDECIDED = "permission cannot be checked now, try again later";
    private static final int THREADS = 2;
    private static final long THREAD_IDLE_SECONDS = 10;

    private final HookSettings settings;
    private final Supplier<String> node;
    private final FailureLog failures;
    private final ExecutorService executor;
    private final HttpClient client;
    private final Calls<Call> calls;

    /**
     * Threads exist while there is something to ask.
     *
     * @param node name of this node, for the servers
     * @param clock nanoseconds
     */
    public HttpHooks(HookSettings settings, Supplier<String> node, LongSupplier clock) {
        this.settings = settings;
        this.node = node;
        this.failures = new FailureLog(clock);
        this.executor = executor();
        this.client =
                HttpClient.newBuilder()
                        .executor(executor)
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(settings.timeout())
                        .build();
        this.calls =
                new Calls<>(
                        settings.connections(),
                        settings.queueLength(),
                        call -> executor.execute(call::send));
    }

    /** What waits for its threads is bounded by the number of calls. */
    private static ExecutorService executor() {
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        THREAD_IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        task -> {
                            Thread thread = new Thread(task, "hooks");
                            thread.setDaemon(true);
                            return thread;
                        });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    @Override
    public void ask(AccessRequest request, AccessAnswer answer) {
        Optional<URI> hook =
                switch (request.action()) {
                    case CONNECT -> settings.connect();
                    case PUBLISH -> settings.publish();
                    case PLAY -> settings.play();
                };
        if (hook.isEmpty()) {
            answer.accepted();
            return;
        }
        Call call = new Call(hook.get(), request, answer);
        if (!calls.add(call)) {
            call.decide(Verdict.failed("too many requests wait for an answer"));
        }
    }

    /** A question to a hook. */
    private final class Call {
        private final URI hook;
        private final AccessRequest request;
        private final CompletableFuture<Verdict> verdict = new CompletableFuture<>();
        private volatile CompletableFuture<HttpResponse<byte[]>> exchange;
        private boolean repeated;

        Call(URI hook, AccessRequest request, AccessAnswer answer) {
            this.hook = hook;
            this.request = request;
            Verdict late = Verdict.failed("no answer in " + settings.timeout().toMillis() + " ms");
            verdict.completeOnTimeout(late, settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
            // What is thrown in it the future would keep to itself.
            var unused =
                    verdict.thenAccept(
                            known -> Failures.run(LOG, "end of a hook", () -> tell(known, answer)));
        }

        void decide(Verdict known) {
            verdict.complete(known);
        }

        private void tell(Verdict known, AccessAnswer answer) {
            if (exchange == null) {
                calls.forget(this);
            }
            cancel();
            switch (known.kind()) {
                case ACCEPTED -> answer.accepted();
                case REFUSED -> {
                    LOG.debug("{} of {} refused", request.action(), request.client());
                    answer.refused(known.text());
                }
                case FAILED -> {
                    answer.refused(UNDECIDED);
                    failures.on(hook, known.text());
                }
            }
        }

        /** Ends an exchange that nobody waits for. */
        private void cancel() {
            CompletableFuture<HttpResponse<byte[]>> running = exchange;
            if (running != null) {
                running.cancel(true);
            }
        }

        /** On a thread of the executor, for what happens before the first byte may block. */
        void send() {
            if (verdict.isDone()) {
                calls.ended();
                return;
            }
            try {
                CompletableFuture<HttpResponse<byte[]>> sent =
                        client.sendAsync(post(), info -> new BoundedBody(HookReply.MAX_BODY));
                exchange = sent;
                var unused = sent.whenComplete(this::onAnswer);
                if (verdict.isDone()) {
                    cancel();
                }
            } catch (RuntimeException | Error e) {
                Failures.handle(LOG, "question to a hook", e);
                decide(Verdict.failed("it cannot be asked: " + e.getMessage()));
                calls.ended();
            }
        }

        private HttpRequest post() {
            HttpRequest.Builder post =
                    HttpRequest.newBuilder(hook)
                            .header("Content-Type", "application/json")
                            .POST(
                                    HttpRequest.BodyPublishers.ofString(
                                            HookBody.of(request, node.get())));
            if (!settings.secret().isEmpty()) {
                post.header("Authorization", "Bearer " + settings.secret());
            }
            return post.build();
        }

        private void onAnswer(HttpResponse<byte[]> response, Throwable failure) {
            if (failure != null && mayRepeat(failure)) {
                repeated = true;
                executor.execute(this::send);
                return;
            }
            try {
                if (failure != null && cause(failure) instanceof Error error) {
                    Failures.handle(LOG, "question to a hook", error);
                }
                decide(
                        failure == null
                                ? HookReply.read(response.statusCode(), response.body())
                                : Verdict.failed(reason(failure)));
            } catch (RuntimeException | Error e) {
                // The future would keep it to itself, and the client would wait for its answer.
                Failures.handle(LOG, "answer of a hook", e);
                decide(Verdict.failed("its answer could not be read"));
            } finally {
                calls.ended();
            }
        }

        /** A connection that was kept may end just when it is used again: once that is no fault. */
        private boolean mayRepeat(Throwable failure) {
            Throwable cause = cause(failure);
            return !repeated
                    && !verdict.isDone()
                    && cause instanceof IOException
                    && !(cause instanceof ConnectException)
                    && !(cause instanceof HttpTimeoutException);
        }

        private String reason(Throwable failure) {
            return SocketErrors.reason(cause(failure));
        }

        private Throwable cause(Throwable failure) {
            boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
            return wrapped ? failure.getCause() : failure;
        }
    }
}
