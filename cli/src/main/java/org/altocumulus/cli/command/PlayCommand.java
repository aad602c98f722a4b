package org.altocumulus.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.cli.client.MediaCount;
import org.altocumulus.cli.client.PlayMeter;
import org.altocumulus.cli.client.ReconnectingStream;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.edge.ops.Plural;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Plays a live stream, into a file if one is named. */
@Command(
        name = "play",
        description = {
            "Play a live stream, into an FLV file if one is named, until it ends.",
            "",
            "What it says goes to standard output, or to standard error if that is where the stream"
                    + " goes. A recording begins at 0 with its earliest frame; where the clock of"
                    + " the stream steps back or leaps by more than 10 s its times go on without a"
                    + " gap."
        },
        exitCodeListHeading = Help.EXIT_CODES,
        exitCodeList = {
            "0:the stream ended, the time of --for is over, or a signal came",
            "1:no connection, refused, the connection ended, or the file cannot be written",
            "2:bad usage"
        })
final class PlayCommand implements Callable<Integer> {
    private static final long SILENCE_MILLIS = 300;
    private static final int MAX_SILENCE_CHECKS = 10;
    private static final Duration WRITE_LIMIT = Duration.ofSeconds(5);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(1);

    @ParentCommand private Altocumulus top;
    @Spec private CommandSpec spec;
    @Mixin private ConnectOptions options;
    @Mixin private ReconnectOptions reconnect;

    @Parameters(paramLabel = "URL", description = Urls.STREAM)
    private String url;

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "FLV file to write, or - for standard output.")
    private String output;

    @Option(names = "--force", description = "Overwrite the file if it exists.")
    private boolean force;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description =
                    "How long to wait while nobody publishes the stream; for ever unless given.")
    private Duration patience;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "End so long after the first audio or video, such as 10s or 2m.")
    private Duration length;

    @Option(names = "--stats", description = Help.STATS)
    private boolean stats;

    private PrintWriter words;

    @Override
    public Integer call() throws Exception {
        top.logAt(Level.WARN);
        StreamUrl target = Urls.stream(spec, url);
        OutputFile file = output == null ? null : new OutputFile(output, force);
        boolean piped = file != null && file.isStandardOutput();
        words = piped ? spec.commandLine().getErr() : spec.commandLine().getOut();
        if (file != null) {
            file.check();
        }
        StopSignal signal = StopSignal.install();
        MediaCount received = new MediaCount();
        try (Progress progress = new Progress(spec.commandLine().getErr(), stats, received)) {
            Playback playback =
                    new Playback(
                            target,
                            reconnect.isOn(),
                            file,
                            patience,
                            length,
                            line -> progress.say(words, line),
                            signal::release,
                            System::nanoTime);
            progress.start(playback::eachSecond);
            run(target, signal, playback, new PlayMeter(received, playback));
        }
        return 0;
    }

    private void run(StreamUrl target, StopSignal signal, Playback playback, PlayMeter meter)
            throws CommandFailure, InterruptedException {
        try (ClientEndpoint endpoint =
                reconnect.isOn() ? reconnect.open() : ClientEndpoint.open(1)) {
            if (reconnect.isOn()) {
                playAgainAndAgain(endpoint, target, signal, playback, meter);
            } else {
                ClientConnection connection = options.connect(endpoint, target, signal);
                ClientStream stream = Waiting.on(connection.createStream(meter), signal);
                playback.open();
                playback.onReady(stream, connection.server());
                signal.await();
            }
            if (!signal.hasCome() && !playback.isLongEnough()) {
                awaitSilence(meter);
            }
            playback.end(null);
        } catch (IOException e) {
            throw new CommandFailure(e.getMessage(), e);
        }
        try {
            playback.close(signal.hasCome() ? STOP_LIMIT : WRITE_LIMIT);
        } finally {
            words.println(summary(meter));
        }
        if (playback.failure() != null) {
            throw new CommandFailure(playback.failure());
        }
    }

    private static String summary(PlayMeter meter) {
        return "received " + meter.received().shown() + ", " + Plural.of(meter.gaps(), "gap");
    }

    private void playAgainAndAgain(
            ClientEndpoint endpoint,
            StreamUrl target,
            StopSignal signal,
            Playback playback,
            PlayMeter meter)
            throws CommandFailure, InterruptedException {
        playback.open();
        try (ReconnectingStream stream =
                new ReconnectingStream(
                        endpoint, target, reconnect.settings(), new SecureRandom(), meter)) {
            stream.start();
            signal.await();
        }
    }

    /** The notice of the end can overtake the last frames, which come on flows of their own. */
    private static void awaitSilence(PlayMeter meter) throws InterruptedException {
        long before = -1;
        for (int i = 0; i < MAX_SILENCE_CHECKS && meter.received().bytes() != before; i++) {
            before = meter.received().bytes();
            Thread.sleep(SILENCE_MILLIS);
        }
    }
}
