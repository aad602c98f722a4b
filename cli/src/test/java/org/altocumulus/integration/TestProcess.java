package org.altocumulus.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.altocumulus.cli.command.Altocumulus;
import org.altocumulus.cli.command.SignalsSecondsApart;

/** A command in a process of its own, with what it prints. */
final class TestProcess implements AutoCloseable {
    private static final long EXIT_SECONDS = 60;

    private final Process process;
    private final List<String> out = new CopyOnWriteArrayList<>();
    private final List<String> err = new CopyOnWriteArrayList<>();
    private final List<Thread> readers = new ArrayList<>();

    private TestProcess(Process process) {
        this.process = process;
        read(process, "out", out);
        read(process, "err", err);
    }

    static TestProcess start(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    /**
     * Starts a command by way of another.
     *
     * @param prefix which runs its arguments in the process that it has itself
     */
    static TestProcess start(List<String> prefix, String... arguments) throws IOException {
        return start(prefix, Altocumulus.class, arguments);
    }

    /** Starts a main class, by way of another command as above. */
    static TestProcess start(List<String> prefix, Class<?> main, String... arguments)
            throws IOException {
        return start(prefix, List.of(), main, arguments);
    }

    /** Starts a command for which each signal comes a second after the one before it. */
    static TestProcess startWithSignalsApart(String... arguments) throws IOException {
        return start(List.of(), SignalsSecondsApart.class, arguments);
    }

    /** Starts a command in a JVM that has those options as well. */
    static TestProcess startWith(List<String> options, String... arguments) throws IOException {
        return start(List.of(), options, Altocumulus.class, arguments);
    }

    private static TestProcess start(
            List<String> prefix, List<String> options, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1"));
        command.addAll(optionsOfTheScript());
        command.addAll(options);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new TestProcess(new ProcessBuilder(command).start());
    }

    /** As the script starts it, so that newer JVMs warn of nothing on standard error. */
    private static List<String> optionsOfTheScript() {
        List<String> options = new ArrayList<>();
        int version = Runtime.version().feature();
        if (version >= 22) {
            options.add("--enable-native-access=ALL-UNNAMED");
        }
        if (version >= 24) {
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        return options;
    }

    private void read(Process from, String name, List<String> lines) {
        InputStream stream = name.equals("out") ? from.getInputStream() : from.getErrorStream();
        Thread reader = new Thread(() -> collect(stream, lines), "read-" + name);
        reader.setDaemon(true);
        reader.start();
        readers.add(reader);
    }

    private static void collect(InputStream stream, List<String> lines) {
        try (var reader = new BufferedReader(new InputStreamReader(stream, UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // The process was killed.
            return;
        }
    }

    /** Waits for a line that matches as a whole, on either output; its groups can be read. */
    Matcher await(String regex) throws Exception {
        Pattern pattern = Pattern.compile(regex);
        Matcher[] found = new Matcher[1];
        Await.until(
                regex,
                () -> {
                    found[0] = find(pattern);
                    return found[0] != null;
                },
                () -> out + " " + err);
        return found[0];
    }

    private Matcher find(Pattern pattern) {
        for (List<String> lines : List.of(out, err)) {
            for (String line : lines) {
                Matcher matcher = pattern.matcher(line);
                if (matcher.matches()) {
                    return matcher;
                }
            }
        }
        return null;
    }

    /** SIGTERM; unlike the process itself, its handle leaves the output open. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
    }

    /** SIGSTOP. */
    void freeze() throws Exception {
        String pid = Long.toString(process.pid());
        assertThat(new ProcessBuilder("kill", "-STOP", pid).start().waitFor()).isZero();
    }

    /** SIGCONT. */
    void thaw() throws Exception {
        String pid = Long.toString(process.pid());
        assertThat(new ProcessBuilder("kill", "-CONT", pid).start().waitFor()).isZero();
    }

    /** Waits for the end of the process and of its output; returns the exit code. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("does not end: " + out + " " + err);
        }
        for (Thread reader : readers) {
            reader.join();
        }
        return process.exitValue();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    List<String> out() {
        return out;
    }

    List<String> err() {
        return err;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
