package org.altocumulus.cli.demo;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.StreamListener;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * A player that keeps what it received, compares it with what was published, and measures the delay
 * between. May be used from any thread.
 */
final class DemoPlayer implements StreamListener {
    private final String name;
    private final SentLog log;
    private final List<RtmpMessage> audio = new ArrayList<>();
    private final List<RtmpMessage> video = new ArrayList<>();
    private ClientConnection connection;
    private long delaySum;
    private long delayCount;
    private long bytes;
    private boolean closed;

    DemoPlayer(String name, SentLog log) {
        this.name = name;
        this.log = log;
    }

    String name() {
        return name;
    }

    synchronized void connected(ClientConnection newConnection) {
        connection = newConnection;
    }

    /** The node that serves the player, or null before it is connected. */
    synchronized InetSocketAddress server() {
        return connection == null ? null : connection.server();
    }

    @Override
    public synchronized void onMedia(RtmpMessage message) {
        MediaKind kind = MediaKind.of(message);
        bytes += message.payloadLength();
        if (!SentLog.isFrame(kind)) {
            return;
        }
        (kind.isAudio() ? audio : video).add(message);
        long sentAt = log.sentAt(message);
        if (sentAt >= 0) {
            delaySum += System.nanoTime() - sentAt;
            delayCount++;
        }
    }

    @Override
    public synchronized void onClosed() {
        closed = true;
    }

    /** Audio and video frames received. */
    synchronized long frames() {
        return (long) audio.size() + video.size();
    }

    /** Payload bytes received. */
    synchronized long bytes() {
        return bytes;
    }

    /** Frames that were published since the first one received, and have not come. */
    synchronized long missing() {
        return missing(log.audio(), audio) + missing(log.video(), video);
    }

    private static long missing(List<RtmpMessage> sent, List<RtmpMessage> received) {
        int first = received.isEmpty() ? 0 : indexOf(sent, received.get(0));
        return Math.max(0, sent.size() - first - received.size());
    }

    /**
     * Mean delay since the last call in milliseconds, from sending to receipt; 0 without frames.
     */
    synchronized double takeDelayMillis() {
        double mean = delayCount == 0 ? 0 : delaySum / 1e6 / delayCount;
        delaySum = 0;
        delayCount = 0;
        return mean;
    }

    /**
     * Whether it received, from its first frames on, all that was published, in order and
     * unchanged, beginning with a key frame; if not, what is wrong, otherwise null.
     */
    synchronized String fault() {
        if (closed) {
            return "the connection ended";
        }
        if (video.isEmpty() || audio.isEmpty()) {
            return "received " + video.size() + " video and " + audio.size() + " audio frames";
        }
        if (!MediaKind.of(video.get(0)).isKeyFrame()) {
            return "did not begin with a key frame";
        }
        String fault = compare("video", log.video(), video);
        return fault == null ? compare("audio", log.audio(), audio) : fault;
    }

    private static String compare(String what, List<RtmpMessage> sent, List<RtmpMessage> received) {
        int first = indexOf(sent, received.get(0));
        if (first < 0) {
            return "received " + what + " that was not published";
        }
        List<RtmpMessage> expected = sent.subList(first, sent.size());
        for (int i = 0; i < Math.min(expected.size(), received.size()); i++) {
            if (!equal(expected.get(i), received.get(i))) {
                return what + " frame " + i + " is not the one published";
            }
        }
        return expected.size() == received.size()
                ? null
                : "%d of %d %s frames".formatted(received.size(), expected.size(), what);
    }

    private static int indexOf(List<RtmpMessage> sent, RtmpMessage wanted) {
        for (int i = 0; i < sent.size(); i++) {
            if (equal(sent.get(i), wanted)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean equal(RtmpMessage a, RtmpMessage b) {
        return Arrays.equals(a.encoded(), b.encoded());
    }
}
