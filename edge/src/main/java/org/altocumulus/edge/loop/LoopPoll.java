package org.altocumulus.edge.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks loops for something of their own, and waits for the answers. A loop that does not answer in
 * time is left out. Any thread but the loops.
 */
public final class LoopPoll {
    private static final Logger LOG = LoggerFactory.getLogger(LoopPoll.class);

    private LoopPoll() {}

    /** Whoever works on a loop. */
    @FunctionalInterface
    public interface Member {
        /** Runs the task on its loop. */
        void run(Runnable task);
    }

    /**
     * What the loops answered that did so in time.
     *
     * @param values in the order of the loops
     * @param silent loops that did not answer
     */
    public record Answers<T>(List<T> values, int silent) {
        /** The sum over all values. */
        public int sum(ToIntFunction<T> of) {
            return values.stream().mapToInt(of).sum();
        }
    }

    /**
     * Asks all of them at once.
     *
     * @param question asked on each loop; one that throws has not answered
     * @param millis longest time to wait
     * @throws IllegalStateException if the thread is interrupted
     */
    public static <L extends Member, T> Answers<T> ask(
            List<L> loops, Function<L, T> question, long millis) {
        List<CompletableFuture<T>> asked = new ArrayList<>();
        for (L loop : loops) {
            CompletableFuture<T> answer = new CompletableFuture<>();
            asked.add(answer);
            loop.run(
                    () -> {
                        try {
                            answer.complete(question.apply(loop));
                        } catch (RuntimeException | Error e) {
                            // First, so that whoever asks does not wait in vain.
                            answer.completeExceptionally(e);
                            Failures.handle(LOG, "question to a loop", e);
                        }
                    });
        }
        try {
            CompletableFuture.allOf(asked.toArray(new CompletableFuture<?>[0]))
                    .get(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            // Those that have answered count.
        }
        List<T> values = new ArrayList<>();
        for (CompletableFuture<T> answer : asked) {
            if (answer.isDone() && !answer.isCompletedExceptionally()) {
                values.add(answer.join());
            }
        }
        return new Answers<>(values, loops.size() - values.size());
    }
}
