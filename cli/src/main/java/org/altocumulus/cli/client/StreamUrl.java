package org.altocumulus.cli.client;

import org.altocumulus.protocol.message.TcUrl;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.WireException;

/**
 * A URL that names a stream: {@code rtmfp://host[:port]/app[/instance]/stream} or, for stream names
 * with slashes, {@code rtmfp://host[:port]/app[/instance]#stream}.
 *
 * @param connection the URL of the application, without the stream
 * @param server host and port, the default port filled in
 * @param stream the name of the stream, never empty
 */
public record StreamUrl(String connection, HostPort server, String stream) {
    private static final String SCHEME_END = "://";

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException with what was expected
     */
    public static StreamUrl parse(String text) {
        int scheme = text.indexOf(SCHEME_END);
        int fragment = text.indexOf('#');
        int split = fragment >= 0 ? fragment : text.lastIndexOf('/');
        if (scheme < 0 || split <= scheme + SCHEME_END.length() || split == text.length() - 1) {
            throw wrong(text, "rtmfp://HOST[:PORT]/APP/STREAM");
        }
        String connection = text.substring(0, split);
        try {
            TcUrl url = TcUrl.parse(connection);
            if (url.application().isEmpty()) {
                throw wrong(
                        text, "rtmfp://HOST[:PORT]/APP/STREAM, an application before the stream");
            }
            HostPort server = new HostPort(url.server().host(), url.port());
            return new StreamUrl(connection, server, text.substring(split + 1));
        } catch (WireException e) {
            throw new IllegalArgumentException("'" + text + "': " + e.getMessage());
        }
    }

    private static IllegalArgumentException wrong(String text, String expected) {
        return new IllegalArgumentException("'" + text + "': expected " + expected);
    }
}
