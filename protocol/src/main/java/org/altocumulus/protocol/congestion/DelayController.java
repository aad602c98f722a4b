package org.altocumulus.protocol.congestion;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/**
 * A window that is kept so small that the queue of the bottleneck stays short, in the manner of
 * LEDBAT (RFC 6817) and its successor LEDBAT++: congestion is inferred from the time that packets
 * wait in queues, before anything is lost. Where others fill the queue until it overflows, this
 * controller makes way for them.
 *
 * <p>With a queueing delay up to the {@linkplain #TARGET target} the window grows as in appendix A.
 * From there to twice the target the growth fades and a decrease in proportion to the window sets
 * in, so that sessions which see the same queue settle at windows of the same size. Beyond, the
 * window is cut at once to what the path bears. The target is large against the 4 ms of a
 * timestamp, and below the 100 ms that RFC 6817 allows at most. Loss halves the window, once in a
 * round trip, for queues that are shorter than the target.
 *
 * <p>The base delay would be forged by a standing queue that was there from the start, and become
 * wrong with the route. So when it was not seen for 15 s, and it is the window that holds data
 * back, the session falls to its initial window for about two round trips and takes the least round
 * trip it sees meanwhile for the new base. Sessions that share a bottleneck see the queue of one
 * vanish at the same time and soon do so together. While time-critical data is being sent there is
 * no such pause: then the least round trip of those 15 s becomes the base. Thus no wrong base
 * lasts, and the window never falls below the initial one but for a timeout: no session starves for
 * ever.
 *
 * <p>Not thread-safe.
 */
public final class DelayController extends WindowedController {
    /** The queueing delay that this controller does not mind. */
    static final long TARGET = MILLISECONDS.toNanos(40);

    /** Bytes by which the window grows in a round trip, as in {@link AppendixAController}. */
    private static final long GROWTH = 1440;

    private static final long YIELDING_GROWTH = 384;

    /** The part of the window that it loses in a round trip at twice the target. */
    private static final long FADE = 32;

    /** Growth less decrease that did not make a whole byte yet. */
    private double fraction;

    /** Until when the queue is being drained to see the base, or {@link #NEVER}. */
    private long drainUntil = NEVER;

    /**
     * A controller with the initial window of RFC 5681 §3.1.
     *
     * @param maxSegment SMSS, the most user data that one packet carries
     */
    public DelayController(int maxSegment) {
        super(maxSegment);
    }

    @Override
    public void endPacket(long now, Urgency urgency) {
        findBase(now, urgency);
        if (anyLoss) {
            onCongestion(now, urgency.sendingTimeCritical() ? 7.0 / 8 : 1.0 / 2);
        } else if (anyAcks && drainUntil == NEVER) {
            adjust(now, urgency);
        }
    }

    private void findBase(long now, Urgency urgency) {
        if (drainUntil != NEVER) {
            if (now - drainUntil >= 0) {
                delay.rebase(now);
                drainUntil = NEVER;
            }
        } else if (delay.isStale(now)) {
            if (windowFull && !urgency.sendingTimeCritical()) {
                delay.forgetRecent();
                drainUntil = now + 2 * delay.currentRoundTrip();
            } else {
                delay.rebase(now);
            }
        }
    }

    /** Reduces what was in flight to a part of it. */
    private void onCongestion(long now, double part) {
        long carried = drainUntil == NEVER ? Math.min(window, preAckOutstanding) : window;
        window = Math.max((long) (carried * part), initialWindow);
        slowStartThreshold = window;
        fraction = 0;
        reducedAt = now;
    }

    private void adjust(long now, Urgency urgency) {
        long target = target(urgency);
        long queueing = delay.isKnown() ? delay.queueing() : 0;
        double excess = (double) (queueing - target) / target;
        if (excess > 1) {
            cutToPath(now, target);
        } else if (window < slowStartThreshold && !urgency.yielding()) {
            startSlowly(excess > 0, urgency);
        } else {
            avoid(Math.max(0, excess), urgency);
        }
    }

    /** Of sessions that see the same queue, those with time-critical data keep their window. */
    private static long target(Urgency urgency) {
        if (urgency.sendingTimeCritical()) {
            return 2 * TARGET;
        }
        return urgency.fastGrowthAllowed() ? TARGET : TARGET / 2;
    }

    /** What was sent before the last reduction still fills the queue: that is no news. */
    private void cutToPath(long now, long target) {
        long roundTrip = delay.currentRoundTrip();
        if (now - reducedAt > roundTrip) {
            double bearable = (double) (delay.baseRoundTrip() + target) / roundTrip;
            onCongestion(now, Math.max(bearable, 1.0 / 2));
        }
    }

    private void startSlowly(boolean queueGrows, Urgency urgency) {
        if (queueGrows) {
            slowStartThreshold = window;
        } else if (windowFull && !anyNaks) {
            long increase =
                    urgency.sendingTimeCritical() ? (ackedThisPacket + 3) / 4 : ackedThisPacket;
            grow(increase);
        }
    }

    /**
     * Growth and decrease of a round trip, for the part of the window that was acknowledged.
     *
     * @param excess 0 at the target, 1 at twice the target
     */
    private void avoid(double excess, Urgency urgency) {
        double change = -excess * window / FADE;
        if (windowFull && !anyNaks) {
            double fixed = urgency.fastGrowthAllowed() ? GROWTH : YIELDING_GROWTH;
            double scaled = window / (urgency.yielding() ? 200.0 : 100.0);
            change += (1 - excess) * Math.max(fixed, scaled);
        }
        fraction += change * ackedThisPacket / window;
        long whole = (long) fraction;
        fraction -= whole;
        grow(whole);
        if (whole < 0) {
            // Or what was given up would be taken back in a round trip.
            slowStartThreshold = Math.min(slowStartThreshold, window);
        }
    }

    @Override
    void forgetProgress() {
        fraction = 0;
        drainUntil = NEVER;
    }

    @Override
    public long window() {
        return drainUntil == NEVER ? window : Math.min(window, initialWindow);
    }
}
