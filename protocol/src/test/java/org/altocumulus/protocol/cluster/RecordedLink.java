package org.altocumulus.protocol.cluster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What an origin and two edges of the first release said to each other: they register, edge-1
 * publishes a stream, edge-2 has a player of it, then none, is refused the same name, has a player
 * again until the end, and both leave. Connections 1 and 2 are control and media of edge-1, 3 and 4
 * those of edge-2.
 *
 * <p>A line of the file is a piece of one connection as it was read from TCP: milliseconds, the
 * connection, who wrote it, and the bytes, where {@code \\}, {@code \n} and {@code \xNN} stand for
 * those that cannot be printed.
 */
public final class RecordedLink {
    /** Its secret, where one was used. */
    public static final String SECRET = "the first release";

    private static final int MAX_BODY = 1 << 20;

    private final List<Piece> pieces;

    /** Bytes that were read at once; the time in nanoseconds. */
    public record Piece(long time, int connection, boolean fromEdge, byte[] bytes) {}

    private RecordedLink(List<Piece> pieces) {
        this.pieces = pieces;
    }

    /** The recording with the secret, or the one without. */
    public static RecordedLink read(boolean secret) {
        String name = secret ? "/link-v1/secret.txt" : "/link-v1/open.txt";
        try (InputStream in = RecordedLink.class.getResourceAsStream(name)) {
            String text = new String(in.readAllBytes(), UTF_8);
            return new RecordedLink(text.lines().map(RecordedLink::piece).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Piece piece(String line) {
        String[] parts = line.split(" ", 4);
        long time = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(parts[0]));
        boolean fromEdge = parts[2].equals("edge");
        return new Piece(time, Integer.parseInt(parts[1]), fromEdge, bytes(parts[3]));
    }

    private static byte[] bytes(String escaped) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < escaped.length(); at++) {
            char c = escaped.charAt(at);
            if (c != '\\') {
                text.append(c);
            } else if (escaped.charAt(++at) == 'x') {
                text.append((char) Integer.parseInt(escaped, at + 1, at + 3, 16));
                at += 2;
            } else {
                text.append(escaped.charAt(at) == 'n' ? '\n' : '\\');
            }
        }
        return text.toString().getBytes(ISO_8859_1);
    }

    /** All pieces in the order in which they were read. */
    public List<Piece> pieces() {
        return pieces;
    }

    /** The frames of one side of a connection. */
    public List<Frame> frames(int connection, boolean fromEdge) {
        Frames frames = new Frames();
        pieces.stream()
                .filter(piece -> piece.connection() == connection && piece.fromEdge() == fromEdge)
                .forEach(piece -> frames.add(piece.bytes()));
        return frames.all();
    }

    /** The values that frames of that verb have for a key, in the order of the recording. */
    public List<String> values(String verb, String key) {
        Map<Integer, Frames> connections = new TreeMap<>();
        List<String> values = new ArrayList<>();
        for (Piece piece : pieces) {
            if (!piece.fromEdge()) {
                Frames frames = connections.computeIfAbsent(piece.connection(), c -> new Frames());
                frames.add(piece.bytes()).stream()
                        .filter(frame -> frame.verb().equals(verb))
                        .forEach(frame -> values.add(frame.keys().get(key)));
            }
        }
        return values;
    }

    /** Without heartbeats, which go by the clock, and the end, in which TCP and BYE race. */
    public static Stream<Frame> telling(List<Frame> frames) {
        Set<String> nothing = Set.of("PING", "PONG", "BYE");
        return frames.stream().filter(frame -> !nothing.contains(frame.verb()));
    }

    /** Frames in bytes that come in pieces. */
    public static final class Frames implements FrameDecoder.Sink {
        private final FrameDecoder decoder = new FrameDecoder();
        private final List<Frame> all = new ArrayList<>();

        /** Reads frames with bodies. */
        public Frames() {
            decoder.allowBodies(MAX_BODY);
        }

        /** Takes bytes; the frames that they complete. */
        public List<Frame> add(byte[] bytes) {
            int before = all.size();
            decoder.feed(bytes, 0, bytes.length, this);
            return all.subList(before, all.size());
        }

        /** All frames until now. */
        public List<Frame> all() {
            return all;
        }

        @Override
        public void frame(Frame frame) {
            all.add(frame);
        }

        @Override
        public void malformed(LinkRefusal why) {
            throw new AssertionError(why);
        }

        @Override
        public void framingLost(LinkRefusal why) {
            throw new AssertionError(why);
        }
    }
}
