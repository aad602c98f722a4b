package org.altocumulus.cli.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;

/**
 * Publishes the messages of a source at the pace of their timestamps, on one connection after the
 * other. Time goes on without a connection: what is due then is lost. Each publication begins with
 * metadata and codec headers, and its video with a key frame. {@link #run} uses the calling thread;
 * all else may be called from any.
 */
public final class ReconnectingPublisher implements ReconnectingStream.Listener {
    private final ReconnectingStream stream;
    private final String name;
    private final News news;
    private final Map<Kept, RtmpMessage> preface = new EnumMap<>(Kept.class);
    private final MediaCount count;
    private final AtomicLong publications = new AtomicLong();
    private ClientStream ready;
    private InetSocketAddress lastServer;
    private volatile ClientStream live;
    private ClientStream begun;
    private boolean awaitsKeyFrame;
    private volatile boolean ended;
    private volatile boolean stopped;
    private volatile String failure;

    /** What a player needs before anything else. */
    private enum Kept {
        METADATA,
        AUDIO,
        VIDEO
    }

    /** Learns how it goes, for people. */
    public interface News {
        /** Nobody wants to know. */
        News NONE = new News() {};

        /** It publishes there from now on. */
        default void publishing(InetSocketAddress server) {}

        /** The server says something that does not end the publication. */
        default void warning(String what) {}

        /** It does not publish, and tries again. */
        default void lost(String why) {}
    }

    /** A publisher that has not begun. */
    public ReconnectingPublisher(
            ClientEndpoint endpoint,
            StreamUrl target,
            ReconnectSettings settings,
            RandomGenerator random,
            News news) {
        this(endpoint, target, settings, random, new MediaCount(), news);
    }

    /**
     * A publisher that has not begun.
     *
     * @param count counts what is sent
     */
    public ReconnectingPublisher(
            ClientEndpoint endpoint,
            StreamUrl target,
            ReconnectSettings settings,
            RandomGenerator random,
            MediaCount count,
            News news) {
        this.stream = new ReconnectingStream(endpoint, target, settings, random, this);
        this.name = target.stream();
        this.count = count;
        this.news = news;
    }

    /** How often it has begun to publish. */
    public long publications() {
        return publications.get();
    }

    /** Makes {@link #run} end soon. */
    public void stop() {
        stopped = true;
        ended = true;
    }

    /**
     * Publishes until the source ends or {@link #stop} is called.
     *
     * @throws IOException if there was no connection for too long, or the source fails
     */
    public void run(FlvSource source) throws IOException, InterruptedException {
        stream.start();
        try {
            Pace pace = new Pace();
            for (FlvSource.Due due = source.next(); due != null; due = source.next()) {
                pace.await(due.millis(), () -> ended);
                if (ended) {
                    break;
                }
                send(due.message());
            }
            ClientStream last = live;
            if (last != null) {
                LivePublisher.end(last, stopped);
            }
        } finally {
            stream.close();
        }
        if (failure != null) {
            throw new ClientException("publish " + LivePublisher.shown(name) + ": " + failure);
        }
    }

    private void send(RtmpMessage original) {
        MediaKind kind = MediaKind.of(original);
        RtmpMessage message = LivePublisher.prepare(original);
        Kept kept = message == original ? kept(kind) : Kept.METADATA;
        ClientStream to = live;
        if (to != null && to != begun) {
            begun = to;
            awaitsKeyFrame = true;
            preface.values().forEach(to::send);
        }
        if (kept != null) {
            preface.put(kept, message);
        }
        if (to == null) {
            return;
        }
        if (kind.isVideo() && kept == null) {
            awaitsKeyFrame &= !kind.isKeyFrame();
            if (awaitsKeyFrame) {
                return;
            }
        }
        to.send(message);
        count.add(message);
    }

    private static Kept kept(MediaKind kind) {
        if (!kind.isConfiguration()) {
            return null;
        }
        return kind.isAudio() ? Kept.AUDIO : Kept.VIDEO;
    }

    @Override
    public synchronized void onReady(ClientStream created, InetSocketAddress server) {
        ready = created;
        lastServer = server;
        created.publish(name);
    }

    @Override
    public void onStatus(Status status) {
        if (status.is(StatusCode.PUBLISH_START)) {
            InetSocketAddress server;
            synchronized (this) {
                live = ready;
                server = lastServer;
            }
            publications.incrementAndGet();
            news.publishing(server);
        } else if (status.isError() && !status.is(StatusCode.CONNECT_APP_SHUTDOWN)) {
            // The name can still belong to the connection before.
            stream.retry(status.code() + ' ' + status.description());
        } else if (status.isWarning()) {
            news.warning(status.code() + ' ' + status.description());
        }
    }

    /** A new publication has new flows, and video goes on at the next key frame. */
    @Override
    public void onRefused(String what, long code) {
        stream.retry("the server takes no more " + what + " (flow exception " + code + ")");
    }

    @Override
    public void onLost(String why) {
        live = null;
        news.lost(why);
    }

    @Override
    public void onGaveUp(String why) {
        live = null;
        failure = why;
        ended = true;
    }
}
