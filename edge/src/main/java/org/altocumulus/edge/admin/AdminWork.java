package org.altocumulus.edge.admin;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Asks a site on threads beside that of the admin port, which so waits for nothing. What probes ask
 * has a thread of its own, so that nothing else delays it; so has the state. Belongs to the thread
 * of the admin port.
 */
final class AdminWork implements AutoCloseable {
    private static final int READY_INTERVAL_MILLIS = 50;
    private static final int STATE_INTERVAL_MILLIS = 200;
    private static final int KEEP_SECONDS = 10;

    /** Requests that wait for those before them; what is more is refused. */
    private static final int QUEUE = 64;

    private final AdminSite site;
    private final Executor actions;
    private final Runnable end;
    private final SharedWork readiness;
    private final SharedWork state;

    /** With threads, made when they are needed. */
    static AdminWork onThreads(AdminSite site, LongSupplier clock) {
        ThreadPoolExecutor ready = thread("admin-ready", 1);
        ThreadPoolExecutor state = thread("admin-state", 1);
        ThreadPoolExecutor actions = thread("admin-action", QUEUE);
        return new AdminWork(
                site,
                clock,
                ready,
                state,
                actions,
                () -> {
                    ready.shutdownNow();
                    state.shutdownNow();
                    actions.shutdownNow();
                });
    }

    private static ThreadPoolExecutor thread(String name, int queue) {
        ThreadPoolExecutor thread =
                new ThreadPoolExecutor(
                        1,
                        1,
                        KEEP_SECONDS,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(queue),
                        new DefaultThreadFactory(name, true));
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }

    /**
     * With those executors.
     *
     * @param clock nanoseconds of a monotonic clock
     */
    AdminWork(
            AdminSite site,
            LongSupplier clock,
            Executor readyWorker,
            Executor stateWorker,
            Executor actions,
            Runnable end) {
        this.site = site;
        this.actions = actions;
        this.end = end;
        this.readiness =
                new SharedWork(
                        "readiness",
                        () -> AdminResponse.of(site.readiness()),
                        readyWorker,
                        READY_INTERVAL_MILLIS,
                        clock);
        this.state =
                new SharedWork(
                        "the state",
                        () -> AdminResponse.json(site.state()),
                        stateWorker,
                        STATE_INTERVAL_MILLIS,
                        clock);
    }

    AdminSite site() {
        return site;
    }

    /** As {@link SharedWork#ask}. */
    void readiness(EventExecutor loop, Consumer<AdminResponse> answer) {
        readiness.ask(loop, answer);
    }

    /** As {@link SharedWork#ask}. */
    void state(EventExecutor loop, Consumer<AdminResponse> answer) {
        state.ask(loop, answer);
    }

    /**
     * Does something for one request alone.
     *
     * @param loop the thread of the admin port
     * @param answer called once, on that thread
     */
    void once(EventExecutor loop, Supplier<AdminResponse> work, Consumer<AdminResponse> answer) {
        boolean[] told = new boolean[1];
        Consumer<AdminResponse> first =
                response -> {
                    if (!told[0]) {
                        told[0] = true;
                        answer.accept(response);
                    }
                };
        var timer =
                loop.schedule(
                        () -> first.accept(AdminResponse.unavailable("the node does not answer")),
                        SharedWork.PATIENCE_MILLIS,
                        TimeUnit.MILLISECONDS);
        try {
            actions.execute(
                    () -> {
                        AdminResponse response = SharedWork.run("request", work);
                        loop.execute(
                                () -> {
                                    timer.cancel(false);
                                    first.accept(response);
                                });
                    });
        } catch (RejectedExecutionException e) {
            timer.cancel(false);
            first.accept(AdminResponse.unavailable("too many requests wait already"));
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
