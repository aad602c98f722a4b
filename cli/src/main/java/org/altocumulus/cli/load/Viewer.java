package org.altocumulus.cli.load;

import java.util.concurrent.CompletableFuture;
import org.altocumulus.cli.client.ClientException;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StatusCode;

/** A player that waits for a picture. Belongs to its loop. */
final class Viewer extends AwaitedStream {
    private final CompletableFuture<Void> keyFrame = new CompletableFuture<>();

    Viewer() {
        super(StatusCode.PLAY_START);
    }

    /** Completes with the first key frame, by when it has started as well. */
    CompletableFuture<Void> keyFrame() {
        return keyFrame;
    }

    @Override
    public void onMedia(RtmpMessage message) {
        if (!keyFrame.isDone() && MediaKind.of(message).isKeyFrame()) {
            started().complete(null);
            keyFrame.complete(null);
        }
    }

    @Override
    void lost(String why) {
        keyFrame.completeExceptionally(new ClientException(why));
    }
}
