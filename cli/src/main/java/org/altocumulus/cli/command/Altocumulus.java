package org.altocumulus.cli.command;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.security.Security;
import java.util.Map;
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
        versionProvider = VersionCommand.class,
        subcommands = {
            OriginCommand.class,
            EdgeCommand.class,
            DrainCommand.class,
            PublishCommand.class,
            PlayCommand.class,
            LoadCommand.class,
            DemoCommand.class,
            KeygenCommand.class,
            VersionCommand.class
        })
public final class Altocumulus {
    private static final String NAMES_KEPT_SECONDS = "1";

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Log at level debug, and show the stack trace of a failure.")
    private boolean verbose;

    private final Map<String, String> environment;

    private Altocumulus(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Runs the command that {@code args} names, and ends the process with its exit code. */
    public static void main(String[] args) {
        var out = new PrintWriter(System.out, true, Charset.defaultCharset());
        var err = new PrintWriter(System.err, true, Charset.defaultCharset());
        System.exit(run(args, System.getenv(), out, err));
    }

    /**
     * Runs a command to its end.
     *
     * @param environment settings of daemons are taken from it
     * @return the exit code
     */
    static int run(
            String[] args, Map<String, String> environment, PrintWriter out, PrintWriter err) {
        // The JDK keeps what a name led to for 30 s, longer than an origin may be at another
        // address before its edges look there.
        Security.setProperty("networkaddress.cache.ttl", NAMES_KEPT_SECONDS);
        Security.setProperty("networkaddress.cache.negative.ttl", NAMES_KEPT_SECONDS);
        return commandLine(environment).setOut(out).setErr(err).execute(args);
    }

    /** The commands with their options. */
    static CommandLine commandLine(Map<String, String> environment) {
        var top = new Altocumulus(environment);
        var failures = new Failures(() -> top.verbose);
        return new CommandLine(top)
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    /** The environment of the process. */
    Map<String, String> environment() {
        return environment;
    }

    /** Sets the level of the log, unless {@code --verbose} does. */
    void logAt(Level level) {
        Logging.setLevel(verbose ? Level.DEBUG : level);
    }
}
