package org.altocumulus.cli.command;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.security.Security;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.altocumulus.edge.ops.LogSettings;
import org.slf4j.event.Level;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The one binary; what it does is a subcommand. Exit codes are in {@link Failures}. */
@Command(
        name = "altocumulus",
        description = "RTMFP (RFC 7016, RFC 7425) origin/edge media server cluster.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = VersionCommand.class)
public final class Altocumulus {
    private static final String NAMES_KEPT_SECONDS = "1";

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Log at level debug, and show the stack trace of a failure.")
    private boolean verbose;

    private final Map<String, String> environment;

    private final LongSupplier signalClock;

    private Altocumulus(Map<String, String> environment, LongSupplier signalClock) {
        this.environment = environment;
        this.signalClock = signalClock;
    }

    /** Runs the command that {@code args} names, and ends the process with its exit code. */
    public static void main(String[] args) {
        main(args, System::nanoTime);
    }

    /**
     * As the other method.
     *
     * @param signalClock tells signals that were meant as one from others, in nanoseconds
     */
    static void main(String[] args, LongSupplier signalClock) {
        var out = new PrintWriter(System.out, true, Charset.defaultCharset());
        var err = new PrintWriter(System.err, true, Charset.defaultCharset());
        int code = run(args, System.getenv(), signalClock, out, err);
        Logging.flush();
        System.exit(code);
    }

    /**
     * Runs a command to its end.
     *
     * @param environment settings of daemons are taken from it
     * @return the exit code
     */
    static int run(
            String[] args, Map<String, String> environment, PrintWriter out, PrintWriter err) {
        return run(args, environment, System::nanoTime, out, err);
    }

    private static int run(
            String[] args,
            Map<String, String> environment,
            LongSupplier signalClock,
            PrintWriter out,
            PrintWriter err) {
        // The JDK keeps what a name led to for 30 s, longer than an origin may be at another
        // address before its edges look there.
        Security.setProperty("networkaddress.cache.ttl", NAMES_KEPT_SECONDS);
        Security.setProperty("networkaddress.cache.negative.ttl", NAMES_KEPT_SECONDS);
        String command = args.length == 0 ? "" : args[0];
        return commandLine(command, environment, signalClock).setOut(out).setErr(err).execute(args);
    }

    /**
     * The commands with their options.
     *
     * @param command the one that will run, if it is known: a daemon needs no other
     */
    static CommandLine commandLine(String command, Map<String, String> environment) {
        return commandLine(command, environment, System::nanoTime);
    }

    private static CommandLine commandLine(
            String command, Map<String, String> environment, LongSupplier signalClock) {
        var top = new Altocumulus(environment, signalClock);
        var failures = new Failures(() -> top.verbose);
        var line = new CommandLine(top);
        commands(command).forEach(line::addSubcommand);
        return line.setParameterExceptionHandler(failures).setExecutionExceptionHandler(failures);
    }

    /** What to look for a command in. Reading all of them is a good part of a daemon's start. */
    private static List<Class<?>> commands(String command) {
        return switch (command) {
            case "origin" -> List.of(OriginCommand.class);
            case "edge" -> List.of(EdgeCommand.class);
            default ->
                    List.of(
                            OriginCommand.class,
                            EdgeCommand.class,
                            DrainCommand.class,
                            HealthCommand.class,
                            PublishCommand.class,
                            PlayCommand.class,
                            LoadCommand.class,
                            DemoCommand.class,
                            KeygenCommand.class,
                            VersionCommand.class);
        };
    }

    /** The environment of the process. */
    Map<String, String> environment() {
        return environment;
    }

    /** The clock by which signals are one or several. */
    LongSupplier signalClock() {
        return signalClock;
    }

    /** Sets the levels of a daemon's log; {@code --verbose} is stronger. */
    void log(LogSettings settings) {
        logAt(settings.level());
        Logging.setAccess(settings.access());
    }

    /** Sets the level of the log, unless {@code --verbose} does. */
    void logAt(Level level) {
        Logging.setLevel(verbose ? Level.DEBUG : level);
    }
}
