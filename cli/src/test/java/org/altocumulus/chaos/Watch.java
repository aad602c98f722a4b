package org.altocumulus.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Counts, for each of some players, the frames that were sent within some time. */
final class Watch {
    /** How late a frame may come and still be counted. */
    private static final Duration LATE = Duration.ofSeconds(8);

    /** Who loses nothing is not without frames for longer, even on a busy machine. */
    static final Duration LATE_GAP = Duration.ofSeconds(3);

    /** Any number. */
    private static final double ANY = Double.POSITIVE_INFINITY;

    private final String scenario;
    private final Frames frames;
    private final Consumer<Outcome> outcomes;
    private final long begin = System.nanoTime();
    private final int first;

    Watch(String scenario, Frames frames, Consumer<Outcome> outcomes) {
        this.scenario = scenario;
        this.frames = frames;
        this.outcomes = outcomes;
        this.first = frames.last() + 1;
    }

    /** Those players have to get every frame up to now, and none of them long after its time. */
    void nobodyLoses(String who, List<ChaosPlayer> players) throws Exception {
        nobodyLoses(who, players, LATE_GAP);
    }

    /** Those players have to get every frame up to now, none of them later than that. */
    void nobodyLoses(String who, List<ChaosPlayer> players, Duration gap) throws Exception {
        count(who, players, 0, gap.toMillis() / 1e3);
    }

    /** Those players may lose frames, but none may be without for longer. */
    void nobodyWaits(String who, List<ChaosPlayer> players, Duration gap) throws Exception {
        count(who, players, ANY, gap.toMillis() / 1e3);
    }

    private void count(String who, List<ChaosPlayer> players, double mostLost, double mostGap)
            throws Exception {
        int end = frames.last();
        try {
            Await.until(
                    LATE,
                    () -> who + " have frame " + end,
                    () -> players.stream().allMatch(player -> player.log().last() >= end));
        } catch (ChaosException e) {
            outcomes.accept(
                    new Outcome(
                            scenario, who, 0, 0, 0, 0, false, "still without frames at the end"));
        }
        long expected = 0;
        long got = 0;
        long gap = 0;
        List<String> victims = new ArrayList<>();
        for (ChaosPlayer player : players) {
            int came = player.log().received(first, end);
            int sent = end - first + 1;
            expected += sent;
            got += came;
            gap = Math.max(gap, player.log().longestGap(first, end, begin));
            if (came < sent) {
                victims.add((sent - came) + " by the " + player);
            }
        }
        double seconds = gap / 1e9;
        boolean good = expected > 0 && expected - got <= mostLost && seconds <= mostGap;
        String asked =
                mostLost == 0
                        ? "nothing may be lost, no gap above %.1f s".formatted(mostGap)
                        : "no gap may be above %.1f s".formatted(mostGap);
        String remark = good || victims.isEmpty() ? asked : asked + ", lost " + victims.get(0);
        outcomes.accept(
                new Outcome(scenario, who, players.size(), expected, got, seconds, good, remark));
    }
}
