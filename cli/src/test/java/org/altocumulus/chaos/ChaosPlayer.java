package org.altocumulus.chaos;

import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.altocumulus.cli.client.ClientEndpoint;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;

/** A player that notes when each frame came. */
final class ChaosPlayer extends Guest {
    private final FrameLog log = new FrameLog();
    private final AtomicInteger media = new AtomicInteger();
    private final AtomicInteger data = new AtomicInteger();

    ChaosPlayer(
            ClientEndpoint endpoint,
            Diary diary,
            String name,
            InetSocketAddress home,
            InetSocketAddress origin,
            String stream) {
        super(endpoint, diary, name, home, origin, stream);
    }

    /** What has come. */
    FrameLog log() {
        return log;
    }

    /** How many messages of any kind have come. */
    int media() {
        return media.get();
    }

    /** How many data messages of {@link ChaosPublisher#sendData} have come. */
    int data() {
        return data.get();
    }

    @Override
    void begin(ClientStream created) {
        log.reconnected();
        created.play(stream());
    }

    @Override
    void ended() {
        // It comes back by itself.
    }

    @Override
    public void onMedia(RtmpMessage message) {
        media.incrementAndGet();
        if (ChaosPublisher.isData(message)) {
            data.incrementAndGet();
        }
        int number = Frames.number(message);
        if (number > 0) {
            log.add(number, System.nanoTime());
        }
    }

    @Override
    public void onStatus(Status status) {
        if (status.is(StatusCode.PLAY_PUBLISH_NOTIFY)
                || status.is(StatusCode.PLAY_UNPUBLISH_NOTIFY)
                || status.isError()) {
            note("is told " + status.code());
        }
    }

    @Override
    public String toString() {
        return "%s at %s, frame %d, lost its connection %d times %s"
                .formatted(name(), server(), log.last(), losses(), lastLoss());
    }
}
