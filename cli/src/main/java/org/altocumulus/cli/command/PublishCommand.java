package org.altocumulus.cli.command;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientException;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.cli.client.FlvSource;
import org.altocumulus.cli.client.LivePublisher;
import org.altocumulus.cli.client.MediaCount;
import org.altocumulus.cli.client.ReconnectingPublisher;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.edge.ops.Plural;
import org.altocumulus.protocol.flv.FlvException;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Publishes an FLV file as a live stream. */
@Command(
        name = "publish",
        description = {
            "Publish an FLV file as a live stream, in real time.",
            "",
            "Times begin near 0, wherever those of the file do. Where its clock steps back or leaps"
                    + " by more than 10 s, they go on without a gap, and a line says so. URL and"
                    + " FILE may change places."
        },
        exitCodeListHeading = Help.EXIT_CODES,
        exitCodeList = {
            "0:the file was published to its end, or until a signal came",
            "1:no connection, refused, the connection ended, video or audio was refused, or the"
                + " file is empty, truncated, damaged or no FLV; what came before was published",
            "2:bad usage"
        })
final class PublishCommand implements Callable<Integer> {
    private static final int MOST_JUMPS_TOLD = 10;

    @ParentCommand private Altocumulus top;
    @Spec private CommandSpec spec;
    @Mixin private ConnectOptions options;
    @Mixin private ReconnectOptions reconnect;

    @Parameters(index = "0", paramLabel = "URL", description = Urls.STREAM)
    private String first;

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            description = "The FLV file, or - for standard input.")
    private String second;

    @Option(names = "--loop", description = "Begin again at the end, until a signal comes.")
    private boolean loop;

    @Option(names = "--stats", description = Help.STATS)
    private boolean stats;

    private final AtomicInteger jumps = new AtomicInteger();
    private InputFile file;
    private StreamUrl target;
    private StopSignal signal;
    private boolean faultTold;
    private boolean timelessTold;

    @Override
    public Integer call() throws Exception {
        top.logAt(Level.WARN);
        boolean fileFirst = second.contains("://") && !first.contains("://");
        target = Urls.stream(spec, fileFirst ? second : first);
        file = new InputFile(fileFirst ? first : second);
        if (loop && file.isReadOnce()) {
            throw new ParameterException(
                    spec.commandLine(), "--loop: " + file + " can be read only once");
        }
        file.check();
        signal = StopSignal.install();
        signal.onFirst(file::stop);
        MediaCount sent = new MediaCount();
        try (Progress progress = new Progress(spec.commandLine().getErr(), stats, sent);
                FlvSource source = open(progress)) {
            progress.start(() -> tellFaults(progress, source));
            if (reconnect.isOn()) {
                publishAgainAndAgain(progress, sent, source);
            } else {
                publish(progress, sent, source);
            }
            tellTimeless(progress, source);
            requireWhole(source);
        }
        return 0;
    }

    private FlvSource open(Progress progress) throws CommandFailure {
        try {
            return new FlvSource(file, loop, (at, by) -> tellJump(progress, at, by));
        } catch (IOException e) {
            throw new CommandFailure(signal.hasCome() ? "stopped" : notFlv(e), e);
        }
    }

    private String notFlv(IOException failure) {
        return failure instanceof FlvException
                ? file + " is no FLV file: " + failure.getMessage()
                : file.failed(failure);
    }

    private void publish(Progress progress, MediaCount sent, FlvSource source)
            throws CommandFailure, InterruptedException {
        try (ClientEndpoint endpoint = ClientEndpoint.open(1)) {
            ClientConnection connection = options.connect(endpoint, target, signal);
            LivePublisher publisher =
                    new LivePublisher(
                            sent,
                            () -> sayPublishing(progress, connection.server()),
                            line -> warn(progress, "publish " + target.name() + ": " + line));
            ClientStream stream = Waiting.on(connection.createStream(publisher), signal);
            signal.onFirst(() -> stop(publisher::stop));
            publisher.run(stream, target.stream(), source);
        } catch (ClientException e) {
            throw new CommandFailure(e.getMessage(), e);
        } catch (IOException e) {
            throw new CommandFailure(file.failed(e), e);
        } finally {
            if (sent.messages() > 0) {
                say(progress, summary(sent));
            }
        }
    }

    private void publishAgainAndAgain(Progress progress, MediaCount sent, FlvSource source)
            throws CommandFailure, InterruptedException {
        try (ClientEndpoint endpoint = reconnect.open()) {
            ReconnectingPublisher publisher =
                    new ReconnectingPublisher(
                            endpoint,
                            target,
                            reconnect.settings(),
                            new SecureRandom(),
                            sent,
                            news(progress));
            signal.onFirst(() -> stop(publisher::stop));
            try {
                publisher.run(source);
            } finally {
                String publications = Plural.of(publisher.publications(), "publication");
                say(progress, summary(sent) + ", in " + publications);
            }
        } catch (IOException e) {
            throw new CommandFailure(e.getMessage(), e);
        }
    }

    private void stop(Runnable publisher) {
        publisher.run();
        file.stop();
    }

    private ReconnectingPublisher.News news(Progress progress) {
        return new ReconnectingPublisher.News() {
            @Override
            public void publishing(InetSocketAddress server) {
                sayPublishing(progress, server);
            }

            @Override
            public void warning(String what) {
                warn(progress, "publish " + target.name() + ": " + what);
            }

            @Override
            public void lost(String why) {
                say(progress, why + ": connecting again");
            }
        };
    }

    private void sayPublishing(Progress progress, InetSocketAddress server) {
        say(progress, "publishing " + target.name() + " at " + HostPort.format(server));
    }

    private static String summary(MediaCount sent) {
        return "published "
                + Plural.of(sent.messages(), "message")
                + ", "
                + Plural.of(sent.bytes(), "byte");
    }

    private void tellJump(Progress progress, long at, long by) {
        int number = jumps.incrementAndGet();
        if (number <= MOST_JUMPS_TOLD) {
            warn(
                    progress,
                    String.format(
                            Locale.ROOT,
                            "%s: the clock jumps by %+.3f s after %.3f s; times go on without a"
                                    + " gap",
                            file,
                            by / 1000.0,
                            at / 1000.0));
        } else if (number == MOST_JUMPS_TOLD + 1) {
            warn(progress, file + ": the clock jumps again and again; that is not told any more");
        }
    }

    /** A file that is looped has its fault in each pass; the first is told, once. */
    private void tellFaults(Progress progress, FlvSource source) {
        tellTimeless(progress, source);
        if (loop && !faultTold && source.fault().isPresent()) {
            faultTold = true;
            warn(progress, file + ": " + source.fault().get());
        }
    }

    private synchronized void tellTimeless(Progress progress, FlvSource source) {
        if (!timelessTold && source.isTimeless()) {
            timelessTold = true;
            warn(progress, file + ": all frames have one timestamp, so they are sent at once");
        }
    }

    private void requireWhole(FlvSource source) throws CommandFailure {
        if (signal.hasCome() && file.isReadOnce()) {
            return;
        }
        if (source.fault().isPresent()) {
            throw new CommandFailure(file + ": " + source.fault().get());
        }
        if (source.tags() == 0 && !signal.hasCome()) {
            throw new CommandFailure(file + ": there is no audio, video or data in it");
        }
    }

    private void say(Progress progress, String line) {
        progress.say(spec.commandLine().getOut(), line);
    }

    private void warn(Progress progress, String line) {
        progress.say(spec.commandLine().getErr(), "altocumulus: " + line);
    }
}
