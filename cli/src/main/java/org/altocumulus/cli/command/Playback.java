package org.altocumulus.cli.command;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.cli.client.FlvRecorder;
import org.altocumulus.cli.client.ReconnectingStream;
import org.altocumulus.cli.client.RecordingThread;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.wire.HostPort;

/**
 * A stream that is played: on one connection until it ends, or on one after the other, as
 * publishers move. Hands what comes to the recording and says how it goes. Any thread.
 */
final class Playback implements ReconnectingStream.Listener {
    private final StreamUrl target;
    private final boolean reconnects;
    private final OutputFile file;
    private final Duration patience;
    private final Duration length;
    private final Consumer<String> say;
    private final Runnable ended;
    private final LongSupplier clock;
    private volatile RecordingThread recording;
    private long waitingSince;
    private boolean asked;
    private boolean begun;
    private long begunAt;
    private boolean longEnough;
    private boolean played;
    private boolean published;
    private boolean waitingSaid;
    private boolean over;
    private String failure;

    /**
     * A playback that has not begun.
     *
     * @param file where the recording goes; null for none
     * @param patience how long nobody may publish the stream; null for ever
     * @param length how long to play from the first media on; null for until it ends
     * @param ended runs when it is over for a reason of its own
     * @param clock nanoseconds, of any beginning
     */
    Playback(
            StreamUrl target,
            boolean reconnects,
            OutputFile file,
            Duration patience,
            Duration length,
            Consumer<String> say,
            Runnable ended,
            LongSupplier clock) {
        this.target = target;
        this.reconnects = reconnects;
        this.file = file;
        this.patience = patience;
        this.length = length;
        this.say = say;
        this.ended = ended;
        this.clock = clock;
    }

    /** Opens the file. */
    void open() throws CommandFailure {
        if (file != null) {
            recording = new RecordingThread(new FlvRecorder(file.open()), e -> end(file.failed(e)));
        }
    }

    @Override
    public void onReady(ClientStream stream, InetSocketAddress server) {
        begin();
        stream.play(target.stream());
        say.accept("playing " + target.name() + " from " + HostPort.format(server));
    }

    /** The stream is asked for now. */
    void begin() {
        boolean again;
        synchronized (this) {
            again = asked;
            asked = true;
            published = false;
            waitingSaid = false;
            waitingSince = clock.getAsLong();
        }
        RecordingThread to = recording;
        if (again && to != null) {
            to.restart();
        }
    }

    @Override
    public void onMedia(RtmpMessage message) {
        // Servers send data of their own to who begins to play.
        if (MediaKind.of(message).isMedia()) {
            onPublished();
            noteBegun();
        }
        RecordingThread to = recording;
        if (to != null) {
            to.write(message);
        }
    }

    private synchronized void noteBegun() {
        if (!begun) {
            begun = true;
            begunAt = clock.getAsLong();
        }
        endIfLongEnough();
    }

    private synchronized void endIfLongEnough() {
        if (length != null && begun && clock.getAsLong() - begunAt >= length.toNanos()) {
            longEnough |= !over;
            end(null);
        }
    }

    /** Whether it ended because its time was over, and not the stream. */
    synchronized boolean isLongEnough() {
        return longEnough;
    }

    @Override
    public void onStatus(Status status) {
        if (status.is(StatusCode.CONNECT_APP_SHUTDOWN)) {
            if (!reconnects) {
                say.accept("the server stops: " + status.description());
            }
        } else if (status.is(StatusCode.PLAY_STREAM_NOT_FOUND)) {
            end("there is no stream " + target.name() + ": " + told(status));
        } else if (status.isError()) {
            end("play " + target.name() + ": " + told(status));
        } else if (status.isWarning()) {
            say.accept(target.name() + ": " + told(status));
        } else if (status.is(StatusCode.PLAY_PUBLISH_NOTIFY)) {
            onPublished();
        } else if (status.is(StatusCode.PLAY_UNPUBLISH_NOTIFY) || status.is(StatusCode.PLAY_STOP)) {
            onUnpublished();
        }
    }

    private static String told(Status status) {
        return (status.code() + ' ' + status.description()).strip();
    }

    private void onPublished() {
        synchronized (this) {
            if (published) {
                return;
            }
            published = true;
            played = true;
            if (!waitingSaid) {
                return;
            }
            waitingSaid = false;
        }
        say.accept(target.name() + " is published");
    }

    private void onUnpublished() {
        if (!reconnects) {
            end(null);
            return;
        }
        synchronized (this) {
            published = false;
            waitingSince = clock.getAsLong();
        }
    }

    /** Once a second: whether anything is there to be played, and for how long that has been. */
    void eachSecond() {
        endIfLongEnough();
        boolean once;
        synchronized (this) {
            long waited = clock.getAsLong() - waitingSince;
            if (!asked || published || over || waited < Duration.ofMillis(900).toNanos()) {
                return;
            }
            if (patience != null && waited >= patience.toNanos()) {
                end("nobody published " + target.name() + " within " + shown(patience));
                return;
            }
            once = !waitingSaid;
            waitingSaid = true;
        }
        if (once) {
            String state = played ? "nobody publishes it now" : "nobody publishes it yet";
            say.accept("waiting for " + target.name() + ": " + state);
        }
    }

    private static String shown(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    @Override
    public void onLost(String why) {
        say.accept(why + ": connecting again");
    }

    @Override
    public void onGaveUp(String why) {
        end(why);
    }

    @Override
    public void onClosed() {
        end("the connection ended");
    }

    /** The first reason counts: closing the connection afterwards is none. */
    synchronized void end(String why) {
        if (!over) {
            over = true;
            failure = why;
            ended.run();
        }
    }

    /** Why it ended, or null if as it should. */
    synchronized String failure() {
        return failure;
    }

    /**
     * Ends the recording.
     *
     * @param limit how long what waits may take to be written
     * @throws CommandFailure if it is incomplete
     */
    void close(Duration limit) throws CommandFailure, InterruptedException {
        RecordingThread to = recording;
        if (to != null && !to.end(limit) && failure() == null) {
            throw new CommandFailure(
                    file.failed(new IOException("it takes nothing, the end is missing")));
        }
    }
}
