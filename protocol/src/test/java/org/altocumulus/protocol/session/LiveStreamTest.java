package org.altocumulus.protocol.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.sim.BurstLoss;
import org.altocumulus.protocol.sim.LinkProfile;
import org.altocumulus.protocol.sim.LiveStream;
import org.altocumulus.protocol.sim.MediaProfile;
import org.altocumulus.protocol.sim.SeededRuns;
import org.altocumulus.protocol.sim.SentFlow;
import org.altocumulus.protocol.sim.SimPair;
import org.junit.jupiter.api.Test;

/**
 * A live stream of 1 Mbit/s through a link of 80 ms that loses 2 %.
 *
 * <p>In time means: nothing of a message leaves at or after its deadline, neither for the first
 * time nor again (RFC 7016 §3.6.2.3; {@link org.altocumulus.protocol.sim.DepartureCheck} reads each
 * packet, lost ones too). So all of it has arrived at the latest one flight after the deadline.
 * Messages of one flow have to wait for those before them, which may have more time: an inter frame
 * is delivered behind its key frame.
 */
class LiveStreamTest {
    private static final long BYTES_PER_SECOND = 125_000;
    private static final long ONE_WAY = MILLISECONDS.toNanos(40);
    private static final boolean LONG = Boolean.getBoolean("altocumulus.test.long");
    private static final long DURATION = SECONDS.toNanos(LONG ? 60 : 15);
    private static final long HOUR = MINUTES.toNanos(LONG ? 60 : 2);

    private static final LinkProfile LINK = LinkProfile.GOOD.withDelay(ONE_WAY);
    private static final LinkProfile RANDOM = LINK.withLoss(0.02);
    private static final LinkProfile BURSTS = LINK.withBursts(BurstLoss.of(0.02, 30));

    private SimPair pair;

    @Test
    void audioArrivesAndNothingIsLateThroughRandomLoss() {
        SeededRuns.of(getClass(), 100, 1_000, seed -> play(RANDOM, seed));
    }

    @Test
    void audioArrivesAndNothingIsLateThroughBurstsOfLoss() {
        SeededRuns.of(getClass(), 100, 1_000, seed -> play(BURSTS, seed));
    }

    @Test
    void jitterThatChangesTheOrderCostsHardlyAnything() {
        LinkProfile jitter = LINK.withJitter(MILLISECONDS.toNanos(10));
        SeededRuns.of(
                getClass(),
                10,
                100,
                seed -> {
                    LiveStream stream = play(jitter, seed);
                    int frames = stream.video().count();
                    assertThat(stream.videoArrived().delivered())
                            .isGreaterThan(frames - frames / 50);
                });
    }

    @Test
    void withoutLossEverythingArrives() {
        LiveStream stream = stream(LINK, 1);
        stream.run(DURATION);
        requireAudio(stream);
        assertThat(stream.videoArrived().delivered()).isEqualTo(stream.video().count());
        assertThat(stream.videoArrived().latest()).isNegative();
    }

    @Test
    void aLongStreamIsHeldOnlyAsLongAsItLives() {
        LiveStream stream = stream(RANDOM, 1);
        Session sender = stream.audio().session();
        long[] most = new long[1];
        pair.time().afterEach(() -> most[0] = Math.max(most[0], sender.queuedBytes()));
        stream.run(HOUR);
        requireAudio(stream);
        long life = NANOSECONDS.toSeconds(MediaProfile.ONE_MEGABIT.keyFrameLifetime());
        assertThat(most[0]).isBetween(30_000L, life * BYTES_PER_SECOND);
        assertThat(sender.queuedBytes()).isZero();
        assertThat(pair.time().pending()).isLessThan(1_000);
    }

    private LiveStream play(LinkProfile link, long seed) {
        LiveStream stream = stream(link, seed);
        stream.run(DURATION);
        requireAudio(stream, link.jitter());
        return stream;
    }

    private static void requireAudio(LiveStream stream) {
        requireAudio(stream, 0);
    }

    private static void requireAudio(LiveStream stream, long jitter) {
        int sent = stream.audio().count();
        assertThat(stream.audioArrived().delivered()).isGreaterThanOrEqualTo(sent - sent / 1000);
        assertThat(stream.audioArrived().latest()).isLessThanOrEqualTo(ONE_WAY + jitter);
    }

    private LiveStream stream(LinkProfile link, long seed) {
        pair = SimPair.plain(seed);
        SentFlow.open(pair.connect(), Priority.CONTROL).send(4);
        pair.time().runFor(SECONDS.toNanos(1));
        pair.network().link(link);
        return LiveStream.up(pair, MediaProfile.ONE_MEGABIT, seed);
    }
}
