package org.altocumulus.protocol.wire;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The text form of a host and a port, {@code host:port} or {@code [IPv6]:port}, as configuration,
 * commands, URLs, {@code setPeerInfo} and the link between origin and edge write it.
 *
 * @param host a name, an IPv4 address, or an IPv6 address without brackets; never empty
 * @param port 0 to 65535, or {@link #NO_PORT}
 */
public record HostPort(String host, int port) {
    /** The text named no port. */
    public static final int NO_PORT = -1;

    private static final int MAX_LENGTH = 320;
    private static final Pattern NAME =
            Pattern.compile("(?i)[a-z0-9_]([a-z0-9_-]{0,62})(\\.[a-z0-9_]([a-z0-9_-]{0,62}))*\\.?");
    private static final Pattern DIGITS_AND_DOTS = Pattern.compile("[0-9.]+");
    private static final Pattern DOTTED_QUAD =
            Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final Pattern INET6 =
            Pattern.compile("[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9_.-]{1,32})?");
    private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");

    /**
     * Reads {@code host}, {@code host:port}, {@code [IPv6]}, {@code [IPv6]:port} or a bare IPv6
     * address, whose last group is never taken for a port. Nothing is looked up.
     *
     * @throws IllegalArgumentException with the text and what was expected of it
     */
    public static HostPort parse(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            throw wrong(text, "HOST:PORT");
        }
        if (text.charAt(0) == '[') {
            int end = text.indexOf(']');
            if (end < 0) {
                throw wrong(text, "a ']' after the IPv6 address");
            }
            String host = text.substring(1, end);
            requireInet6(text, host);
            if (end == text.length() - 1) {
                return new HostPort(host, NO_PORT);
            }
            if (text.charAt(end + 1) != ':') {
                throw wrong(text, "[IPv6]:PORT");
            }
            return new HostPort(host, port(text, text.substring(end + 2)));
        }
        int colon = text.indexOf(':');
        if (colon != text.lastIndexOf(':')) {
            requireInet6(text, text);
            return new HostPort(text, NO_PORT);
        }
        String host = colon < 0 ? text : text.substring(0, colon);
        if (DIGITS_AND_DOTS.matcher(host).matches()) {
            requireInet4(text, host);
        } else if (!NAME.matcher(host).matches()) {
            throw wrong(text, "a host name or an address before the port");
        }
        return new HostPort(host, colon < 0 ? NO_PORT : port(text, text.substring(colon + 1)));
    }

    /**
     * As {@link #parse}, of an address that is written out with a port from 1 to 65535.
     *
     * @throws IllegalArgumentException if the host is a name, or the port is missing or 0
     */
    public static InetSocketAddress parseNumeric(String text) {
        HostPort parsed = parse(text);
        if (!parsed.isNumeric()) {
            throw wrong(text, "an IP address, not a name");
        }
        if (parsed.port < 1) {
            List<String> meant = parsed.withLastGroupAsPort();
            String hint = meant.isEmpty() ? "" : "; did you mean " + meant.get(0) + "?";
            throw wrong(text, "a port from 1 to 65535" + hint);
        }
        try {
            return parsed.resolve(parsed.port);
        } catch (UnknownHostException e) {
            throw wrong(text, "an IP address");
        }
    }

    /** Whether the host is an address and no name, so that {@link #resolve} asks nobody. */
    public boolean isNumeric() {
        return host.indexOf(':') >= 0 || DOTTED_QUAD.matcher(host).matches();
    }

    /**
     * What somebody probably meant who left the brackets out: {@code ::1:1935} is an IPv6 address
     * without a port, and {@code [::1]:1935} has one.
     *
     * @return at most one text; none if this has a port, or its last group cannot be one
     */
    public List<String> withLastGroupAsPort() {
        int colon = host.lastIndexOf(':');
        if (port != NO_PORT || colon < 0) {
            return List.of();
        }
        String address = host.substring(0, colon);
        // Of "::1935" the address "::" is left.
        String text =
                '[' + (address.equals(":") ? "::" : address) + "]:" + host.substring(colon + 1);
        try {
            return List.of(parse(text).toString());
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    /**
     * Resolves the host; a name is looked up, which can take seconds.
     *
     * @param defaultPort for a text that named none
     */
    public InetSocketAddress resolve(int defaultPort) throws UnknownHostException {
        return new InetSocketAddress(
                InetAddress.getByName(host), port == NO_PORT ? defaultPort : port);
    }

    /**
     * {@code a.b.c.d:port} or {@code [v6]:port}, IPv6 in the form of RFC 5952; an address that was
     * not resolved shows its name.
     */
    public static String format(InetSocketAddress socket) {
        String host = socket.isUnresolved() ? socket.getHostString() : format(socket.getAddress());
        return new HostPort(host, socket.getPort()).toString();
    }

    /** An address without a port; IPv6 in the form of RFC 5952, without brackets. */
    public static String format(InetAddress address) {
        return AddressText.of(address);
    }

    @Override
    public String toString() {
        String shown = host.indexOf(':') >= 0 ? '[' + host + ']' : host;
        return port == NO_PORT ? shown : shown + ':' + port;
    }

    private static int port(String text, String digits) {
        if (PORT.matcher(digits).matches()) {
            int port = Integer.parseInt(digits);
            if (port <= 65535) {
                return port;
            }
        }
        throw wrong(text, "a port from 0 to 65535");
    }

    private static void requireInet4(String text, String host) {
        if (DOTTED_QUAD.matcher(host).matches()) {
            boolean fits = true;
            for (String part : host.split("\\.", -1)) {
                fits &= Integer.parseInt(part) <= 255;
            }
            if (fits) {
                return;
            }
        }
        throw wrong(text, "four numbers from 0 to 255 in an IPv4 address");
    }

    private static void requireInet6(String text, String host) {
        if (INET6.matcher(host).matches()) {
            int zone = host.indexOf('%');
            try {
                // A text with a colon is never looked up; the zone need not exist on this host.
                InetAddress.getByName(zone < 0 ? host : host.substring(0, zone));
                return;
            } catch (UnknownHostException e) {
                // falls through to the refusal
            }
        }
        throw wrong(text, "an IPv6 address");
    }

    private static IllegalArgumentException wrong(String text, String expected) {
        String shown = text.length() > 80 ? text.substring(0, 80) + "…" : text;
        return new IllegalArgumentException("'" + shown + "': expected " + expected);
    }
}
