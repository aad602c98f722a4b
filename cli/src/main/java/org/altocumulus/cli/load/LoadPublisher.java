package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.MINUTES;

import java.util.concurrent.CompletableFuture;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.edge.node.NodeLoop;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StatusCode;

/** A publisher that never gives a message up. Belongs to its loop. */
final class LoadPublisher extends AwaitedStream {
    private static final long MAX_QUEUED_BYTES = 64 << 20;
    private static final MediaDeadlines PATIENT =
            new MediaDeadlines(MINUTES.toNanos(5), MINUTES.toNanos(5), MINUTES.toNanos(5));

    private final FanoutCounts counts;
    private final LoadClock clock;
    private final Programme.Source source;
    private ClientConnection connection;
    private ClientStream stream;
    private Window window;
    private int players;
    private volatile PacedSender sender;
    private volatile boolean ended;

    LoadPublisher(FanoutCounts counts, LoadClock clock, Programme.Source source) {
        super(StatusCode.PUBLISH_START);
        this.counts = counts;
        this.clock = clock;
        this.source = source;
    }

    /**
     * Asks the server to let it publish on a stream that was created with this as its listener.
     *
     * @return completes when it may
     */
    CompletableFuture<Void> publish(ClientConnection on, ClientStream created, String name) {
        connection = on;
        stream = created;
        stream.deadlines(PATIENT);
        stream.publish(name);
        return started();
    }

    /** One more will play the stream. */
    void addPlayer() {
        players++;
    }

    /**
     * Begins to send, from any thread.
     *
     * @param until nothing is sent that is meant to be later
     */
    void begin(long start, long until, Window measured) {
        window = measured;
        NodeLoop loop = connection.loop();
        sender = new PacedSender(clock, loop::executeAfterNanos, source, this::send, start, until);
        loop.execute(sender::run);
    }

    /** Sends no more; what happens from now on is no loss. */
    void end() {
        ended = true;
        if (sender != null) {
            sender.stop();
        }
    }

    private void send(RtmpMessage message, long intended) {
        if (stream.queuedNow() > MAX_QUEUED_BYTES) {
            counts.unsent.increment();
            return;
        }
        stream.sendNow(message);
        if (source.isStamped() && window.contains(intended)) {
            counts.sent.increment();
            counts.expected.add(players);
        }
    }

    @Override
    void lost(String why) {
        if (!ended) {
            counts.lost.count("publisher: " + why);
            end();
        }
    }
}
