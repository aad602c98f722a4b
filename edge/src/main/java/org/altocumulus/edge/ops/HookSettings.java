package org.altocumulus.edge.ops;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Section {@code hooks}: HTTP servers of the operator that decide what clients may do.
 *
 * @param connect asked whether a client may connect; none if empty, as the others
 * @param publish asked whether it may publish a stream
 * @param play asked whether it may play a stream
 * @param timeout after which there is no answer
 * @param secret sent with each request; empty for none
 * @param connections requests at a time
 * @param queueLength requests that may wait for one of them to end
 */
public record HookSettings(
        Optional<URI> connect,
        Optional<URI> publish,
        Optional<URI> play,
        Duration timeout,
        String secret,
        int connections,
        int queueLength) {
    /** Visible characters, which a header can have. */
    private static final Pattern SECRET = Pattern.compile("[!-~]{0,256}");

    private static final Pattern ANY = Pattern.compile("(?s).*");
    private static final Set<String> SCHEMES = Set.of("http", "https");

    /**
     * Reads the section.
     *
     * @param connectLimit which an answer has to come within
     */
    static HookSettings read(SettingsReader reader, Duration connectLimit)
            throws SettingsException {
        Duration timeout =
                reader.duration("hooks.timeout", Duration.ofMillis(100), Duration.ofSeconds(30));
        if (timeout.compareTo(connectLimit) >= 0) {
            throw reader.refusal(
                    "hooks.timeout",
                    "less than session.connect-limit, " + Shown.duration(connectLimit));
        }
        return new HookSettings(
                url(reader, "hooks.connect"),
                url(reader, "hooks.publish"),
                url(reader, "hooks.play"),
                timeout,
                reader.secret(
                        "hooks.secret", SECRET, "up to 256 visible characters of ASCII, no blanks"),
                reader.integer("hooks.connections", 1, 1024),
                reader.integer("hooks.queue-length", 0, 65536));
    }

    private static Optional<URI> url(SettingsReader reader, String key) throws SettingsException {
        String expected = "http://HOST[:PORT]/PATH or https://HOST[:PORT]/PATH";
        String text = reader.text(key, ANY, expected);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            URI url = new URI(text);
            if (url.getScheme() != null
                    && SCHEMES.contains(url.getScheme())
                    && url.getHost() != null
                    && url.getUserInfo() == null
                    && url.getFragment() == null
                    && url.getPort() <= 65535
                    && url.getPort() != 0) {
                return Optional.of(url);
            }
        } catch (URISyntaxException e) {
            // falls through to the refusal
        }
        throw reader.refusal(key, expected);
    }

    /** Whether nobody is asked anything. */
    public boolean areNone() {
        return connect.isEmpty() && publish.isEmpty() && play.isEmpty();
    }

    /** Leaves the secret out, and the URLs, which may have secrets in them. */
    @Override
    public String toString() {
        return "HookSettings[timeout %s, connections %s, queue %s]"
                .formatted(timeout, connections, queueLength);
    }
}
