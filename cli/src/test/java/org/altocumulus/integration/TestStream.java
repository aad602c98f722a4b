package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import org.altocumulus.cli.client.ClientConnection;
import org.altocumulus.cli.client.ClientStream;
import org.altocumulus.cli.client.StreamListener;
import org.altocumulus.protocol.message.MediaDeadlines;
import org.altocumulus.protocol.message.MediaKind;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;

/** A stream of a client, and all that came on it. */
final class TestStream implements StreamListener {
    private static final Duration SEND_LIMIT = Duration.ofSeconds(45);

    /** Tests send much at once, and on a busy machine. */
    private static final MediaDeadlines PATIENT =
            new MediaDeadlines(SEND_LIMIT.toNanos(), SEND_LIMIT.toNanos(), SEND_LIMIT.toNanos());

    private final List<RtmpMessage> media = new ArrayList<>();
    private final List<Status> statuses = new ArrayList<>();
    private ClientStream stream;
    private int gaps;
    private boolean closed;

    private TestStream() {}

    /** Creates a stream that does nothing yet. */
    static TestStream on(ClientConnection connection) throws Exception {
        TestStream created = new TestStream();
        created.stream = Await.result(connection.createStream(created));
        created.stream.deadlines(PATIENT);
        return created;
    }

    /** Publishes, and waits until that is allowed. */
    static TestStream publishing(ClientConnection connection, String name) throws Exception {
        TestStream stream = on(connection);
        stream.publish(name);
        stream.awaitStatus(StatusCode.PUBLISH_START, 1);
        return stream;
    }

    /** Plays, and waits until that has begun; the stream need not be there yet. */
    static TestStream playing(ClientConnection connection, String name) throws Exception {
        TestStream stream = on(connection);
        stream.stream.play(name);
        stream.awaitStatus(StatusCode.PLAY_START, 1);
        return stream;
    }

    void publish(String name) {
        stream.publish(name);
    }

    void play(String name) {
        stream.play(name);
    }

    void close() {
        stream.closeStream();
    }

    /** Sends all at once, and waits until the server has it. */
    void send(List<RtmpMessage> messages) throws Exception {
        messages.forEach(stream::send);
        assertThat(stream.awaitQueued(0, SEND_LIMIT)).as("all is acknowledged").isTrue();
    }

    void send(RtmpMessage message) {
        stream.send(message);
    }

    void awaitStatus(StatusCode code, int times) throws Exception {
        Await.until(times + " x " + code, () -> count(code) >= times, this::statuses);
    }

    void awaitMedia(Predicate<MediaKind> which, int count) throws Exception {
        Await.until(count + " messages", () -> count(which) >= count, () -> summary(which));
    }

    /** Waits for so many messages of a type. */
    void awaitMessages(int type, int count) throws Exception {
        Await.until(
                count + " messages of type " + type,
                () -> messages(type).size() >= count,
                () -> summary(kind -> true));
    }

    /** The messages of a type that were received, in their order. */
    synchronized List<RtmpMessage> messages(int type) {
        return media.stream().filter(message -> message.type() == type).toList();
    }

    private synchronized long count(Predicate<MediaKind> which) {
        return media.stream().filter(message -> which.test(MediaKind.of(message))).count();
    }

    private synchronized String summary(Predicate<MediaKind> which) {
        return count(which)
                + " of them, "
                + media.size()
                + " in all, "
                + gaps
                + " gaps, "
                + statuses;
    }

    synchronized long count(StatusCode code) {
        return statuses.stream().filter(status -> status.is(code)).count();
    }

    synchronized List<Status> statuses() {
        return List.copyOf(statuses);
    }

    /** What was received of some kinds, in its order: type, timestamp and payload in hex. */
    synchronized List<String> received(Predicate<MediaKind> which) {
        return hex(media, which);
    }

    synchronized int gaps() {
        return gaps;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Messages of some kinds as {@link #received} shows them. */
    static List<String> hex(List<RtmpMessage> messages, Predicate<MediaKind> which) {
        return messages.stream()
                .filter(message -> which.test(MediaKind.of(message)))
                .map(message -> HexFormat.of().formatHex(message.encoded()))
                .toList();
    }

    @Override
    public synchronized void onStatus(Status status) {
        statuses.add(status);
    }

    @Override
    public synchronized void onMedia(RtmpMessage message) {
        media.add(message);
    }

    @Override
    public synchronized void onGap() {
        gaps++;
    }

    @Override
    public synchronized void onClosed() {
        closed = true;
    }
}
