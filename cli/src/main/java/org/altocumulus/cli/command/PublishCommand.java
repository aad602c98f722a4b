package org.altocumulus.cli.command;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientException;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.cli.client.FlvSource;
import org.altocumulus.cli.client.LivePublisher;
import org.altocumulus.cli.client.ReconnectingPublisher;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Publishes an FLV file as a live stream. */
@Command(name = "publish", description = "Publish an FLV file as a live stream, in real time.")
final class PublishCommand implements Callable<Integer> {
    @ParentCommand private Altocumulus top;
    @Spec private CommandSpec spec;
    @Mixin private ConnectOptions options;
    @Mixin private ReconnectOptions reconnect;

    @Parameters(
            index = "0",
            paramLabel = "URL",
            description = "rtmfp://HOST[:PORT]/APP/STREAM, or rtmfp://HOST[:PORT]/APP#STREAM.")
    private String url;

    @Parameters(index = "1", paramLabel = "FILE", description = "The FLV file.")
    private Path file;

    @Option(names = "--loop", description = "Begin again at the end, until a signal comes.")
    private boolean loop;

    @Override
    public Integer call() throws Exception {
        top.logAt(Level.WARN);
        StreamUrl target = Urls.stream(spec, url);
        if (!Files.isReadable(file)) {
            throw new CommandFailure("cannot read " + file);
        }
        StopSignal signal = StopSignal.install();
        if (reconnect.isOn()) {
            publishAgainAndAgain(target, signal);
            return 0;
        }
        LivePublisher publisher = new LivePublisher();
        try (FlvSource source = new FlvSource(() -> Files.newInputStream(file), loop);
                ClientEndpoint endpoint = ClientEndpoint.open(1)) {
            ClientConnection connection = options.connect(endpoint, target, signal);
            ClientStream stream = Waiting.on(connection.createStream(publisher), signal);
            signal.onFirst(publisher::stop);
            say("publishing " + target.stream() + " at " + HostPort.format(connection.server()));
            publisher.run(stream, target.stream(), source);
        } catch (ClientException e) {
            throw new CommandFailure(e.getMessage(), e);
        } catch (IOException e) {
            throw new CommandFailure(file + ": " + e.getMessage(), e);
        }
        say("published " + publisher.messages() + " messages, " + publisher.bytes() + " bytes");
        return 0;
    }

    private void publishAgainAndAgain(StreamUrl target, StopSignal signal) throws Exception {
        try (FlvSource source = new FlvSource(() -> Files.newInputStream(file), loop);
                ClientEndpoint endpoint = reconnect.open()) {
            ReconnectingPublisher publisher =
                    new ReconnectingPublisher(
                            endpoint,
                            target,
                            reconnect.settings(),
                            new SecureRandom(),
                            news(target));
            signal.onFirst(publisher::stop);
            publisher.run(source);
            say(
                    "published %d messages, %d bytes, in %d publications"
                            .formatted(
                                    publisher.messages(),
                                    publisher.bytes(),
                                    publisher.publications()));
        } catch (ClientException e) {
            throw new CommandFailure(e.getMessage(), e);
        } catch (IOException e) {
            throw new CommandFailure(file + ": " + e.getMessage(), e);
        }
    }

    private ReconnectingPublisher.News news(StreamUrl target) {
        return new ReconnectingPublisher.News() {
            @Override
            public void publishing(InetSocketAddress server) {
                say("publishing " + target.stream() + " at " + HostPort.format(server));
            }

            @Override
            public void lost(String why) {
                say(why + ": connecting again");
            }
        };
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
    }
}
