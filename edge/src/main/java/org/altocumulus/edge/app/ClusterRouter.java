package org.altocumulus.edge.app;

import java.util.function.Consumer;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.WireException;

/** Brings what the cluster says to the home loops of the streams. */
final class ClusterRouter implements ClusterEvents {
    private final Node node;

    ClusterRouter(Node node) {
        this.node = node;
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
        atHome(key, HomeStream::onRemoteStarted);
    }

    @Override
    public void remoteMedia(StreamKey key, RtmpMessage message, boolean past) {
        atHome(key, stream -> onRemoteMedia(stream, message, past));
    }

    @Override
    public void remoteEnded(StreamKey key) {
        atHome(key, HomeStream::onRemoteEnded);
    }

    @Override
    public void revoked(StreamKey key, String reason) {
        atHome(key, stream -> stream.revoke(reason));
    }

    @Override
    public void check(StreamKey key, String peerId, Consumer<Boolean> free) {
        LoopState home = node.homeOf(key);
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

    private void onRemoteMedia(HomeStream stream, RtmpMessage message, boolean past) {
        try {
            stream.onRemoteMedia(message, past);
        } catch (WireException e) {
            node.counters.count(Refused.MALFORMED_MESSAGE);
        }
    }

    private void atHome(StreamKey key, Consumer<HomeStream> event) {
        LoopState home = node.homeOf(key);
        home.run(
                () -> {
                    HomeStream stream = home.homeOrNull(key);
                    if (stream != null) {
                        event.accept(stream);
                    }
                });
    }
}
