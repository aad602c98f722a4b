package org.altocumulus.edge.netconnection;

import java.util.function.Consumer;
import org.altocumulus.edge.stream.Publication;
import org.altocumulus.edge.stream.PublisherIdentity;
import org.altocumulus.edge.stream.StreamMessage;
import org.altocumulus.edge.stream.StreamNames;
import org.altocumulus.edge.stream.StreamPublisher;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.FlowMetadata;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream of a connection: its flows to the client, and what it does, which is to publish, to play
 * or nothing. Belongs to the loop of its connection.
 */
final class NetStream implements StreamPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(NetStream.class);
    private static final String PLAY = "play";
    private static final String PUBLISH = "publish";

    private final Connection connection;
    private final long id;
    private final ControlChannel control;
    private final MediaChannel audio;
    private final MediaChannel video;
    private final NetStreamCommands commands;
    private final AccessGate gate;

    private boolean wantsAudio = true;
    private boolean wantsVideo = true;
    private Player player;
    private Publication publication;
    private boolean published;
    private boolean askedToRecord;

    /** What the access log was told of and has not ended, or null. */
    private AccessLog.Activity activity;

    NetStream(Connection connection, long id) {
        this.connection = connection;
        this.id = id;
        byte[] metadata = new FlowMetadata.Stream(id, false).encode();
        this.control = new ControlChannel(connection, metadata);
        this.audio = new MediaChannel(connection, metadata, Priority.AUDIO);
        this.video = new MediaChannel(connection, metadata, Priority.VIDEO);
        this.commands = new NetStreamCommands(this);
        this.gate = new AccessGate(connection);
    }

    long id() {
        return id;
    }

    Connection connection() {
        return connection;
    }

    /** Commands, events and data. */
    ControlChannel control() {
        return control;
    }

    MediaChannel audio() {
        return audio;
    }

    MediaChannel video() {
        return video;
    }

    /** Holds back what the client sends on this stream while the policy is asked. */
    AccessGate gate() {
        return gate;
    }

    /** What plays on this stream, or null. */
    Player player() {
        return player;
    }

    void status(StatusCode code, String description) {
        control.send(Status.of(code, description).onStatus());
    }

    /** A message on one of the client's flows of this stream. */
    void onMessage(RtmpMessage message) {
        switch (message.type()) {
            case MessageType.AUDIO,
                    MessageType.VIDEO,
                    MessageType.DATA_AMF0,
                    MessageType.DATA_AMF3 ->
                    onMedia(message);
            case MessageType.COMMAND_AMF0, MessageType.COMMAND_AMF3 -> {
                Command command = connection.readCommand(message);
                if (command != null) {
                    commands.on(command);
                }
            }
            default -> connection.onOtherMessage(message);
        }
    }

    private void onMedia(RtmpMessage message) {
        if (publication == null) {
            connection.count(Refused.UNEXPECTED_MESSAGE);
            return;
        }
        try {
            StreamMessage read = StreamMessage.read(message);
            int bytes = read.payloadBytes();
            if (bytes <= StreamMessage.MAX_BYTES) {
                publication.send(read);
            } else {
                connection.count(Refused.MESSAGE_TOO_LARGE);
                onTooLarge(bytes, StreamMessage.MAX_BYTES);
            }
        } catch (WireException e) {
            connection.count(Refused.MALFORMED_MESSAGE);
        }
    }

    /**
     * A message of the client was larger than any may be: says so, as part of the stream is lost.
     */
    void onTooLarge(long bytes, int limit) {
        String why =
                "a message of %d bytes or more was not taken: at most %d (session.max-message)"
                        .formatted(bytes, limit);
        if (publication != null) {
            LOG.warn("{}: stream {}: {}", connection, publication.key(), why);
        }
        status(StatusCode.STREAM_FAILED, why);
    }

    /** Plays a stream instead of what was going on, if the policy allows it. */
    void play(PlayRequest request) {
        stop();
        control.renew();
        if (!connection.admitsCommand(request.key())) {
            refusePlay(request.key().name(), Connection.TOO_MANY_COMMANDS);
            return;
        }
        gate.ask(
                connection.accessRequest(AccessRequest.Action.PLAY, request.written()),
                () -> startPlaying(request),
                reason -> refusePlay(request.key().name(), reason));
    }

    /**
     * Tells the client that it may not play.
     *
     * @param name of the stream; empty if there can be none of the name
     */
    void refusePlay(String name, String reason) {
        connection.log().refused(connection, PLAY, name, reason);
        connection.count(Refused.PLAY_REFUSED);
        status(StatusCode.PLAY_FAILED, reason);
    }

    private void startPlaying(PlayRequest request) {
        player = new Player(this, request.key(), wantsAudio, wantsVideo);
        activity = connection.log().started(connection, PLAY, request.key().name());
        player.start(request);
    }

    /** There is no such stream, and the client asked for one that is there. */
    void onNotFound(Player which) {
        if (player == which) {
            String name = StreamNames.shown(which.key().name());
            player.stop();
            player = null;
            endActivity("no such stream");
            connection.count(Refused.PLAY_REFUSED);
            status(StatusCode.PLAY_STREAM_NOT_FOUND, "no stream " + name);
        }
    }

    /**
     * Publishes a stream instead of what was going on, if the policy and then the cluster allow it.
     *
     * @param written the name as the client wrote it
     * @param record whether the client asked for a recording, which there will be none of
     */
    void publish(StreamKey key, String written, boolean record) {
        stop();
        control.renew();
        if (!connection.admitsCommand(key)) {
            refusePublish(key.name(), Connection.TOO_MANY_COMMANDS);
            return;
        }
        gate.ask(
                connection.accessRequest(AccessRequest.Action.PUBLISH, written),
                () -> startPublishing(key, record),
                reason -> refusePublish(key.name(), reason));
    }

    /**
     * Tells the client that it may not publish.
     *
     * @param name of the stream; empty if there can be none of the name
     */
    void refusePublish(String name, String reason) {
        connection.log().refused(connection, PUBLISH, name, reason);
        tellNotPublished(reason);
    }

    /** Tells the client that it may not publish, or no longer. */
    private void tellNotPublished(String reason) {
        connection.count(Refused.PUBLISH_REFUSED);
        status(StatusCode.PUBLISH_BAD_NAME, reason);
    }

    private void startPublishing(StreamKey key, boolean record) {
        askedToRecord = record;
        publication = new Publication(key, connection.loop().streams(), this);
        publication.claim();
    }

    @Override
    public void onPublished() {
        published = true;
        activity = connection.log().started(connection, PUBLISH, publication.key().name());
        String name = StreamNames.shown(publication.key().name());
        status(StatusCode.PUBLISH_START, name + " is now published");
        if (askedToRecord) {
            status(
                    StatusCode.RECORD_NO_ACCESS,
                    name + " is published live; there are no recordings");
        }
    }

    @Override
    public void onPublicationEnded(String reason) {
        String name = publication.key().name();
        publication = null;
        if (published) {
            published = false;
            endActivity(reason);
            tellNotPublished(reason);
        } else {
            refusePublish(name, reason);
        }
    }

    @Override
    public PublisherIdentity identity() {
        return connection.publisher();
    }

    @Override
    public void checkAlive(Consumer<Boolean> alive) {
        LifeSign.ask(connection.loop(), connection.session(), alive);
    }

    /** The stream that is published here, or null. */
    StreamKey publishedKey() {
        return published ? publication.key() : null;
    }

    void receiveAudio(boolean receive) {
        wantsAudio = receive;
        if (player != null) {
            player.receiveAudio(receive);
        }
    }

    void receiveVideo(boolean receive) {
        wantsVideo = receive;
        if (player != null) {
            player.receiveVideo(receive);
        }
    }

    private void endActivity(String reason) {
        if (activity != null) {
            connection.log().stopped(connection, activity, reason);
            activity = null;
        }
    }

    /** Ends what is going on, if anything. */
    void stop() {
        endActivity(connection.isOpen() ? "stopped by the client" : "the session ended");
        gate.cancel();
        if (player != null) {
            player.stop();
            player = null;
        }
        if (publication != null) {
            Publication ended = publication;
            boolean wasPublished = published;
            publication = null;
            published = false;
            ended.release();
            if (wasPublished) {
                String name = StreamNames.shown(ended.key().name());
                status(StatusCode.UNPUBLISH_SUCCESS, name + " is now unpublished");
            }
        }
    }

    /** Ends all, the flows too. */
    void delete() {
        stop();
        control.close();
    }

    /** The client has taken something: there may be room for more. */
    void pump(long now) {
        if (player != null) {
            audio.pump(now);
            video.pump(now);
            player.onDelivered();
        }
    }

    /** The client rejected a flow; whether it is one of this stream. */
    boolean onRejected(SendFlow flow) {
        return control.onRejected(flow) || audio.onRejected(flow) || video.onRejected(flow);
    }
}
