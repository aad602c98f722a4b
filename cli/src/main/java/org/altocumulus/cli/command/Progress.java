package org.altocumulus.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.MediaCount;

/**
 * How publishing or playing goes, told once a second on standard error, and what is said in
 * between. On a terminal the line stays in its place; elsewhere each second has one of its own.
 */
final class Progress implements AutoCloseable {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private final PrintWriter err;
    private final boolean inPlace;
    private final boolean shown;
    private final MediaCount count;
    private final long begin = System.nanoTime();
    private final ScheduledExecutorService timer;
    private long bytesBefore;
    private int drawn;

    /**
     * Shows nothing yet.
     *
     * @param stats whether a line is wanted although there is no terminal
     * @param count what is told
     */
    Progress(PrintWriter err, boolean stats, MediaCount count) {
        this(err, stats, isTerminal(), count);
    }

    Progress(PrintWriter err, boolean stats, boolean terminal, MediaCount count) {
        this.err = err;
        this.inPlace = terminal && !stats;
        this.shown = terminal || stats;
        this.count = count;
        this.timer =
                Executors.newSingleThreadScheduledExecutor(
                        task -> {
                            Thread thread = new Thread(task, "progress");
                            thread.setDaemon(true);
                            return thread;
                        });
    }

    /**
     * Begins.
     *
     * @param eachSecond runs before each line, on the thread of the timer
     */
    void start(Runnable eachSecond) {
        var unused = timer.scheduleAtFixedRate(() -> second(eachSecond), 1, 1, TimeUnit.SECONDS);
    }

    /** Whether standard error is a terminal, as far as Linux tells. */
    private static boolean isTerminal() {
        try {
            String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private void second(Runnable eachSecond) {
        eachSecond.run();
        if (shown) {
            draw(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin));
        }
    }

    /** Shows the line of a second. */
    synchronized void draw(long seconds) {
        long bytes = count.bytes();
        String line =
                String.format(
                        Locale.ROOT,
                        "%d s: %s, %d kbit/s",
                        seconds,
                        count.shown(),
                        (bytes - bytesBefore) * 8 / 1000);
        bytesBefore = bytes;
        if (inPlace) {
            err.print('\r' + line + " ".repeat(Math.max(0, drawn - line.length())));
            err.flush();
            drawn = line.length();
        } else {
            err.println(line);
        }
    }

    /** Prints a line to {@code to}, above what is shown. */
    synchronized void say(PrintWriter to, String line) {
        if (drawn > 0) {
            err.print('\r' + " ".repeat(drawn) + '\r');
            err.flush();
            drawn = 0;
        }
        to.println(line);
    }

    @Override
    public synchronized void close() {
        timer.shutdownNow();
        if (drawn > 0) {
            err.println();
            drawn = 0;
        }
    }
}
