package org.altocumulus.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.altocumulus.cli.client.FlvSource;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.cli.load.FanoutLoad;
import org.altocumulus.cli.load.FanoutSettings;
import org.altocumulus.cli.load.LoadClients;
import org.altocumulus.cli.load.LoadClock;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Streams that many play. */
@Command(
        name = "fanout",
        description = {
            "Publish streams and play them, and measure what arrives and how late.",
            "",
            "Each message has in it when it was meant to be sent, and its latency counts from then:"
                    + " what the generator or the server holds up is not left out. Players are"
                    + " dealt round the streams and the URLs, and follow redirects."
        },
        exitCodeListHeading = Help.EXIT_CODES,
        exitCodeList = {Help.LOAD_WORKED, Help.LOAD_FAILED, Help.USAGE})
final class LoadFanoutCommand implements Callable<Integer> {
    private static final int MOST_PLAYERS = 1_000_000;

    @ParentCommand private LoadCommand parent;
    @Spec private CommandSpec spec;
    @Mixin private LoadOptions options;

    @Parameters(
            paramLabel = "URL",
            arity = "1..*",
            description =
                    "rtmfp://HOST[:PORT]/APP/STREAM, or rtmfp://HOST[:PORT]/APP#STREAM, perhaps"
                        + " several servers with the same stream. Of several publishers the streams"
                        + " are STREAM-0, STREAM-1 and so on.")
    private List<String> urls;

    @Option(
            names = "--publish-to",
            paramLabel = "URL",
            description = "Where to publish, if not at the same servers.")
    private String publishTo;

    @Option(
            names = "--publishers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Streams; 1 unless given.")
    private int publishers;

    @Option(
            names = "--players",
            paramLabel = "N",
            description = "Players of all streams together; 10 unless given.")
    private Integer players;

    @Option(
            names = "--players-each",
            paramLabel = "N",
            description = "Players of each stream, instead of --players.")
    private Integer playersEach;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            defaultValue = "1000",
            description = "Bytes of each message; 1000 unless given.")
    private int size;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "30",
            description = "Messages of each stream in a second; 30 unless given.")
    private double rate;

    @Option(
            names = "--type",
            paramLabel = "video|audio|data",
            defaultValue = "video",
            description = "What the messages are, for the server; video unless given.")
    private String type;

    @Option(
            names = "--key-every",
            paramLabel = "N",
            description = "A key frame each so many messages; those of 2 seconds unless given.")
    private Integer keyEvery;

    @Option(
            names = "--file",
            paramLabel = "FLV",
            description =
                    "Publish this file again and again, instead of --size, --rate, --type. Its"
                            + " frames get 16 bytes longer.")
    private Path file;

    @Option(
            names = "--open-rate",
            paramLabel = "N",
            defaultValue = "200",
            description = "Sessions opened in a second before, at most; 200 unless given.")
    private double openRate;

    @Option(
            names = "--setup-time",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "What opening all may take; 20s more than --open-rate asks for.")
    private Duration setUp;

    @Override
    public Integer call() throws Exception {
        List<StreamUrl> targets = new ArrayList<>();
        for (String url : urls) {
            targets.add(Urls.stream(spec, url));
        }
        check(targets);
        FanoutSettings settings = settings(targets.get(0).stream());
        LoadClients clients = options.open(Urls.places(targets));
        LoadClients publishing =
                publishTo == null
                        ? clients
                        : options.open(Urls.places(List.of(Urls.stream(spec, publishTo))));
        try (FanoutLoad load = new FanoutLoad(publishing, clients, LoadClock.system(), settings)) {
            return options.run(spec, urls, load);
        }
    }

    private void check(List<StreamUrl> targets) {
        options.check(parent, spec);
        Urls.requireOneStream(spec, targets);
        if (publishTo != null
                && !Urls.stream(spec, publishTo).stream().equals(targets.get(0).stream())) {
            throw new ParameterException(
                    spec.commandLine(), "--publish-to names another stream than URL");
        }
        if (players != null && playersEach != null) {
            throw new ParameterException(
                    spec.commandLine(), "--players and --players-each exclude each other");
        }
        LoadOptions.requireAtLeast(spec, "--publishers", publishers, 1);
        LoadOptions.requireAtLeast(spec, "--players", allPlayers(), 1);
        LoadOptions.requireAtMost(spec, "--players", allPlayers(), MOST_PLAYERS);
        LoadOptions.requireAtLeast(spec, "--size", size, FanoutSettings.Even.MIN_SIZE);
        LoadOptions.requireAtMost(spec, "--size", size, FanoutSettings.Even.MAX_SIZE);
        LoadOptions.requireAtLeast(spec, "--rate", rate, 0.001);
        LoadOptions.requireAtLeast(spec, "--open-rate", openRate, 0.1);
        if (keyEvery != null) {
            LoadOptions.requireAtLeast(spec, "--key-every", keyEvery, 1);
        }
    }

    private int allPlayers() {
        if (playersEach != null) {
            return (int) Math.min(Integer.MAX_VALUE, (long) playersEach * publishers);
        }
        return players == null ? 10 : players;
    }

    private FanoutSettings settings(String stream) throws CommandFailure {
        Duration limit =
                setUp != null ? setUp : LoadOptions.setUp(publishers + allPlayers(), openRate);
        return new FanoutSettings(stream, publishers, allPlayers(), openRate, limit, content());
    }

    private FanoutSettings.Content content() throws CommandFailure {
        if (file != null) {
            return new FanoutSettings.File(file.toString(), messages());
        }
        int number =
                switch (type) {
                    case "video" -> MessageType.VIDEO;
                    case "audio" -> MessageType.AUDIO;
                    case "data" -> MessageType.DATA_AMF0;
                    default ->
                            throw new ParameterException(
                                    spec.commandLine(),
                                    "--type '" + type + "': expected video, audio or data");
                };
        int every = keyEvery != null ? keyEvery : (int) Math.max(1, Math.round(2 * rate));
        return new FanoutSettings.Even(number, size, rate, every);
    }

    private List<RtmpMessage> messages() throws CommandFailure {
        try {
            List<RtmpMessage> messages = FlvSource.readAll(() -> Files.newInputStream(file));
            if (messages.isEmpty()) {
                throw new CommandFailure(file + ": there is nothing in it");
            }
            return messages;
        } catch (IOException e) {
            throw new CommandFailure(file + ": " + FileErrors.reason(e), e);
        }
    }
}
