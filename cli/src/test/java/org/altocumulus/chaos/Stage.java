package org.altocumulus.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a scenario has to do with, and what it found. */
final class Stage {
    private final String scenario;
    private final ChaosCluster cluster;
    private final Crowd crowd;
    private final ChaosSize size;
    private final Random random;
    private final List<Outcome> outcomes = new CopyOnWriteArrayList<>();

    Stage(String scenario, ChaosCluster cluster, Crowd crowd, ChaosSize size, Random random) {
        this.scenario = scenario;
        this.cluster = cluster;
        this.crowd = crowd;
        this.size = size;
        this.random = random;
    }

    ChaosCluster cluster() {
        return cluster;
    }

    Crowd crowd() {
        return crowd;
    }

    ChaosSize size() {
        return size;
    }

    /** Random numbers of the seed. */
    Random random() {
        return random;
    }

    /** Begins to count the frames that are sent from now on. */
    Watch watch() {
        return new Watch(scenario, crowd.frames(), outcomes::add);
    }

    /** Something had to hold. */
    void check(String what, boolean holds, String remark) {
        outcomes.add(new Outcome(scenario, what, 0, 0, 0, 0, holds, remark));
    }

    /**
     * Waits until something holds that has to.
     *
     * @return whether it did
     */
    boolean checkWithin(Duration limit, String what, Await.Condition condition) throws Exception {
        String asked = "within %.1f s".formatted(limit.toMillis() / 1e3);
        try {
            long took = Await.until(limit, () -> what, condition);
            check(what, true, "%.2f s, %s".formatted(took / 1e9, asked));
            return true;
        } catch (ChaosException e) {
            check(what, false, "not " + asked);
            return false;
        }
    }

    /** What came of it so far. */
    List<Outcome> outcomes() {
        return outcomes;
    }
}
