package org.altocumulus.protocol.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Publications of an edge that were refused because their name is taken, while the publisher that
 * has it is checked, through an origin or, without one, by the edge that it is connected to. Each
 * is published again or refused, within bounded time.
 */
final class NameChecks {
    /** How often a name that others take again is asked for. */
    private static final int MAX_ATTEMPTS = 3;

    /** For a check, and its way. */
    private static final long TIMEOUT = TimeUnit.SECONDS.toNanos(5);

    private final Outcome outcome;
    private final Map<Publication, Check> checks = new HashMap<>();

    private static final class Check {
        final int attempts;
        final Reason reason;
        final String message;
        final long due;

        Check(int attempts, Reason reason, String message, long due) {
            this.attempts = attempts;
            this.reason = reason;
            this.message = message;
            this.due = due;
        }
    }

    /** What becomes of a publication. */
    interface Outcome {
        /** The name is free: it is published again. */
        void publishAgain(Publication publication, PeerId peer, int attempts, long now);

        /** It is not. */
        void refused(Publication publication, Reason reason, String message);
    }

    /** Asks whether the publisher that has a name is still there. */
    interface Way {
        /**
         * Asks, if that makes sense.
         *
         * @return false if nobody is asked, and the answer never comes
         */
        boolean check(PublisherCheck check, CheckAnswer answer, long now);
    }

    NameChecks(Outcome outcome) {
        this.outcome = outcome;
    }

    /**
     * Has the publisher checked that has the name of a publication.
     *
     * @param way asks
     * @param attempts how often it was checked before
     * @return false if that makes no sense
     */
    boolean begin(
            Way way, PublisherCheck check, int attempts, Reason reason, String message, long now) {
        if (attempts >= MAX_ATTEMPTS) {
            return false;
        }
        Publication publication = check.publication();
        Check mine = new Check(attempts + 1, reason, message, now + TIMEOUT);
        checks.put(publication, mine);
        boolean asked =
                way.check(
                        check,
                        (free, at) -> {
                            if (checks.remove(publication, mine)) {
                                if (free) {
                                    outcome.publishAgain(
                                            publication, check.peer(), mine.attempts, at);
                                } else {
                                    outcome.refused(publication, reason, message);
                                }
                            }
                        },
                        now);
        if (!asked) {
            checks.remove(publication, mine);
        }
        return asked;
    }

    /** The publisher wants it no more. */
    void cancel(Publication publication) {
        checks.remove(publication);
    }

    /** Refuses what was not answered in time: the link may have ended. */
    void tick(long now) {
        List<Publication> late = new ArrayList<>();
        checks.forEach(
                (publication, check) -> {
                    if (now - check.due >= 0) {
                        late.add(publication);
                    }
                });
        for (Publication publication : late) {
            Check check = checks.remove(publication);
            outcome.refused(publication, check.reason, check.message);
        }
    }

    /** Nanoseconds until {@link #tick} has something to do. */
    long delay(long now) {
        long delay = Long.MAX_VALUE;
        for (Check check : checks.values()) {
            delay = Math.min(delay, check.due - now);
        }
        return delay;
    }
}
