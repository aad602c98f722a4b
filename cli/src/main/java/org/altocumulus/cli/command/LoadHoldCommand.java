package org.altocumulus.cli.command;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.altocumulus.cli.load.HoldLoad;
import org.altocumulus.cli.load.LoadClients;
import org.altocumulus.cli.load.LoadClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Sessions that are idle. */
@Command(
        name = "hold",
        description = {
            "Open sessions and keep them idle, and count how many live at the end.",
            "",
            "They are opened at a bounded rate before the time that is measured, answer the pings"
                    + " of the server, and are pinged themselves at the end. Each needs a file"
                    + " descriptor: see ulimit -n."
        },
        exitCodeListHeading = Help.EXIT_CODES,
        exitCodeList = {Help.LOAD_WORKED, Help.LOAD_FAILED, Help.USAGE})
final class LoadHoldCommand implements Callable<Integer> {
    @ParentCommand private LoadCommand parent;
    @Spec private CommandSpec spec;
    @Mixin private LoadOptions options;

    @Parameters(paramLabel = "URL", arity = "1..*", description = Urls.LOAD)
    private List<String> urls;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many; 1000 unless given.")
    private int sessions;

    @Option(
            names = "--open-rate",
            paramLabel = "N",
            defaultValue = "500",
            description = "How many are opened in a second, at most; 500 unless given.")
    private double openRate;

    @Option(
            names = "--setup-time",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "What opening all may take; 20s more than --open-rate asks for.")
    private Duration setUp;

    @Override
    public Integer call() throws Exception {
        options.check(parent, spec);
        LoadOptions.requireAtLeast(spec, "--sessions", sessions, 1);
        LoadOptions.requireAtLeast(spec, "--open-rate", openRate, 0.1);
        Duration limit = setUp != null ? setUp : LoadOptions.setUp(sessions, openRate);
        List<LoadClients.Place> places = Urls.applications(spec, urls);
        LoadClients clients = options.open(places);
        try (HoldLoad load = new HoldLoad(clients, LoadClock.system(), sessions, openRate, limit)) {
            return options.run(spec, urls, load);
        }
    }
}
