package org.altocumulus.cli.command;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.altocumulus.cli.load.LoadClients;
import org.altocumulus.cli.load.LoadClock;
import org.altocumulus.cli.load.RedirectLoad;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Hellos and nothing more. */
@Command(
        name = "redirect",
        description = {
            "Say hello, with another tag each time, and count the answers.",
            "",
            "Redirects, hellos of the server, and those of others that it forwarded to are told"
                    + " apart. No session is opened: this is far cheaper than handshakes for both"
                    + " ends, and measures an origin before many edges."
        },
        exitCodeListHeading = Help.EXIT_CODES,
        exitCodeList = {Help.LOAD_WORKED, Help.LOAD_FAILED, Help.USAGE})
final class LoadRedirectCommand implements Callable<Integer> {
    @ParentCommand private LoadCommand parent;
    @Spec private CommandSpec spec;
    @Mixin private LoadOptions options;

    @Parameters(paramLabel = "URL", arity = "1..*", description = Urls.LOAD)
    private List<String> urls;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "Hellos that may wait for an answer; 64 unless given, 10000 with --rate.")
    private Integer concurrency;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Hellos in a second; unless given, the next as soon as one is answered.")
    private Double rate;

    @Option(
            names = "--answer-timeout",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationOption.class,
            description = "After this a hello is lost; 1s unless given.")
    private Duration answerTimeout;

    @Override
    public Integer call() throws Exception {
        options.check(parent, spec);
        int atOnce = concurrency != null ? concurrency : rate == null ? 64 : 10_000;
        LoadOptions.requireAtLeast(spec, "--concurrency", atOnce, 1);
        if (rate != null) {
            LoadOptions.requireAtLeast(spec, "--rate", rate, 0.001);
        }
        List<LoadClients.Place> places = Urls.applications(spec, urls);
        RedirectLoad.Settings settings =
                new RedirectLoad.Settings(
                        atOnce,
                        rate == null ? 0 : rate,
                        answerTimeout,
                        options.fewSockets(),
                        options.threads());
        try (RedirectLoad load = new RedirectLoad(LoadClock.system(), settings, places)) {
            return options.run(spec, urls, load);
        }
    }
}
