package org.altocumulus.cli.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.altocumulus.cli.load.HandshakeLoad;
import org.altocumulus.cli.load.LoadClients;
import org.altocumulus.cli.load.LoadClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Sessions that are opened and closed again. */
@Command(
        name = "handshake",
        description = {
            "Open sessions, connect and close, and measure how many and how fast.",
            "",
            "From the first hello, over keys and connect, to its answer. With --rate each has a"
                + " time at which it is meant to begin, from which its latency counts even if it"
                + " has to wait for others."
        },
        exitCodeListHeading = Help.EXIT_CODES,
        exitCodeList = {Help.LOAD_WORKED, Help.LOAD_FAILED, Help.USAGE})
final class LoadHandshakeCommand implements Callable<Integer> {
    @ParentCommand private LoadCommand parent;
    @Spec private CommandSpec spec;
    @Mixin private LoadOptions options;

    @Parameters(paramLabel = "URL", arity = "1..*", description = Urls.LOAD)
    private List<String> urls;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "Openings at a time; 8 unless given, 1000 with --rate.")
    private Integer concurrency;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Openings begun in a second; unless given, the next as soon as one ends.")
    private Double rate;

    @Override
    public Integer call() throws Exception {
        options.check(parent, spec);
        int atOnce = concurrency != null ? concurrency : rate == null ? 8 : 1000;
        LoadOptions.requireAtLeast(spec, "--concurrency", atOnce, 1);
        if (rate != null) {
            LoadOptions.requireAtLeast(spec, "--rate", rate, 0.001);
        }
        List<LoadClients.Place> places = Urls.applications(spec, urls);
        LoadClients clients = options.open(places);
        try (HandshakeLoad load =
                new HandshakeLoad(clients, LoadClock.system(), atOnce, rate == null ? 0 : rate)) {
            return options.run(spec, urls, load);
        }
    }
}
