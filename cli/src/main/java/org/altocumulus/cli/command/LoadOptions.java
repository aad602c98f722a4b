package org.altocumulus.cli.command;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.SECONDS;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.altocumulus.cli.client.ClientOptions;
import org.altocumulus.cli.client.ClientUrl;
import org.altocumulus.cli.load.LoadClients;
import org.altocumulus.cli.load.LoadClock;
import org.altocumulus.cli.load.LoadMode;
import org.altocumulus.cli.load.LoadRun;
import org.altocumulus.cli.load.LoadTimes;
import org.altocumulus.edge.node.NodeParameters;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.crypto.WeakKeys;
import org.altocumulus.protocol.session.SessionTimeouts;
import org.slf4j.event.Level;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Options that all modes of load share, and how a mode is run. */
final class LoadOptions {
    private static final int MOST_SOCKETS = 64_000;
    private static final int FEW_SOCKETS = 8;
    private static final Duration SET_UP = Duration.ofSeconds(20);
    private static final long NEVER = DAYS.toNanos(1);

    @Option(
            names = "--time",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationOption.class,
            description = "How long is measured; 10s unless given.")
    private Duration time;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            defaultValue = "2s",
            converter = WarmUpOption.class,
            description = "How long the load runs before that; 2s unless given, 0 for not at all.")
    private Duration warmUp;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationOption.class,
            description = "What opening one session may take; 10s unless given.")
    private Duration timeout;

    @Option(
            names = "--server-pid",
            paramLabel = "PID",
            split = ",",
            description =
                    "Processes of the server on this machine, separated by commas: their processor"
                            + " time and memory are told as well, altogether and for each piece of"
                            + " work.")
    private List<Long> pids = List.of();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Event loops of the clients; half of the processors unless given.")
    private int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    @Option(
            names = "--sockets",
            paramLabel = "N",
            description =
                    "Use at most so many sockets, shared by all sessions. Unless given each session"
                            + " has one while it lasts, as most servers take one session from one"
                            + " address.")
    private Integer sockets;

    @Option(
            names = "--group",
            paramLabel = "2|14|16",
            defaultValue = "2",
            converter = GroupOption.class,
            description = "The Diffie-Hellman group that clients offer; 2 unless given.")
    private DhGroup group;

    @Option(
            names = "--fresh-keys",
            description =
                    "Each session has keys of its own, as real clients do. Otherwise all share one"
                        + " pair with a short exponent, which costs the server the same and this"
                        + " process far less.")
    private boolean freshKeys;

    @Option(
            names = "--hmac",
            paramLabel = "never|on-request|require",
            defaultValue = "on-request",
            converter = ProtectionOption.class,
            description = "HMAC instead of a checksum; on-request unless given.")
    private Protection hmac;

    @Option(
            names = "--sequence-numbers",
            paramLabel = "never|on-request|require",
            defaultValue = "on-request",
            converter = ProtectionOption.class,
            description = "Session sequence numbers; on-request unless given.")
    private Protection sequenceNumbers;

    @Option(
            names = "--always-timestamp",
            description =
                    "Every packet has a timestamp, as Cumulus and MonaServer need it. So it is"
                            + " without this option as well; scripts may say that they rely on it.")
    void alwaysTimestamp(boolean asked) {
        // Sessions do it anyway, see PacketIo.
    }

    @Option(
            names = "--amf3",
            description = "Commands of type 17 and object encoding 3, as Cumulus wants them.")
    private boolean amf3;

    /** Checks what the types of the options do not. */
    void check(LoadCommand parent, CommandSpec spec) {
        parent.top().logAt(Level.ERROR);
        requireAtLeast(spec, "--threads", threads, 1);
        requireAtMost(spec, "--threads", threads, NodeParameters.MAX_LOOPS);
        requireAtLeast(spec, "--sockets", sockets == null ? 1 : sockets, 1);
        for (long pid : pids) {
            if (!Files.isReadable(Path.of("/proc", Long.toString(pid), "stat"))) {
                throw new ParameterException(
                        spec.commandLine(), "--server-pid " + pid + ": no such process here");
            }
        }
    }

    static void requireAtLeast(CommandSpec spec, String option, double value, double least) {
        if (!(value >= least)) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + ": expected at least " + plain(least) + ", not " + plain(value));
        }
    }

    static void requireAtMost(CommandSpec spec, String option, double value, double most) {
        if (!(value <= most)) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + ": expected at most " + plain(most) + ", not " + plain(value));
        }
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    /** The sockets of what opens no sessions. */
    int fewSockets() {
        return sockets == null ? FEW_SOCKETS : sockets;
    }

    int threads() {
        return threads;
    }

    /** How clients open their connections. */
    private ClientOptions clientOptions() {
        SessionTimeouts usual = SessionTimeouts.DEFAULT;
        SessionTimeouts patient =
                new SessionTimeouts(
                        NEVER,
                        usual.pingInterval(),
                        usual.pingTries(),
                        usual.retransmitLimit(),
                        NEVER,
                        SECONDS.toNanos(10),
                        SECONDS.toNanos(1));
        List<DhGroup> groups = List.of(group);
        return ClientOptions.DEFAULT
                .withLoops(threads)
                .withSession(ClientOptions.SESSION.withTimeouts(patient))
                .withKeying(
                        new KeyingPolicy(
                                groups, hmac, sequenceNumbers, KeyingPolicy.DEFAULT_HMAC_LENGTH))
                .withKeys(freshKeys ? null : new WeakKeys(groups, new SecureRandom()))
                .withSockets(sockets == null ? MOST_SOCKETS : sockets)
                .withFormattedCommands(amf3);
    }

    /**
     * Starts the clients.
     *
     * @throws CommandFailure if a host is not known
     */
    LoadClients open(List<LoadClients.Place> places) throws CommandFailure {
        try {
            return LoadClients.open(clientOptions(), places, timeout);
        } catch (IOException e) {
            throw new CommandFailure(e.getMessage(), e);
        }
    }

    /** What opening so many sessions may take unless it was said. */
    static Duration setUp(int sessions, double openRate) {
        return SET_UP.plusMillis((long) (sessions / openRate * 1000));
    }

    /**
     * Runs a mode and prints its report.
     *
     * @throws CommandFailure if nothing worked
     */
    int run(CommandSpec spec, List<String> urls, LoadMode mode)
            throws CommandFailure, InterruptedException {
        LoadRun run =
                new LoadRun(
                        mode,
                        new LoadTimes(time, warmUp),
                        pids,
                        LoadClock.system(),
                        line -> spec.commandLine().getErr().println(line));
        StopSignal.install().onFirst(run::stop);
        ObjectNode report;
        try {
            report = run.run();
        } catch (IOException e) {
            throw new CommandFailure(e.getMessage(), e);
        }
        ArrayNode list = report.putArray("urls");
        urls.forEach(url -> list.add(ClientUrl.shown(url)));
        report.put("warmUpSeconds", warmUp.toMillis() / 1000.0);
        report.put("group", group.code());
        report.put("freshKeys", freshKeys);
        report.put("threads", threads);
        report.put("alwaysTimestamp", true);
        spec.commandLine().getOut().println(report);
        if (!mode.hasWorked()) {
            throw new CommandFailure("nothing worked: see the report");
        }
        return 0;
    }

    /** A time that may be 0. */
    static final class WarmUpOption implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return text.matches("0(ms|s)?") ? Duration.ZERO : new DurationOption().convert(text);
        }
    }

    /** A group by its number. */
    static final class GroupOption implements ITypeConverter<DhGroup> {
        @Override
        public DhGroup convert(String text) {
            if (text.matches("[0-9]{1,3}")) {
                return DhGroup.find(Long.parseLong(text)).orElseThrow(() -> unknown(text));
            }
            throw unknown(text);
        }

        private static TypeConversionException unknown(String text) {
            return new TypeConversionException("'" + text + "': expected 2, 14 or 16");
        }
    }

    /** A protection by its name in the configuration. */
    static final class ProtectionOption implements ITypeConverter<Protection> {
        @Override
        public Protection convert(String text) {
            return switch (text) {
                case "never" -> Protection.NEVER;
                case "on-request" -> Protection.ON_REQUEST;
                case "require" -> Protection.REQUIRE;
                default ->
                        throw new TypeConversionException(
                                "'" + text + "': expected never, on-request or require");
            };
        }
    }
}
