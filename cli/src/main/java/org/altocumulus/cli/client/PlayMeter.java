package org.altocumulus.cli.client;

import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicLong;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;

/**
 * Counts what a player receives, and hands it on. Written by the loop of its connection, read by
 * any thread.
 */
public final class PlayMeter implements ReconnectingStream.Listener {
    private final ReconnectingStream.Listener next;
    private final MediaCount received;
    private final AtomicLong gaps = new AtomicLong();

    /**
     * A meter before {@code next}, which gets everything as it comes.
     *
     * @param received counts what comes
     */
    public PlayMeter(MediaCount received, ReconnectingStream.Listener next) {
        this.received = received;
        this.next = next;
    }

    /** What was received. */
    public MediaCount received() {
        return received;
    }

    /** Times that the server gave up messages. */
    public long gaps() {
        return gaps.get();
    }

    @Override
    public void onMedia(RtmpMessage message) {
        received.add(message);
        next.onMedia(message);
    }

    @Override
    public void onStatus(Status status) {
        next.onStatus(status);
    }

    @Override
    public void onGap() {
        gaps.incrementAndGet();
        next.onGap();
    }

    @Override
    public void onReady(ClientStream stream, InetSocketAddress server) {
        next.onReady(stream, server);
    }

    @Override
    public void onLost(String why) {
        next.onLost(why);
    }

    @Override
    public void onGaveUp(String why) {
        next.onGaveUp(why);
    }

    @Override
    public void onRefused(String what, long code) {
        next.onRefused(what, code);
    }

    @Override
    public void onClosed() {
        next.onClosed();
    }
}
