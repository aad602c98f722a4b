package org.altocumulus.origin.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.altocumulus.protocol.cluster.Frame;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkPair;
import org.altocumulus.protocol.cluster.LinkTiming;
import org.altocumulus.protocol.cluster.MediaQueueLimits;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.OriginLinkSettings;
import org.altocumulus.protocol.cluster.RecordedLink;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edges of the first release, as they were recorded, at the origin of today. */
class FirstReleaseTest {
    /** Gives the random numbers that the recorded origin drew: nonces and session tokens. */
    private static RandomGenerator asRecorded(RecordedLink recording) {
        Map<Integer, Deque<byte[]>> byLength = new TreeMap<>();
        Stream.of(recording.values("CHALLENGE", "nonce"), recording.values("REGISTERED", "session"))
                .flatMap(List::stream)
                .map(HexFormat.of()::parseHex)
                .forEach(
                        drawn ->
                                byLength.computeIfAbsent(drawn.length, n -> new ArrayDeque<>())
                                        .add(drawn));
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new AssertionError("not drawn by the recorded origin");
            }

            @Override
            public void nextBytes(byte[] bytes) {
                byte[] next = byLength.get(bytes.length).remove();
                System.arraycopy(next, 0, bytes, 0, next.length);
            }
        };
    }

    private static NodeIdentity origin(RecordedLink recording) {
        return new NodeIdentity(
                recording.values("WELCOME", "node").get(0),
                recording.values("WELCOME", "instance").get(0),
                recording.values("WELCOME", "software").get(0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theOriginAnswersAsTheOriginOfThatReleaseDid(boolean secret) {
        RecordedLink recording = RecordedLink.read(secret);
        OriginUnderTest origin =
                new OriginUnderTest(
                        new OriginLinkSettings(
                                origin(recording), LinkTiming.DEFAULT, MediaQueueLimits.DEFAULT),
                        LinkPair.security(
                                secret ? RecordedLink.SECRET : null, asRecorded(recording)));

        Map<Integer, LinkConnection> connections = new TreeMap<>();
        Map<Integer, RecordedLink.Frames> answers = new TreeMap<>();
        for (RecordedLink.Piece piece : recording.pieces()) {
            origin.links.tick(piece.time());
            if (piece.fromEdge()) {
                connections
                        .computeIfAbsent(
                                piece.connection(), c -> origin.links.accept(true, piece.time()))
                        .receive(piece.bytes(), 0, piece.bytes().length, piece.time());
                origin.answerProbes();
            }
            connections.forEach(
                    (number, connection) -> collect(number, connection, answers, piece));
        }

        assertThat(answers.keySet()).containsExactly(1, 2, 3, 4);
        answers.forEach((number, frames) -> compare(recording, number, frames.all()));
        assertThat(origin.calls)
                .containsExactly(
                        "registered edge-1",
                        "registered edge-2",
                        "draining edge-1",
                        "lost edge-1 shutdown",
                        "draining edge-2",
                        "lost edge-2 shutdown");
    }

    private static void collect(
            int number,
            LinkConnection connection,
            Map<Integer, RecordedLink.Frames> answers,
            RecordedLink.Piece piece) {
        RecordedLink.Frames frames =
                answers.computeIfAbsent(number, n -> new RecordedLink.Frames());
        for (byte[] next = connection.poll(piece.time());
                next != null;
                next = connection.poll(piece.time())) {
            frames.add(next);
        }
    }

    /** What has an id answers it, whenever; all else comes in the same order. */
    private static void compare(RecordedLink recording, int number, List<Frame> answers) {
        List<Frame> recorded = RecordedLink.telling(recording.frames(number, false)).toList();
        assertThat(byId(answers)).as("connection " + number).hasSameSizeAs(byId(recorded));
        byId(recorded).forEach((id, frame) -> assertSays(byId(answers).get(id), frame));
        List<Frame> expected = unasked(recorded).toList();
        List<Frame> actual = unasked(RecordedLink.telling(answers).toList()).toList();
        assertThat(actual).as("connection " + number).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertSays(actual.get(i), expected.get(i));
        }
    }

    private static Map<Long, Frame> byId(List<Frame> frames) {
        Map<Long, Frame> answers = new TreeMap<>();
        frames.stream()
                .filter(frame -> frame.id() != Frame.NO_ID)
                .forEach(frame -> answers.put(frame.id(), frame));
        return answers;
    }

    private static Stream<Frame> unasked(List<Frame> frames) {
        return frames.stream().filter(frame -> frame.id() == Frame.NO_ID);
    }

    /** There may be more keys today, and another sentence for people. */
    private static void assertSays(Frame actual, Frame recorded) {
        assertThat(actual).as("as " + recorded).isNotNull();
        assertThat(actual.verb()).isEqualTo(recorded.verb());
        recorded.keys()
                .forEach(
                        (key, value) -> {
                            if (!key.equals("message")) {
                                assertThat(actual.keys())
                                        .as(recorded.toString())
                                        .containsEntry(key, value);
                            }
                        });
        assertThat(actual.body()).isEqualTo(recorded.body());
    }
}
