package org.altocumulus.edge.admin;

import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.altocumulus.edge.loop.Failures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds an answer on another thread, as that may have to wait for other threads of the node: once
 * for all who ask before it begins, and only so often. So an answer is never older than its
 * request. Who has waited for {@link #PATIENCE_MILLIS} is told that there is none. Belongs to the
 * thread of the admin port.
 */
final class SharedWork {
    /** How long a request waits for its answer. */
    static final long PATIENCE_MILLIS = 2000;

    private static final Logger LOG = LoggerFactory.getLogger(SharedWork.class);

    private final String what;
    private final Supplier<AdminResponse> build;
    private final Executor worker;
    private final long interval;
    private final LongSupplier clock;

    /** Those for whom it is being built, and those who asked since that began. */
    private List<Consumer<AdminResponse>> current = new ArrayList<>();

    private List<Consumer<AdminResponse>> next = new ArrayList<>();
    private boolean building;
    private boolean scheduled;
    private boolean late;
    private long begunAt;

    /**
     * Work that nobody has asked for.
     *
     * @param what names it, for people
     * @param build called on the worker
     * @param intervalMillis shortest time from the beginning of one building to that of the next
     * @param clock nanoseconds of a monotonic clock
     */
    SharedWork(
            String what,
            Supplier<AdminResponse> build,
            Executor worker,
            long intervalMillis,
            LongSupplier clock) {
        this.what = what;
        this.build = build;
        this.worker = worker;
        this.interval = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
        this.clock = clock;
        this.begunAt = clock.getAsLong() - interval;
    }

    /**
     * Asks for the answer.
     *
     * @param loop the thread of the admin port
     * @param answer called once, on that thread, maybe before this returns
     */
    void ask(EventExecutor loop, Consumer<AdminResponse> answer) {
        if (building && late) {
            answer.accept(tooLate());
        } else {
            next.add(answer);
            startSoon(loop);
        }
    }

    private void startSoon(EventExecutor loop) {
        if (building || scheduled) {
            return;
        }
        long wait = begunAt + interval - clock.getAsLong();
        if (wait <= 0) {
            start(loop);
        } else {
            scheduled = true;
            var unused =
                    loop.schedule(
                            () -> {
                                scheduled = false;
                                start(loop);
                            },
                            wait,
                            TimeUnit.NANOSECONDS);
        }
    }

    private void start(EventExecutor loop) {
        building = true;
        late = false;
        begunAt = clock.getAsLong();
        current = next;
        next = new ArrayList<>();
        var timer =
                loop.schedule(
                        () -> {
                            late = true;
                            tell(tooLate());
                            current = next;
                            tell(tooLate());
                            next = new ArrayList<>();
                        },
                        PATIENCE_MILLIS,
                        TimeUnit.MILLISECONDS);
        try {
            worker.execute(
                    () -> {
                        AdminResponse response = AdminResponse.unavailable("internal error");
                        try {
                            response = run(what, build);
                        } finally {
                            AdminResponse built = response;
                            loop.execute(
                                    () -> {
                                        timer.cancel(false);
                                        built(built, loop);
                                    });
                        }
                    });
        } catch (RejectedExecutionException e) {
            timer.cancel(false);
            building = false;
            tell(AdminResponse.unavailable("the node stops"));
        }
    }

    private void built(AdminResponse response, EventExecutor loop) {
        building = false;
        tell(response);
        if (!next.isEmpty()) {
            startSoon(loop);
        }
    }

    private AdminResponse tooLate() {
        return AdminResponse.unavailable("%s is not known: the node does not say".formatted(what));
    }

    private void tell(AdminResponse response) {
        List<Consumer<AdminResponse>> told = current;
        current = new ArrayList<>();
        told.forEach(each -> each.accept(response));
    }

    /** What comes of {@code work}, whatever it throws. */
    static AdminResponse run(String what, Supplier<AdminResponse> work) {
        try {
            return work.get();
        } catch (IllegalStateException e) {
            LOG.warn("admin {}: {}", what, e.getMessage());
            return AdminResponse.unavailable(e.getMessage());
        } catch (RuntimeException | Error e) {
            Failures.handle(LOG, "admin request, " + what, e);
            return AdminResponse.unavailable("internal error");
        }
    }
}
