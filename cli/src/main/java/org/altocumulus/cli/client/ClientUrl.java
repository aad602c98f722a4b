package org.altocumulus.cli.client;

import java.util.Locale;
import java.util.regex.Pattern;
import org.altocumulus.protocol.message.TcUrl;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.WireException;

/**
 * The URL of an application as a user writes it, {@code
 * rtmfp://host[:port]/app[/instance][?query]}, in the form in which servers get it: the scheme in
 * lower case, no empty segments. The query is neither split nor changed. It may hold secrets, and
 * so no message shows it.
 *
 * @param text the URL, its query included
 * @param server host and port, the default port filled in
 */
public record ClientUrl(String text, HostPort server) {
    private static final String SCHEME = "rtmfp";
    private static final String SCHEME_END = "://";
    private static final Pattern SLASHES = Pattern.compile("/+");

    /**
     * Reads a URL.
     *
     * @param form what is expected, for messages
     * @throws IllegalArgumentException with what was expected, without anything secret
     */
    public static ClientUrl parse(String text, String form) {
        requireNoCredentials(text);
        int end = text.indexOf(SCHEME_END);
        if (end < 0) {
            throw wrong(text, "expected " + form);
        }
        if (!text.substring(0, end).equalsIgnoreCase(SCHEME)) {
            throw wrong(text, "expected " + form + ", not the scheme " + shownScheme(text, end));
        }
        int question = text.indexOf('?');
        String query = question < 0 ? "" : text.substring(question);
        String location = question < 0 ? text : text.substring(0, question);
        int start = end + SCHEME_END.length();
        if (start >= location.length()) {
            throw wrong(text, "expected " + form);
        }
        int slash = location.indexOf('/', start);
        String authority = location.substring(start, slash < 0 ? location.length() : slash);
        String path = slash < 0 ? "" : SLASHES.matcher(location.substring(slash)).replaceAll("/");
        requireBrackets(authority, text);
        String normal = SCHEME + SCHEME_END + authority + withoutSlashAtEnd(path) + query;
        return new ClientUrl(normal, serverOf(normal, text, form));
    }

    private static HostPort serverOf(String url, String text, String form) {
        try {
            TcUrl parsed = TcUrl.parse(url);
            if (parsed.application().isEmpty()) {
                throw wrong(text, "expected " + form);
            }
            if (parsed.server().port() == 0) {
                throw wrong(text, "expected a port from 1 to 65535");
            }
            return new HostPort(parsed.server().host(), parsed.port());
        } catch (WireException e) {
            throw wrong(text, text.indexOf('@') < 0 ? e.getMessage() : "expected " + form);
        }
    }

    /**
     * Refuses a user and a password before the host.
     *
     * @throws IllegalArgumentException that says so without them
     */
    static void requireNoCredentials(String text) {
        int start = hostStart(text);
        int slash = text.indexOf('/', start);
        int at = text.indexOf('@', start);
        if (at >= 0 && (slash < 0 || at < slash)) {
            throw wrong(
                    text,
                    "a user and password before the host are not supported; put a token into the"
                            + " query, as in rtmfp://HOST/APP/STREAM?token=TOKEN");
        }
    }

    private static void requireBrackets(String authority, String text) {
        boolean severalColons = authority.indexOf(':') != authority.lastIndexOf(':');
        if (severalColons && !authority.startsWith("[")) {
            throw wrong(
                    text, "an IPv6 address stands in brackets, as in rtmfp://[2001:db8::1]:1935/");
        }
    }

    private static String withoutSlashAtEnd(String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static String shownScheme(String text, int end) {
        return text.substring(0, Math.min(end, 20)).toLowerCase(Locale.ROOT);
    }

    static IllegalArgumentException wrong(String text, String why) {
        return new IllegalArgumentException("'" + shown(text) + "': " + why);
    }

    /**
     * A URL, or what was meant as one, without its query, user and password. A password can have
     * any of the signs that end the host, so whatever stands before an '@' may belong to one.
     */
    public static String shown(String text) {
        int question = text.indexOf('?');
        int at = text.indexOf('@');
        if (at >= 0 && !isInQuery(at, question, text)) {
            int scheme = text.indexOf(SCHEME_END);
            return scheme < 0 || scheme > at
                    ? "…"
                    : text.substring(0, scheme + SCHEME_END.length()) + "…";
        }
        return question < 0 ? text : text.substring(0, question) + "?…";
    }

    private static boolean isInQuery(int at, int question, String text) {
        int slash = text.indexOf('/', hostStart(text));
        return slash >= 0 && slash < question && question < at;
    }

    private static int hostStart(String text) {
        int scheme = text.indexOf(SCHEME_END);
        return scheme < 0 ? 0 : scheme + SCHEME_END.length();
    }

    @Override
    public String toString() {
        return shown(text);
    }
}
