package org.altocumulus.edge.stream;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.WireException;

/**
 * Brings what the cluster says to the home loops of the streams, each stream on a bounded way of
 * its own. Its state belongs to the thread that tells it of remote streams.
 */
final class ClusterRouter implements ClusterEvents {
    private final Streams streams;
    private final Map<StreamKey, Handover<Incoming>> incoming = new HashMap<>();

    /** Streams that have ended, of which something may still be on its way. */
    private final Set<StreamKey> ended = new HashSet<>();

    private record Incoming(RtmpMessage message, boolean past) {}

    ClusterRouter(Streams streams) {
        this.streams = streams;
    }

    @Override
    public <M> Handover<M> handover(Handover.Target target, Handover.Receiver<M> receiver) {
        return streams.handover(target, receiver);
    }

    @Override
    public void send(StreamKey key) {
        atHome(key, HomeStream::startSending);
    }

    @Override
    public void stop(StreamKey key) {
        atHome(key, HomeStream::stopSending);
    }

    @Override
    public void remoteStarted(StreamKey key) {
        forgetEnded();
        ended.remove(key);
        incoming.computeIfAbsent(key, this::wayHome)
                .run(() -> ifThere(key, HomeStream::onRemoteStarted));
    }

    @Override
    public void remoteMedia(StreamKey key, RtmpMessage message, boolean past) {
        Handover<Incoming> way = incoming.get(key);
        if (way == null) {
            return;
        }
        int size = message.encoded().length + StreamMessage.OVERHEAD;
        if (!way.send(new Incoming(message, past), MediaKind.of(message), size)) {
            way.restart(false, () -> ifThere(key, HomeStream::restartRemote));
        }
    }

    @Override
    public void remoteEnded(StreamKey key) {
        Handover<Incoming> way = incoming.get(key);
        if (way != null) {
            way.run(() -> ifThere(key, HomeStream::onRemoteEnded));
            ended.add(key);
        }
        forgetEnded();
    }

    @Override
    public void revoked(StreamKey key, String reason) {
        atHome(key, stream -> stream.revoke(reason));
    }

    @Override
    public void check(StreamKey key, String peerId, Consumer<Boolean> free) {
        StreamLoop home = streams.homeOf(key);
        home.run(
                () -> {
                    HomeStream stream = home.homeOrNull(key);
                    if (stream == null) {
                        free.accept(true);
                    } else {
                        stream.check(peerId, free);
                    }
                });
    }

    /** A stream that starts again while its end is under way must not get another way. */
    private void forgetEnded() {
        ended.removeIf(
                key -> {
                    boolean idle = incoming.get(key).isIdle();
                    if (idle) {
                        incoming.remove(key);
                    }
                    return idle;
                });
    }

    private Handover<Incoming> wayHome(StreamKey key) {
        return streams.handover(
                streams.homeOf(key),
                (message, since) -> ifThere(key, stream -> onRemoteMedia(stream, message, since)));
    }

    private void onRemoteMedia(HomeStream stream, Incoming read, long since) {
        try {
            stream.onRemoteMedia(read.message, read.past, since);
        } catch (WireException e) {
            streams.counters().count(Dropped.MALFORMED);
        }
    }

    private void atHome(StreamKey key, Consumer<HomeStream> event) {
        streams.homeOf(key).run(() -> ifThere(key, event));
    }

    /** On the home loop. */
    private void ifThere(StreamKey key, Consumer<HomeStream> event) {
        HomeStream stream = streams.homeOf(key).homeOrNull(key);
        if (stream != null) {
            event.accept(stream);
        }
    }
}
