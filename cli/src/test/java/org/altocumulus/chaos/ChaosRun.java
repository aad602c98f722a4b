package org.altocumulus.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A run of the chaos program: one cluster and one crowd, scenario after scenario. Whatever the end
 * of a scenario, the next one begins with a cluster that is well; a new one if need be.
 */
final class ChaosRun implements AutoCloseable {
    private static final long SCENARIO_LIMIT_SECONDS = 300;
    private static final Duration TRUE_COUNTS = Duration.ofSeconds(20);

    private final Path distribution;
    private final Path folder;
    private final ChaosSize size;
    private final Random random;
    private final Reaper reaper;
    private final Diary diary;
    private final StallMeter stalls = new StallMeter();
    private final List<Outcome> outcomes = new ArrayList<>();
    private final ExecutorService thread = Executors.newCachedThreadPool(ChaosRun::daemonThread);
    private final long begin = System.nanoTime();
    private ChaosCluster cluster;
    private Crowd crowd;

    /**
     * @param distribution folder of the distribution whose nodes it runs
     * @param parent gets a folder with the logs of this run
     */
    ChaosRun(Path distribution, Path parent, ChaosSize size, long seed) throws IOException {
        this.distribution = distribution;
        this.size = size;
        this.random = new Random(seed);
        Files.createDirectories(parent);
        this.folder = Files.createTempDirectory(parent, "run-").toAbsolutePath();
        this.diary = new Diary(folder);
        this.reaper = new Reaper(folder, "-Daltocumulus.chaos.run=" + folder.getFileName());
        say("seed %d, %s, logs in %s".formatted(seed, size, folder));
    }

    private static Thread daemonThread(Runnable task) {
        Thread made = new Thread(task, "chaos");
        made.setDaemon(true);
        return made;
    }

    /** Runs a scenario; returns what was broken. */
    List<Outcome> run(Scenario scenario) throws Exception {
        List<Outcome> found = new ArrayList<>();
        long start = System.nanoTime();
        stalls.reset();
        boolean ended = bounded(() -> perform(scenario, found), scenario.name(), found);
        if (!ended) {
            close(cluster, crowd);
            cluster = null;
            crowd = null;
        }
        say(
                "%s took %.1f s; this machine stood still for up to %.2f s"
                        .formatted(
                                scenario.name(),
                                (System.nanoTime() - start) / 1e9,
                                stalls.longest() / 1e9));
        found.forEach(outcome -> say(outcome.toString()));
        outcomes.addAll(found);
        return found.stream().filter(outcome -> !outcome.good()).toList();
    }

    private void perform(Scenario scenario, List<Outcome> found) throws Exception {
        if (cluster == null) {
            cluster = new ChaosCluster(distribution, folder, reaper, random);
            cluster.start();
            crowd = new Crowd(cluster, diary);
        }
        crowd.settle();
        diary.note("--- " + scenario.name());
        Stage stage = new Stage(scenario.name(), cluster, crowd, size, random);
        int repeated = repeated();
        try {
            scenario.run(stage);
            crowd.dismissOthers();
            cluster.heal();
            crowd.settle();
            stage.check(
                    "no frame came twice or backwards",
                    repeated() == repeated,
                    repeated() - repeated + " did");
            counts(stage);
        } finally {
            crowd.dismissOthers();
            found.addAll(stage.outcomes());
        }
    }

    private int repeated() {
        return crowd.players().stream().mapToInt(player -> player.log().repeated()).sum();
    }

    /** What the origin and each edge say of the edge's clients has to be true again. */
    private void counts(Stage stage) throws Exception {
        for (int i = 0; i < ChaosCluster.EDGES; i++) {
            int edge = i;
            int there = crowd.clientsAt(cluster.edgeUdp(edge));
            stage.checkWithin(
                    TRUE_COUNTS,
                    "edge-%d has %d clients".formatted(edge + 1, there),
                    () ->
                            cluster.seenByOrigin(edge).path("clients").asInt() == there
                                    && cluster.edgeAdmin(edge).state().path("clients").asInt()
                                            == there);
        }
    }

    /** Something that may fail or never end. */
    @FunctionalInterface
    private interface Task {
        void run() throws Exception;
    }

    private boolean bounded(Task task, String name, List<Outcome> found)
            throws InterruptedException {
        Future<?> running =
                thread.submit(
                        () -> {
                            task.run();
                            return null;
                        });
        try {
            running.get(SCENARIO_LIMIT_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException e) {
            found.add(broken(name, String.valueOf(e.getCause().getMessage())));
            if (!(e.getCause() instanceof ChaosException)) {
                e.getCause().printStackTrace();
            }
        } catch (TimeoutException e) {
            running.cancel(true);
            found.add(broken(name, "not over after " + SCENARIO_LIMIT_SECONDS + " s"));
        }
        return false;
    }

    private static Outcome broken(String scenario, String why) {
        return new Outcome(scenario, "comes to its end", 0, 0, 0, 0, false, why);
    }

    /** The table of all scenarios so far. */
    String table() {
        StringBuilder table = new StringBuilder(Outcome.head()).append('\n');
        outcomes.forEach(outcome -> table.append(outcome).append('\n'));
        return table.toString();
    }

    private void say(String line) {
        System.out.printf("chaos %5.1f s: %s%n", (System.nanoTime() - begin) / 1e9, line);
    }

    private static void close(ChaosCluster cluster, Crowd crowd) throws IOException {
        if (crowd != null) {
            crowd.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            close(cluster, crowd);
        } finally {
            stalls.close();
            thread.shutdownNow();
            reaper.close();
            diary.close();
        }
    }
}
