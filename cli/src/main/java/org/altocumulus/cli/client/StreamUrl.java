package org.altocumulus.cli.client;

import org.altocumulus.protocol.wire.HostPort;

/**
 * A URL that names a stream: {@code rtmfp://host[:port]/app[/instance]/stream[?query]} or, for
 * stream names with slashes, {@code rtmfp://host[:port]/app[/instance][?query]#stream[?query]}.
 *
 * <p>In the first form the query belongs to the stream and goes to the server behind its name, byte
 * for byte, where hooks find it. Slashes at the end and empty segments are ignored.
 *
 * @param connection the URL of the application, without the stream
 * @param server host and port, the default port filled in
 * @param stream the name of the stream with its query, which may hold secrets; never empty
 */
public record StreamUrl(String connection, HostPort server, String stream) {
    /** The form of such a URL, for messages. */
    public static final String FORM = "rtmfp://HOST[:PORT]/APP/STREAM";

    private static final String SCHEME_END = "://";

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException with what was expected, without query, user and password
     */
    public static StreamUrl parse(String text) {
        ClientUrl.requireNoCredentials(text);
        int fragment = text.indexOf('#');
        return fragment >= 0 ? withFragment(text, fragment) : withPath(text);
    }

    private static StreamUrl withFragment(String text, int fragment) {
        String stream = text.substring(fragment + 1);
        if (nameOf(stream).isEmpty()) {
            throw ClientUrl.wrong(text, "expected the name of a stream behind '#'");
        }
        ClientUrl url = ClientUrl.parse(text.substring(0, fragment), "rtmfp://HOST[:PORT]/APP");
        return new StreamUrl(url.text(), url.server(), stream);
    }

    private static StreamUrl withPath(String text) {
        ClientUrl whole = ClientUrl.parse(text, FORM);
        int question = whole.text().indexOf('?');
        String query = question < 0 ? "" : whole.text().substring(question);
        String location = question < 0 ? whole.text() : whole.text().substring(0, question);
        int split = location.lastIndexOf('/');
        String connection = location.substring(0, split);
        if (connection.indexOf('/', connection.indexOf(SCHEME_END) + SCHEME_END.length()) < 0) {
            throw ClientUrl.wrong(text, "expected " + FORM + ", an application before the stream");
        }
        return new StreamUrl(connection, whole.server(), location.substring(split + 1) + query);
    }

    /** The name of the stream without its query, for people. */
    public String name() {
        return nameOf(stream);
    }

    private static String nameOf(String stream) {
        int question = stream.indexOf('?');
        return question < 0 ? stream : stream.substring(0, question);
    }

    /** The URL without its query. */
    @Override
    public String toString() {
        return ClientUrl.shown(connection) + '/' + name();
    }
}
