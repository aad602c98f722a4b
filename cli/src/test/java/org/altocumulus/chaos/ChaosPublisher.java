package org.altocumulus.chaos;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.wire.WireException;

/** A publisher of {@link Frames}, which never gives one up. */
final class ChaosPublisher extends Guest {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);
    private static final MediaDeadlines PATIENT = new MediaDeadlines(PATIENCE, PATIENCE, PATIENCE);

    private static final String DATA = "chaosData";

    private final Frames frames;
    private final ScheduledExecutorService clock;
    private ClientStream created;
    private ClientStream live;
    private boolean begins;

    ChaosPublisher(
            ClientEndpoint endpoint,
            Diary diary,
            String name,
            InetSocketAddress home,
            InetSocketAddress origin,
            String stream,
            Frames frames) {
        super(endpoint, diary, name, home, origin, stream);
        this.frames = frames;
        this.clock =
                Executors.newSingleThreadScheduledExecutor(
                        task -> {
                            Thread thread = new Thread(task, "chaos-publisher");
                            thread.setDaemon(true);
                            return thread;
                        });
        long period = TimeUnit.SECONDS.toNanos(1) / Frames.PER_SECOND;
        var unused = clock.scheduleAtFixedRate(this::send, 0, period, TimeUnit.NANOSECONDS);
    }

    /** What it sends. */
    Frames frames() {
        return frames;
    }

    /** Whether it may publish at present. */
    synchronized boolean isLive() {
        return live != null;
    }

    /** Sends a data message of about so many bytes beside the frames. */
    synchronized void sendData(int bytes) {
        if (live != null) {
            long time = frames.last() * 1000L / Frames.PER_SECOND;
            String text = "x".repeat(bytes);
            live.send(new DataMessage(DATA, List.of(AmfValue.of(text))).encode(time));
        }
    }

    /** Whether a message is one of {@link #sendData}. */
    static boolean isData(RtmpMessage message) {
        try {
            return message.type() == MessageType.DATA_AMF0
                    && DataMessage.handlerOf(message).equals(DATA);
        } catch (WireException e) {
            return false;
        }
    }

    private synchronized void send() {
        if (live != null) {
            live.send(frames.next(begins));
            begins = false;
        }
    }

    @Override
    void begin(ClientStream stream) {
        stream.deadlines(PATIENT);
        synchronized (this) {
            created = stream;
        }
        stream.publish(stream());
    }

    @Override
    synchronized void ended() {
        live = null;
    }

    @Override
    public void onStatus(Status status) {
        if (status.is(StatusCode.PUBLISH_START)) {
            synchronized (this) {
                live = created;
                begins = true;
            }
            note("publishes " + stream());
        } else if (status.isError() && !status.is(StatusCode.CONNECT_APP_SHUTDOWN)) {
            note("is refused: " + status.code());
            retry(status.code());
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        super.close();
    }

    @Override
    public String toString() {
        return "%s of %s at %s, frame %d, lost its connection %d times %s"
                .formatted(name(), stream(), server(), frames.last(), losses(), lastLoss());
    }
}
