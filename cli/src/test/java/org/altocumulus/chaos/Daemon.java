package org.altocumulus.chaos;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A command of the distribution in a process of its own, which can be started again. What it prints
 * is appended to a file.
 */
final class Daemon {
    private static final long SIGNAL_SECONDS = 10;
    private static final long KIBIBYTE = 1024;

    private final Path script;
    private final Path log;
    private final Reaper reaper;
    private final String name;
    private final List<String> arguments;
    private Process process;
    private long begin;

    /**
     * @param distribution folder of a distribution
     * @param folder of the run, gets the file
     */
    Daemon(Path distribution, Path folder, Reaper reaper, String name, List<String> arguments) {
        this.script = distribution.resolve("bin/altocumulus");
        this.log = folder.resolve(name + ".log");
        this.reaper = reaper;
        this.name = name;
        this.arguments = List.copyOf(arguments);
    }

    String name() {
        return name;
    }

    /** Starts it, for the first time or again. */
    void start() throws IOException {
        File file = log.toFile();
        begin = file.length();
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(file));
        builder.environment().put("JAVA_OPTS", "-Xmx256m -XX:TieredStopAtLevel=1 " + reaper.mark());
        // The script becomes the JVM, so this is the id of the JVM as well.
        process = builder.start();
        reaper.watch(process.pid());
    }

    /** Waits until a line has that in it, printed since the last start. */
    void await(String regex) throws Exception {
        Pattern pattern = Pattern.compile(regex);
        Await.until(
                Duration.ofSeconds(30),
                () -> name + " prints '" + regex + "', " + log,
                () -> {
                    if (!process.isAlive()) {
                        throw new ChaosException(
                                name + " ended with " + process.exitValue() + ", " + log);
                    }
                    return pattern.matcher(printed()).find();
                });
    }

    private String printed() throws IOException {
        byte[] all = Files.readAllBytes(log);
        int from = (int) Math.min(begin, all.length);
        return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    }

    /** SIGKILL. */
    void kill() throws Exception {
        process.destroyForcibly();
        exitCode(Duration.ofSeconds(SIGNAL_SECONDS));
    }

    /** SIGTERM. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** SIGSTOP. */
    void freeze() throws Exception {
        signal("-STOP");
    }

    /** SIGCONT. */
    void thaw() throws Exception {
        signal("-CONT");
    }

    private void signal(String signal) throws Exception {
        Process kill = new ProcessBuilder("kill", signal, Long.toString(process.pid())).start();
        if (!kill.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new ChaosException("no signal " + signal + " to " + name);
        }
    }

    /** Waits for its end. */
    int exitCode(Duration limit) throws Exception {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new ChaosException(name + " does not end in " + limit.toSeconds() + " s");
        }
        return process.exitValue();
    }

    boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Its resident memory in bytes. */
    long residentBytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * KIBIBYTE;
            }
        }
        throw new ChaosException("no VmRSS of " + name);
    }

    /** Ends it in whatever state it is. */
    void stop() {
        if (isAlive()) {
            process.destroyForcibly();
        }
    }
}
