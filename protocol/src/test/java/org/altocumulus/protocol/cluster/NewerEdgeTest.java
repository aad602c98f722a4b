package org.altocumulus.protocol.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

/**
 * Edges of today at the origin of the first release, as it was recorded. An edge is made to do what
 * the recorded edge did when it did it; the answers to its requests are those that the origin gave
 * to the same requests.
 */
class NewerEdgeTest {
    private final RecordedLink recording = RecordedLink.read(false);

    @Test
    void aPublishingEdgeServesAnOriginOfTheFirstRelease() throws LinkRefusal {
        Edge edge = new Edge(1, 2);
        edge.replay();

        assertThat(edge.calls)
                .containsExactly(
                        "joined origin-1",
                        "probed 127.0.0.1:19301 true",
                        "accepted live/camera",
                        "replay live/camera",
                        "replay live/camera");
        assertThat(media(edge.media.said.all())).isEqualTo(media(recording.frames(2, true)));
        assertThat(edge.errors).isEmpty();
        assertSaysNothingNewer(edge);
    }

    @Test
    void aPlayingEdgeUnderstandsAnOriginOfTheFirstRelease() throws LinkRefusal {
        Edge edge = new Edge(3, 4);
        edge.replay();

        assertThat(edge.calls)
                .containsExactly(
                        "joined origin-1",
                        "probed 127.0.0.1:19302 true",
                        "started live/camera",
                        "refused live/camera stream-taken",
                        "started live/camera",
                        "ended live/camera");
        assertThat(edge.received).isEqualTo(wantedMedia());
        assertThat(edge.link.mediaLost()).isZero();
        assertThat(edge.errors).isEmpty();
        assertSaysNothingNewer(edge);
    }

    /** What the recorded origin sent while the recorded edge wanted it, without repetitions. */
    private List<String> wantedMedia() {
        return media(recording.frames(4, false)).stream()
                .filter(line -> !line.startsWith("START") && !line.startsWith("END"))
                .toList();
    }

    /** An origin of that release would answer with an error, and end the link after a hundred. */
    private void assertSaysNothingNewer(Edge edge) {
        for (Conversation conversation : List.of(edge.control, edge.media)) {
            assertThat(conversation.connection.version()).isEqualTo(Versions.FIRST);
            assertThat(verbs(conversation.said.all())).isNotEmpty().isSubsetOf(verbs(recorded()));
        }
    }

    private List<Frame> recorded() {
        return Stream.of(1, 2, 3, 4)
                .flatMap(number -> recording.frames(number, true).stream())
                .toList();
    }

    private static Set<String> verbs(List<Frame> frames) {
        return frames.stream().map(Frame::verb).collect(Collectors.toSet());
    }

    private static List<String> media(List<Frame> frames) {
        return frames.stream()
                .filter(frame -> List.of("START", "MEDIA", "END").contains(frame.verb()))
                .map(NewerEdgeTest::text)
                .toList();
    }

    private static String text(Frame frame) {
        String body = frame.body() == null ? "" : HexFormat.of().formatHex(frame.body());
        return frame.verb() + frame.keys() + body;
    }

    /** One edge of today in the place of a recorded one. */
    private final class Edge implements EdgeLinkListener {
        final List<String> calls = new ArrayList<>();
        final List<String> errors = new ArrayList<>();
        final List<String> received = new ArrayList<>();
        final Conversation control;
        final Conversation media;
        final EdgeLinks link;
        private final Map<StreamKey, Publication> published = new HashMap<>();
        private long now = recording.pieces().get(0).time();

        Edge(int controlConnection, int mediaConnection) {
            control = new Conversation(controlConnection);
            media = new Conversation(mediaConnection);
            Map<String, String> hello = recording.frames(controlConnection, true).get(0).keys();
            Map<String, String> register = recording.frames(controlConnection, true).get(1).keys();
            link =
                    new EdgeLinks(
                            new EdgeLinkSettings(
                                    new NodeIdentity(
                                            hello.get("node"),
                                            hello.get("instance"),
                                            "altocumulus"),
                                    new Registration(
                                            List.of(
                                                    HostPort.parseNumeric(
                                                            register.get("advertise"))),
                                            Integer.parseInt(register.get("capacity")),
                                            HexFormat.of().parseHex(register.get("fingerprint"))),
                                    LinkTiming.DEFAULT,
                                    MediaQueueLimits.DEFAULT),
                            LinkPair.security(null, 1),
                            new Random(1),
                            1,
                            this::dial,
                            this,
                            now);
        }

        private void dial(int origin, LinkRole role) {
            Conversation conversation = role == LinkRole.CONTROL ? control : media;
            conversation.connection = link.connected(origin, role, true, now);
        }

        void replay() throws LinkRefusal {
            // Of its clients nothing is said to an origin of the first version.
            link.peerHere(new PeerId(1, 2, 3, 4), now, now);
            link.start(now);
            for (RecordedLink.Piece piece : recording.pieces()) {
                now = piece.time();
                link.tick(now);
                for (Conversation conversation : List.of(control, media)) {
                    conversation.listen(now);
                    if (conversation.number == piece.connection()) {
                        for (Frame frame : conversation.recorded(piece)) {
                            if (piece.fromEdge()) {
                                act(frame);
                            } else {
                                conversation.answer(frame, now);
                            }
                        }
                    }
                }
            }
            control.listen(now);
            media.listen(now);
        }

        /** Does what made the recorded edge say that. */
        private void act(Frame frame) throws LinkRefusal {
            switch (Verb.of(frame.verb())) {
                case LOAD -> link.clients((int) frame.number("clients", 0, 1000), now);
                case PUBLISH -> {
                    StreamKey stream = Publication.stream(frame);
                    published.put(stream, link.publish(stream, now));
                }
                case UNPUBLISH -> link.unpublish(published.remove(Publication.stream(frame)), now);
                case WANT -> link.want(Publication.stream(frame), now);
                case UNWANT -> link.unwant(Publication.stream(frame), now);
                case MEDIA -> link.media(MediaFrame.read(frame), now);
                case DRAIN -> link.drain(now);
                default -> {
                    // What this edge says by itself.
                }
            }
        }

        @Override
        public void evicted(PeerId peer, long since) {
            throw new AssertionError("a word of another version");
        }

        @Override
        public List<InetSocketAddress> introduced(Introduction introduction) {
            throw new AssertionError("a word of another version");
        }

        @Override
        public void joined(int origin, NodeIdentity identity) {
            calls.add("joined " + identity.node());
        }

        @Override
        public void left(int origin, Reason reason, String message) {
            errors.add("left " + reason + ": " + message);
        }

        @Override
        public void probed(int origin, InetSocketAddress address, boolean answered) {
            calls.add("probed " + HostPort.format(address) + ' ' + answered);
        }

        @Override
        public void drainRequested() {
            errors.add("drain requested");
        }

        @Override
        public void publishAccepted(Publication publication) {
            calls.add("accepted " + publication.stream());
        }

        @Override
        public void publishRefused(Publication publication, Reason reason, String message) {
            published.remove(publication.stream());
            calls.add("refused " + publication.stream() + ' ' + reason);
        }

        @Override
        public void replay(Publication publication) {
            calls.add("replay " + publication.stream());
            link.replaying(publication.stream());
        }

        @Override
        public void unneeded(Publication publication) {}

        @Override
        public void started(Publication publication) {
            calls.add("started " + publication.stream());
        }

        @Override
        public void media(MediaFrame frame) {
            RecordedLink.Frames frames = new RecordedLink.Frames();
            frames.add(frame.line());
            frames.add(frame.payload());
            received.add(text(frames.add(FrameEncoder.newline()).get(0)));
        }

        @Override
        public void ended(Publication publication) {
            calls.add("ended " + publication.stream());
        }
    }

    /** One connection: what was recorded of it, and what this edge says in its place. */
    private static final class Conversation {
        final int number;
        final RecordedLink.Frames said = new RecordedLink.Frames();
        private final RecordedLink.Frames edge = new RecordedLink.Frames();
        private final RecordedLink.Frames origin = new RecordedLink.Frames();
        private final Map<Long, Request> requests = new HashMap<>();
        private final Map<Request, Long> ids = new HashMap<>();
        private final Map<String, Integer> recordedCount = new HashMap<>();
        private final Map<String, Integer> saidCount = new HashMap<>();
        LinkConnection connection;

        /** The same request of both edges: the n-th with that verb. */
        private record Request(String verb, int number) {}

        Conversation(int number) {
            this.number = number;
        }

        List<Frame> recorded(RecordedLink.Piece piece) {
            List<Frame> frames = (piece.fromEdge() ? edge : origin).add(piece.bytes());
            if (piece.fromEdge()) {
                frames.forEach(frame -> requests.put(frame.id(), request(frame, recordedCount)));
            }
            return frames;
        }

        private static Request request(Frame frame, Map<String, Integer> count) {
            return new Request(frame.verb(), count.merge(frame.verb(), 1, Integer::sum));
        }

        void listen(long now) {
            if (connection != null) {
                for (byte[] next = connection.poll(now);
                        next != null;
                        next = connection.poll(now)) {
                    for (Frame frame : said.add(next)) {
                        ids.put(request(frame, saidCount), frame.id());
                        answerPing(frame, now);
                    }
                }
            }
        }

        /** This edge asks for signs of life more often than the recorded one did. */
        private void answerPing(Frame frame, long now) {
            if (frame.verb().equals(Verb.PING.name())) {
                Frame pong = Frame.of(Verb.PONG).build();
                receive(
                        FrameEncoder.line(
                                frame.id() == Frame.NO_ID ? pong : pong.withId(frame.id())),
                        now);
            }
        }

        /** Tells this edge what the recorded one was told, as the answer to the same request. */
        void answer(Frame frame, long now) {
            listen(now);
            Frame fitting = frame;
            if (frame.id() != Frame.NO_ID) {
                Long id = ids.get(requests.get(frame.id()));
                if (id == null) {
                    return;
                }
                fitting = frame.withId(id);
            }
            receive(FrameEncoder.line(fitting), now);
            if (fitting.body() != null) {
                receive(fitting.body(), now);
                receive(FrameEncoder.newline(), now);
            }
        }

        private void receive(byte[] bytes, long now) {
            connection.receive(bytes, 0, bytes.length, now);
        }
    }
}
