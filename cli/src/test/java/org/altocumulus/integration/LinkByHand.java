package org.altocumulus.integration;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.altocumulus.protocol.message.RtmpMessage;

/** What a person does with {@code nc}: types lines to an origin, and reads its answers. */
final class LinkByHand implements AutoCloseable {
    private static final int READ_LIMIT_MILLIS = 45_000;
    private static final Pattern MEDIA =
            Pattern.compile(
                    "MEDIA .* type=(?<type>\\d+) time=(?<time>\\d+) .* bytes=(?<bytes>\\d+)");
    private static final String ZEROS = "0".repeat(64);

    private final Socket socket = new Socket();
    private final InputStream in;

    LinkByHand(InetSocketAddress link) throws IOException {
        socket.connect(link);
        socket.setSoTimeout(READ_LIMIT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    void type(String line) throws IOException {
        write((line + '\n').getBytes(UTF_8));
    }

    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Introduces itself as an edge, and reads the welcome. */
    void hello(String role, String session) throws IOException {
        type(
                "HELLO id=1 versions=1 node=by-hand instance=1 software=nc role="
                        + role
                        + (session.isEmpty() ? "" : " session=" + session)
                        + " nonce="
                        + ZEROS);
        answer("WELCOME id=1 ");
    }

    /** Joins as an edge that has nothing; returns its session. */
    String register() throws IOException {
        hello("control", "");
        type("REGISTER id=2 advertise=127.0.0.1:9 capacity=0 fingerprint=" + ZEROS);
        String registered = answer("REGISTERED id=2 ");
        type("SYNCED id=3");
        answer("OK id=3");
        return registered.replaceAll(".* session=([0-9a-f]+).*", "$1");
    }

    /** The next line that begins like that; what comes before it is passed over. */
    String answer(String beginning) throws IOException {
        String line = line();
        while (!line.startsWith(beginning)) {
            if (line.startsWith("ERROR") || line.startsWith("BYE")) {
                throw new AssertionError("instead of " + beginning + ": " + line);
            }
            line = line();
        }
        return line;
    }

    /** The next line, or null at the end. */
    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        while (next >= 0 && next != '\n') {
            line.write(next);
            next = in.read();
        }
        return line.toString(UTF_8);
    }

    /** Reads up to the end of the connection, however it comes. */
    void awaitEnd() {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (SocketTimeoutException e) {
            throw new AssertionError("never ended", e);
        } catch (IOException e) {
            // Reset: what was sent was not read.
            return;
        }
    }

    /** The message of the media frame that comes next. */
    RtmpMessage message() throws IOException {
        String line = line();
        Matcher media = MEDIA.matcher(line);
        if (!media.matches()) {
            throw new AssertionError("no media: " + line);
        }
        byte[] payload = in.readNBytes(Integer.parseInt(media.group("bytes")));
        in.skipNBytes(1);
        return RtmpMessage.of(
                Integer.parseInt(media.group("type")),
                Long.parseLong(media.group("time")),
                payload);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
