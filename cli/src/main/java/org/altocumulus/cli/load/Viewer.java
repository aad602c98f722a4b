package org.altocumulus.cli.load;

import java.util.concurrent.CompletableFuture;
import org.altocumulus.cli.client.ClientException;
import org.altocumulus.cli.client.StreamListener;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;

/** A player that waits for a picture. Belongs to its loop. */
final class Viewer implements StreamListener {
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final CompletableFuture<Void> keyFrame = new CompletableFuture<>();

    /** Completes when the server says that it plays, or with the first key frame. */
    CompletableFuture<Void> started() {
        return started;
    }

    /** Completes with the first key frame. */
    CompletableFuture<Void> keyFrame() {
        return keyFrame;
    }

    @Override
    public void onMedia(RtmpMessage message) {
        if (!keyFrame.isDone() && MediaKind.of(message).isKeyFrame()) {
            started.complete(null);
            keyFrame.complete(null);
        }
    }

    @Override
    public void onStatus(Status status) {
        if (status.is(StatusCode.PLAY_START)) {
            started.complete(null);
        } else if (status.isError()) {
            fail(status.code());
        }
    }

    @Override
    public void onClosed() {
        fail("the connection ended");
    }

    private void fail(String why) {
        ClientException failure = new ClientException(why);
        started.completeExceptionally(failure);
        keyFrame.completeExceptionally(failure);
    }
}
