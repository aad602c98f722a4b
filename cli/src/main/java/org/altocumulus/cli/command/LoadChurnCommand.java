package org.altocumulus.cli.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.cli.load.ChurnLoad;
import org.altocumulus.cli.load.FanoutSettings;
import org.altocumulus.cli.load.LoadClients;
import org.altocumulus.cli.load.LoadClock;
import org.altocumulus.protocol.message.MessageType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Players that come and go. */
@Command(
        name = "churn",
        description = {
            "Let players come to a stream and leave, and measure how long a picture takes.",
            "",
            "They come at a steady rate. The time to the first key frame counts from when a player"
                    + " was meant to come, over its session, connect and play."
        },
        exitCodeListHeading = Help.EXIT_CODES,
        exitCodeList = {Help.LOAD_WORKED, Help.LOAD_FAILED, Help.USAGE})
final class LoadChurnCommand implements Callable<Integer> {
    @ParentCommand private LoadCommand parent;
    @Spec private CommandSpec spec;
    @Mixin private LoadOptions options;

    @Parameters(
            paramLabel = "URL",
            arity = "1..*",
            description =
                    "rtmfp://HOST[:PORT]/APP/STREAM, or rtmfp://HOST[:PORT]/APP#STREAM, perhaps"
                            + " several servers, which players go to in turn; the first publishes"
                            + " unless --existing.")
    private List<String> urls;

    @Option(
            names = "--players",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many there may be at a time; 1000 unless given.")
    private int players;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many come in a second; 20 unless given.")
    private double rate;

    @Option(
            names = "--stay",
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = DurationOption.class,
            description = "How long each stays after its key frame; 1s unless given.")
    private Duration stay;

    @Option(names = "--existing", description = "Somebody else publishes the stream.")
    private boolean existing;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            defaultValue = "1000",
            description = "Bytes of each message that is published; 1000 unless given.")
    private int size;

    @Option(
            names = "--message-rate",
            paramLabel = "N",
            defaultValue = "30",
            description = "Messages that are published in a second; 30 unless given.")
    private double messageRate;

    @Option(
            names = "--key-every",
            paramLabel = "N",
            description = "A key frame each so many messages; those of 2 seconds unless given.")
    private Integer keyEvery;

    @Override
    public Integer call() throws Exception {
        options.check(parent, spec);
        LoadOptions.requireAtLeast(spec, "--players", players, 1);
        LoadOptions.requireAtLeast(spec, "--rate", rate, 0.001);
        LoadOptions.requireAtLeast(spec, "--size", size, FanoutSettings.Even.MIN_SIZE);
        LoadOptions.requireAtMost(spec, "--size", size, FanoutSettings.Even.MAX_SIZE);
        LoadOptions.requireAtLeast(spec, "--message-rate", messageRate, 0.001);
        int every = keyEvery != null ? keyEvery : (int) Math.max(1, Math.round(2 * messageRate));
        LoadOptions.requireAtLeast(spec, "--key-every", every, 1);
        List<StreamUrl> targets = new ArrayList<>();
        for (String url : urls) {
            targets.add(Urls.stream(spec, url));
        }
        Urls.requireOneStream(spec, targets);
        ChurnLoad.Settings settings =
                new ChurnLoad.Settings(
                        targets.get(0).stream(),
                        existing
                                ? null
                                : new FanoutSettings.Even(
                                        MessageType.VIDEO, size, messageRate, every),
                        players,
                        rate,
                        stay);
        LoadClients clients = options.open(Urls.places(targets));
        try (ChurnLoad load = new ChurnLoad(clients, LoadClock.system(), settings)) {
            return options.run(spec, urls, load);
        }
    }
}
