package org.altocumulus.cli.command;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.cli.client.FlvRecorder;
import org.altocumulus.cli.client.PlayMeter;
import org.altocumulus.cli.client.ReconnectingStream;
import org.altocumulus.cli.client.StreamListener;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.wire.HostPort;
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
        description = "Play a live stream, into an FLV file if one is named, until it ends.")
final class PlayCommand implements Callable<Integer> {
    private static final long SILENCE_MILLIS = 300;
    private static final int MAX_SILENCE_CHECKS = 10;

    @ParentCommand private Altocumulus top;
    @Spec private CommandSpec spec;
    @Mixin private ConnectOptions options;
    @Mixin private ReconnectOptions reconnect;

    @Parameters(
            paramLabel = "URL",
            description = "rtmfp://HOST[:PORT]/APP/STREAM, or rtmfp://HOST[:PORT]/APP#STREAM.")
    private String url;

    @Option(names = "-o", paramLabel = "FILE", description = "FLV file to write.")
    private Path file;

    @Override
    public Integer call() throws Exception {
        top.logAt(Level.WARN);
        StreamUrl target = Urls.stream(spec, url);
        StopSignal signal = StopSignal.install();
        Recording recording = new Recording(signal);
        PlayMeter meter = new PlayMeter(recording);
        try (recording;
                ClientEndpoint endpoint =
                        reconnect.isOn() ? reconnect.open() : ClientEndpoint.open(1)) {
            if (reconnect.isOn()) {
                playAgainAndAgain(endpoint, target, signal, recording, meter);
            } else {
                ClientConnection connection = options.connect(endpoint, target, signal);
                ClientStream stream = Waiting.on(connection.createStream(meter), signal);
                recording.open();
                play(stream, target, connection.server());
                signal.await();
            }
            recording.end(null);
            awaitSilence(meter);
        } catch (IOException e) {
            throw new CommandFailure(e.getMessage(), e);
        }
        say(
                "received %d audio, %d video, %d data messages, %d bytes, %d gaps"
                        .formatted(
                                meter.audio(),
                                meter.video(),
                                meter.data(),
                                meter.bytes(),
                                meter.gaps()));
        if (recording.failure != null) {
            throw new CommandFailure(recording.failure);
        }
        return 0;
    }

    private void play(ClientStream stream, StreamUrl target, InetSocketAddress server) {
        stream.play(target.stream());
        say("playing " + target.stream() + " from " + HostPort.format(server));
    }

    private void playAgainAndAgain(
            ClientEndpoint endpoint,
            StreamUrl target,
            StopSignal signal,
            Recording recording,
            PlayMeter meter)
            throws IOException, InterruptedException {
        recording.open();
        try (ReconnectingStream stream =
                new ReconnectingStream(
                        endpoint,
                        target,
                        reconnect.settings(),
                        new SecureRandom(),
                        new Replaying(target, recording, meter))) {
            stream.start();
            signal.await();
        }
    }

    /**
     * Plays on each stream that it gets; the stream may end and begin again, as publishers move.
     */
    private final class Replaying implements ReconnectingStream.Listener {
        private final StreamUrl target;
        private final Recording recording;
        private final PlayMeter meter;

        Replaying(StreamUrl target, Recording recording, PlayMeter meter) {
            this.target = target;
            this.recording = recording;
            this.meter = meter;
        }

        @Override
        public void onReady(ClientStream stream, InetSocketAddress server) {
            play(stream, target, server);
        }

        @Override
        public void onMedia(RtmpMessage message) {
            meter.onMedia(message);
        }

        @Override
        public void onGap() {
            meter.onGap();
        }

        @Override
        public void onLost(String why) {
            say(why + ": connecting again");
        }

        @Override
        public void onGaveUp(String why) {
            recording.end(why);
        }
    }

    /** The notice of the end can overtake the last frames, which come on flows of their own. */
    private static void awaitSilence(PlayMeter meter) throws InterruptedException {
        long before = -1;
        for (int i = 0; i < MAX_SILENCE_CHECKS && meter.bytes() != before; i++) {
            before = meter.bytes();
            Thread.sleep(SILENCE_MILLIS);
        }
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
    }

    /** Writes to the file, and ends the command when the stream does. */
    private final class Recording implements StreamListener, AutoCloseable {
        private final StopSignal signal;
        private FlvRecorder recorder;
        private volatile String failure;
        private boolean ended;

        Recording(StopSignal signal) {
            this.signal = signal;
        }

        void open() throws IOException {
            if (file != null) {
                recorder = new FlvRecorder(new BufferedOutputStream(Files.newOutputStream(file)));
            }
        }

        @Override
        public void onMedia(RtmpMessage message) {
            if (recorder == null) {
                return;
            }
            try {
                recorder.write(message);
            } catch (IOException e) {
                end("cannot write " + file + ": " + e.getMessage());
            }
        }

        @Override
        public void onStatus(Status status) {
            if (status.is(StatusCode.CONNECT_APP_SHUTDOWN)) {
                say("the server stops: " + status.description());
            } else if (status.isError()) {
                end(status.code() + " " + status.description());
            } else if (status.is(StatusCode.PLAY_UNPUBLISH_NOTIFY)
                    || status.is(StatusCode.PLAY_STOP)) {
                end(null);
            }
        }

        @Override
        public void onClosed() {
            end("the connection ended");
        }

        /** The first reason counts: closing the connection afterwards is none. */
        private synchronized void end(String why) {
            if (!ended) {
                ended = true;
                failure = why;
                signal.release();
            }
        }

        @Override
        public void close() throws IOException {
            if (recorder != null) {
                recorder.close();
            }
        }
    }
}
