package org.altocumulus.edge.netconnection;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.List;
import java.util.function.Predicate;
import org.altocumulus.edge.ops.LateJoinMode;
import org.altocumulus.edge.stream.Replica;
import org.altocumulus.edge.stream.StreamMessage;
import org.altocumulus.edge.stream.StreamNames;
import org.altocumulus.edge.stream.StreamSubscriber;
import org.altocumulus.edge.stream.SubscriberTime;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.message.UserControl;

/** A net stream that plays. Belongs to the loop of its connection. */
final class Player implements StreamSubscriber {
    /** Within this time another loop of the node says what it has of a stream. */
    private static final long SEARCH_NANOS = MILLISECONDS.toNanos(100);

    private final NetStream stream;
    private final StreamKey key;
    private final Replica replica;
    private final SubscriberTime time = new SubscriberTime();
    private final boolean joinsLive;
    private boolean resets;

    /** The client knows that it plays. */
    private boolean announced;

    private boolean begun;
    private boolean ending;
    private boolean paused;
    private boolean wantsAudio;
    private boolean wantsVideo;

    /** Plays {@code key} on {@code stream}, from {@link #start} to {@link #stop}. */
    Player(NetStream stream, StreamKey key, boolean wantsAudio, boolean wantsVideo) {
        this.stream = stream;
        this.key = key;
        this.wantsAudio = wantsAudio;
        this.wantsVideo = wantsVideo;
        this.replica = stream.connection().loop().streams().replica(key);
        this.joinsLive =
                stream.connection().settings().streams().lateJoinMode() == LateJoinMode.LIVE;
    }

    StreamKey key() {
        return key;
    }

    /**
     * Tells the client that it plays, and waits for the stream. A client that asks for one that is
     * there is told so when it is found, or that it is not, and then has played nothing.
     */
    void start(PlayRequest request) {
        ClientLoop loop = stream.connection().loop();
        loop.node().totals.players.increment();
        resets = request.reset();
        if (request.mustExist()) {
            loop.after(
                    Math.max(SEARCH_NANOS, loop.node().streams.cluster().searchTime().toNanos()),
                    () -> {
                        if (!announced) {
                            stream.onNotFound(this);
                        }
                    });
        } else {
            announce();
        }
        replica.add(this);
    }

    private void announce() {
        announced = true;
        sendBegin();
        if (resets) {
            status(StatusCode.PLAY_RESET, "Playing and resetting %s");
        }
        status(StatusCode.PLAY_START, "Started playing %s");
        stream.control().send(DataMessage.sampleAccess(true, true).encode(0));
    }

    /** Leaves the stream. */
    void stop() {
        replica.remove(this);
        stream.connection().loop().node().totals.players.decrement();
        stream.audio().close();
        stream.video().close();
    }

    @Override
    public void onBegin(List<StreamMessage> contents, boolean late) {
        if (ending) {
            sendEnd();
        }
        if (!announced) {
            announce();
        }
        if (!begun) {
            sendBegin();
        }
        status(StatusCode.PLAY_PUBLISH_NOTIFY, "%s is now published");
        stream.audio().expectKeyFrame();
        stream.video().expectKeyFrame();
        time.onPublication();
        sendAll(late ? contents.stream().filter(this::isForLate).toList() : contents);
    }

    /**
     * Whether the player gets a message that was published before it asked for the stream: what it
     * cannot do without, and, unless it joins live, the frames from the last key frame on.
     */
    private boolean isForLate(StreamMessage message) {
        return message.isHead() || (!joinsLive && !message.isPassing());
    }

    private void sendAll(Iterable<StreamMessage> messages) {
        long now = stream.connection().loop().now();
        messages.forEach(message -> onMedia(message, now));
    }

    @Override
    public void onMedia(StreamMessage message, long now) {
        if (message.clears() || (message.past() && !isForLate(message))) {
            return;
        }
        StreamMessage timed = replica.at(message, time.of(message, now));
        if (paused) {
            return;
        }
        if (message.kind().isVideo()) {
            if (wantsVideo) {
                stream.video().send(timed, now);
            }
        } else if (message.kind().isAudio()) {
            if (wantsAudio) {
                stream.audio().send(timed, now);
            }
        } else {
            stream.control().send(timed.message());
        }
    }

    /**
     * The stream is published no longer; the player waits for it to come back. Clients that record
     * end the file when they are told, and so are told behind the last frames, which have flows of
     * their own.
     */
    @Override
    public void onEnd() {
        ending = true;
        onDelivered();
    }

    /** The client has taken something: if that was the last of the stream, it is told so. */
    void onDelivered() {
        if (ending && stream.audio().isDelivered() && stream.video().isDelivered()) {
            sendEnd();
        }
    }

    private void sendEnd() {
        ending = false;
        begun = false;
        stream.control().send(event(UserControl.STREAM_EOF).encode(0));
        status(StatusCode.PLAY_UNPUBLISH_NOTIFY, "%s is now unpublished");
    }

    /** Stops or continues the stream; a live one continues where it is then. */
    void pause(boolean pause) {
        if (paused && !pause) {
            paused = false;
            sendHead(message -> true);
        } else if (pause) {
            paused = true;
            stream.audio().clear();
            stream.video().clear();
        }
        if (pause) {
            status(StatusCode.PAUSE_NOTIFY, "Pausing %s");
        } else {
            status(StatusCode.UNPAUSE_NOTIFY, "Unpausing %s");
        }
    }

    void receiveAudio(boolean receive) {
        if (receive && !wantsAudio) {
            wantsAudio = true;
            sendHead(message -> message.kind().isAudio());
        } else if (!receive) {
            wantsAudio = false;
            stream.audio().clear();
        }
    }

    /** Video that starts again does so at a key frame. */
    void receiveVideo(boolean receive) {
        if (receive && !wantsVideo) {
            wantsVideo = true;
            sendHead(message -> message.kind().isVideo());
        } else if (!receive) {
            wantsVideo = false;
            stream.video().clear();
        }
    }

    /** A live stream has nowhere else to go. */
    void seek() {
        status(StatusCode.SEEK_FAILED, "%s is live");
    }

    /** What was missed of this may be needed for what comes now. */
    private void sendHead(Predicate<StreamMessage> which) {
        sendAll(replica.head().stream().filter(which).toList());
    }

    private void sendBegin() {
        begun = true;
        stream.control().send(event(UserControl.STREAM_BEGIN).encode(0));
    }

    private UserControl event(int event) {
        return new UserControl.StreamEvent(event, stream.id());
    }

    private void status(StatusCode code, String description) {
        stream.status(code, description.formatted(StreamNames.shown(key.name())));
    }
}
