package org.altocumulus.protocol.wire;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a socket could not be bound, connected or used, in words for people: the JDK and Netty say
 * "Connection refused: no further information", "finishConnect(..) failed with error(-111)", or
 * nothing at all.
 */
public final class SocketErrors {
    private static final int MOST_CAUSES = 8;
    private static final int FIRST_FREE_PORT = 1024;

    private static final String IN_USE = "the address is in use";
    private static final String NOT_HERE = "the address is none of this host";
    private static final String DENIED = "permission denied";
    private static final int LONGEST = 200;

    /** Netty's native transport gives the number, negative, and mostly not the text. */
    private static final Pattern ERRNO = Pattern.compile("error\\(-(\\d{1,4})\\)");

    /**
     * A reason.
     *
     * @param errno of Linux
     * @param text a part of what the JDK or the C library say, in lower case
     */
    private record Known(int errno, String text, String reason) {}

    private static final List<Known> KNOWN =
            List.of(
                    new Known(111, "connection refused", "connection refused"),
                    new Known(98, "address already in use", IN_USE),
                    new Known(99, "cannot assign requested address", NOT_HERE),
                    new Known(13, DENIED, DENIED),
                    new Known(1, "operation not permitted", "not permitted, perhaps by a firewall"),
                    new Known(101, "network is unreachable", "the network is unreachable"),
                    new Known(113, "no route to host", "no route to the host"),
                    new Known(110, "timed out", "no answer in time"),
                    new Known(104, "connection reset", "the connection was reset"),
                    new Known(32, "broken pipe", "the other end has closed the connection"),
                    new Known(24, "too many open files", "too many open files (ulimit -n)"),
                    new Known(105, "no buffer space", "the system has no memory for sockets"),
                    new Known(
                            97,
                            "address family not supported",
                            "this host has no addresses of that family"));

    private SocketErrors() {}

    /**
     * The reason, without address and without full stop, such as "connection refused".
     *
     * @param failure its causes are looked at as well
     */
    public static String reason(Throwable failure) {
        String first = null;
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            String message = cause.getMessage();
            String reason = ofMessage(message);
            if (reason == null) {
                reason = ofType(cause);
            }
            if (reason != null) {
                return reason;
            }
            if (first == null && message != null && !message.isBlank()) {
                first = message;
            }
            cause = cause.getCause();
        }
        return first == null ? words(failure.getClass().getSimpleName()) : shown(first);
    }

    /**
     * The failure to bind a socket, as a sentence with address, reason, and what it means for
     * whoever chose the address.
     *
     * @param protocol "UDP" or "TCP"
     * @param purpose what is to be reached there, such as "clients" or "the admin port"
     */
    public static IOException cannotBind(
            String protocol, InetSocketAddress address, String purpose, Throwable failure) {
        return new IOException(
                "cannot bind %s %s for %s: %s"
                        .formatted(
                                protocol,
                                HostPort.format(address),
                                purpose,
                                bindReason(protocol, address, failure)),
                failure);
    }

    /** Why an address cannot be bound, as {@link #cannotBind} says it, without the address. */
    public static String bindReason(String protocol, InetSocketAddress address, Throwable failure) {
        String reason = reason(failure);
        int port = address.getPort();
        return switch (reason) {
            case IN_USE -> "another process uses %s port %d".formatted(protocol, port);
            case NOT_HERE -> "this host does not have the address";
            case DENIED ->
                    port > 0 && port < FIRST_FREE_PORT
                            ? DENIED + "; ports below 1024 need CAP_NET_BIND_SERVICE"
                            : DENIED;
            default -> reason;
        };
    }

    private static String ofMessage(String message) {
        if (message == null) {
            return null;
        }
        Matcher number = ERRNO.matcher(message);
        int errno = number.find() ? Integer.parseInt(number.group(1)) : -1;
        String text = message.toLowerCase(Locale.ROOT);
        for (Known known : KNOWN) {
            if (known.errno == errno || text.contains(known.text)) {
                return known.reason;
            }
        }
        return null;
    }

    private static String ofType(Throwable failure) {
        if (failure instanceof UnknownHostException) {
            return "the host's name is not known";
        }
        if (failure instanceof NoRouteToHostException) {
            return "no route to the host";
        }
        // Those of java.net.http and of Netty are no subclasses of the JDK's.
        if (failure instanceof SocketTimeoutException
                || failure.getClass().getSimpleName().contains("Timeout")) {
            return "no answer in time";
        }
        if (failure instanceof BindException) {
            return "the address cannot be bound";
        }
        // The JDK's HTTP client leaves the message out.
        return failure instanceof ConnectException && failure.getMessage() == null
                ? "connection refused"
                : null;
    }

    /** "ClosedChannelException" as "closed channel". */
    private static String words(String name) {
        return name.replaceAll("(Exception|Error)$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
    }

    private static String shown(String message) {
        String line = message.strip().replaceAll("\\s+", " ");
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
    }
}
