package org.altocumulus.cli.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.altocumulus.edge.ops.Plural;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.ops.SettingsOverride;
import org.altocumulus.origin.ops.AdminSettings;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Takes an edge out of the choice of newcomers, before it is stopped. */
@Command(
        name = "drain",
        description = {
            "Have an edge take no newcomers, by way of its origin. Its clients are told to connect"
                    + " again elsewhere, and may stay.",
            "The edge runs on, drained, until it is stopped; started again it takes clients as"
                    + " before."
        },
        exitCodeListHeading = Help.EXIT_CODES,
        exitCodeList = {
            "0:the edge drains, also if clients are left after --at-most",
            "1:no such edge is connected, or no origin answers",
            "2:bad usage or configuration"
        })
final class DrainCommand implements Callable<Integer> {
    private static final Pattern NODE = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final long POLL_MILLIS = 500;

    @ParentCommand private Altocumulus top;
    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "EDGE",
            description = "Name of the edge, as the origin's /state has it.")
    private String edge;

    @Option(
            names = "--admin",
            paramLabel = "HOST:PORT",
            description = "The origin's admin port (admin.bind).")
    private String admin;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "The token of that port (admin.token). Others can see it in the list of"
                            + " processes: better set ALTOCUMULUS_ADMIN_TOKEN.")
    private String token;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The origin's configuration file, for its admin port and token.")
    private Path config;

    @Option(
            names = "--wait",
            description =
                    "Wait until the edge has no clients or has left, and show how many it has.")
    private boolean wait;

    @Option(
            names = "--at-most",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = DurationOption.class,
            description = "How long --wait waits at most; 60s unless given.")
    private Duration atMost;

    @Override
    public Integer call() throws Exception {
        if (!NODE.matcher(edge).matches()) {
            throw new ParameterException(
                    spec.commandLine(), "'" + edge + "': expected the name of an edge");
        }
        AdminSettings settings = settings();
        AdminClient origin =
                new AdminClient(
                        settings.bind(),
                        Optional.of(settings.access().token()).filter(text -> !text.isEmpty()));
        top.logAt(Level.WARN);
        if (!origin.drain(edge)) {
            throw new CommandFailure("no edge " + edge + " is connected; " + connected(origin));
        }
        say("edge " + edge + " drains: the origin sends no clients there");
        if (wait) {
            awaitEmpty(origin);
        }
        return 0;
    }

    private static String connected(AdminClient origin)
            throws CommandFailure, InterruptedException {
        String names =
                origin.edges().stream()
                        .filter(known -> !known.isGone())
                        .map(AdminClient.Edge::node)
                        .collect(Collectors.joining(", "));
        return names.isEmpty() ? "there is none" : "there are: " + names;
    }

    private void awaitEmpty(AdminClient origin) throws CommandFailure, InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        int shown = -1;
        while (true) {
            Optional<AdminClient.Edge> known =
                    origin.edges().stream().filter(one -> one.node().equals(edge)).findFirst();
            if (known.isEmpty() || known.get().isGone()) {
                say("edge " + edge + " has left");
                return;
            }
            int clients = known.get().clients();
            if (clients != shown) {
                shown = clients;
                say("edge " + edge + " has " + Plural.of(clients, "client"));
            }
            if (clients == 0) {
                return;
            }
            if (System.nanoTime() - deadline >= 0) {
                say(
                        "edge %s keeps %s after %s"
                                .formatted(edge, Plural.of(clients, "client"), shown(atMost)));
                return;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private static String shown(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    private AdminSettings settings() throws SettingsException {
        List<SettingsOverride> overrides = new ArrayList<>();
        if (admin != null) {
            overrides.add(DaemonOptions.one("admin.bind", admin, "--admin"));
        }
        if (token != null) {
            overrides.add(DaemonOptions.one("admin.token", token, "--token"));
            overrides.add(DaemonOptions.one("admin.token-file", "", "--token"));
        }
        return AdminSettings.readForClient(
                SettingsLoader.load(Optional.ofNullable(config), top.environment(), overrides));
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
    }
}
