package org.altocumulus.cli.client;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.altocumulus.edge.node.NodeLoop;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.FlowMetadata;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.wire.WireException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A NetStream, seen from the client: it plays or publishes. Commands and data share a flow; audio
 * and video have one each. Its methods may be called from any thread.
 */
public final class ClientStream {
    private static final Logger LOG = LoggerFactory.getLogger(ClientStream.class);
    private static final long POLL_MILLIS = 20;

    private final NodeLoop loop;
    private final Session session;
    private final long id;
    private final StreamListener listener;
    private final Function<Command, byte[]> encoder;
    private final SendFlow commands;
    private final byte[] metadata;
    private final long serverControl;
    private SendFlow audio;
    private SendFlow video;
    private volatile MediaDeadlines deadlines = MediaDeadlines.DEFAULT;
    private volatile long queuedBytes;

    /**
     * @param encoder makes commands into messages
     */
    ClientStream(
            NodeLoop loop,
            Session session,
            long id,
            long serverControl,
            StreamListener listener,
            Function<Command, byte[]> encoder) {
        this.encoder = encoder;
        this.loop = loop;
        this.session = session;
        this.id = id;
        this.serverControl = serverControl;
        this.listener = listener;
        this.metadata = new FlowMetadata.Stream(id, false).encode();
        this.commands = session.openFlow(metadata, serverControl, Priority.CONTROL);
    }

    StreamListener listener() {
        return listener;
    }

    /** The id that the server gave the stream. */
    public long id() {
        return id;
    }

    /** Begins to publish; the listener learns whether it may. */
    public void publish(String name) {
        command(new Command("publish", 0, AmfValue.of(name), AmfValue.of("live")));
    }

    /** Begins to play a live stream. */
    public void play(String name) {
        command(new Command("play", 0, AmfValue.of(name), AmfValue.of(-1)));
    }

    /**
     * Ends playing or publishing. It may overtake audio and video that {@link #awaitQueued} was not
     * called for.
     */
    public void closeStream() {
        command(new Command("closeStream", 0));
    }

    /** How long what is sent from now on is worth it, if not as {@link MediaDeadlines#DEFAULT}. */
    public void deadlines(MediaDeadlines newDeadlines) {
        deadlines = newDeadlines;
    }

    /** Sends a command on the stream. */
    public void command(Command command) {
        loop.execute(() -> session.send(commands, encoder.apply(command)));
    }

    /**
     * Sends audio, video or data. Audio and video are given up when they are no longer worth
     * sending.
     */
    public void send(RtmpMessage message) {
        loop.execute(() -> sendNow(message));
    }

    /** As {@link #send}, for callers on the loop of the connection. */
    public void sendNow(RtmpMessage message) {
        session.send(
                flowOf(message.type()),
                message.encoded(),
                SendFlow.NEVER,
                deadlines.finishBy(MediaKind.of(message), loop.now()));
    }

    /** Bytes that the connection has queued or not acknowledged; only on its loop. */
    public long queuedNow() {
        return session.queuedBytes();
    }

    /**
     * Waits until no more than {@code bytes} of what the connection sends are queued or not
     * acknowledged.
     *
     * @return false if that takes longer than {@code timeout}
     */
    public boolean awaitQueued(long bytes, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        do {
            CountDownLatch updated = new CountDownLatch(1);
            loop.execute(
                    () -> {
                        queuedBytes = session.queuedBytes();
                        updated.countDown();
                    });
            if (updated.await(POLL_MILLIS, TimeUnit.MILLISECONDS) && queuedBytes <= bytes) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        } while (System.nanoTime() - deadline < 0);
        return false;
    }

    /** The server refused a flow, which may be one of this stream. */
    void onRefused(SendFlow flow, long code) {
        if (flow == audio) {
            listener.onRefused("audio", code);
        } else if (flow == video) {
            listener.onRefused("video", code);
        } else if (flow == commands) {
            listener.onRefused("commands and data", code);
        }
    }

    private SendFlow flowOf(int type) {
        if (type == MessageType.AUDIO) {
            if (audio == null) {
                audio = session.openFlow(metadata, serverControl, Priority.AUDIO);
            }
            return audio;
        }
        if (type == MessageType.VIDEO) {
            if (video == null) {
                video = session.openFlow(metadata, serverControl, Priority.VIDEO);
            }
            return video;
        }
        return commands;
    }

    void accept(ReceiveFlow flow) {
        flow.handler(
                new ReceiveFlow.Handler() {
                    @Override
                    public void onMessage(ReceiveFlow from, byte[] message) {
                        if (!listener.onRaw(message)) {
                            ClientStream.this.onMessage(message);
                        }
                    }

                    @Override
                    public void onGap(ReceiveFlow from) {
                        listener.onGap();
                    }
                });
    }

    private void onMessage(byte[] bytes) {
        try {
            RtmpMessage message = RtmpMessage.parse(bytes);
            switch (message.type()) {
                case MessageType.AUDIO,
                        MessageType.VIDEO,
                        MessageType.DATA_AMF0,
                        MessageType.DATA_AMF3 ->
                        listener.onMedia(message);
                case MessageType.COMMAND_AMF0, MessageType.COMMAND_AMF3 -> {
                    Command command = Command.parse(message);
                    if (command.name().equals(Command.ON_STATUS)) {
                        Status.in(command).ifPresent(listener::onStatus);
                    }
                }
                default -> {}
            }
        } catch (WireException e) {
            LOG.debug("stream {}: a message that cannot be read: {}", id, e.getMessage());
        }
    }
}
