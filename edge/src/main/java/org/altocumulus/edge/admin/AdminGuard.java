package org.altocumulus.edge.admin;

import static io.netty.handler.codec.http.HttpHeaderNames.AUTHORIZATION;
import static io.netty.handler.codec.http.HttpHeaderNames.HOST;
import static io.netty.handler.codec.http.HttpHeaderNames.ORIGIN;
import static io.netty.handler.codec.http.HttpHeaderNames.RETRY_AFTER;
import static io.netty.handler.codec.http.HttpHeaderNames.WWW_AUTHENTICATE;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.altocumulus.protocol.wire.GuessLimiter;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a request may be answered at all: by the name that it was sent to, by whether a
 * browser sent it for a page, and by its token. Belongs to the thread of the admin port.
 */
final class AdminGuard {
    private static final Logger LOG = LoggerFactory.getLogger(AdminGuard.class);

    /** For probes, which have no token: they tell a word about this node and nothing else. */
    private static final Set<String> OPEN = Set.of("/ready", "/live");

    private static final String SCHEME = "bearer ";
    private static final String FETCH_SITE = "Sec-Fetch-Site";
    private static final String LOCALHOST = "localhost";
    private static final long LOG_PERIOD = TimeUnit.MINUTES.toNanos(1);

    private final Optional<byte[]> token;
    private final Set<String> hosts;
    private final LongSupplier clock;
    private final GuessLimiter guesses = new GuessLimiter();
    private long loggedAt;
    private long failures;

    /**
     * A guard that has seen nothing.
     *
     * @param clock nanoseconds of a monotonic clock
     */
    AdminGuard(AdminAccess access, LongSupplier clock) {
        this.token = access.token().map(AdminGuard::digest);
        this.hosts = access.hosts();
        this.clock = clock;
        this.loggedAt = clock.getAsLong() - LOG_PERIOD;
    }

    /**
     * The answer to a request that is refused; empty if it may be answered.
     *
     * @param path decoded
     * @param from where it comes from
     */
    Optional<AdminResponse> refuse(HttpRequest request, String path, InetAddress from) {
        Optional<AdminResponse> refusal = byHost(request);
        if (refusal.isEmpty()) {
            refusal = byBrowser(request);
        }
        return refusal.isEmpty() && token.isPresent() && !OPEN.contains(path)
                ? byToken(request, from)
                : refusal;
    }

    /**
     * A page of somebody else can make its own name stand for this address (DNS rebinding), and is
     * then of the same origin as this port. The browser still sends that name.
     */
    private Optional<AdminResponse> byHost(HttpRequest request) {
        List<String> written = request.headers().getAll(HOST);
        if (written.isEmpty() && request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            return Optional.empty();
        }
        if (written.size() != 1) {
            return refused(HttpResponseStatus.BAD_REQUEST, "expected one Host header");
        }
        return isOurs(written.get(0))
                ? Optional.empty()
                : refused(
                        HttpResponseStatus.MISDIRECTED_REQUEST,
                        "the Host header names another host: use the IP address of this port, or"
                                + " add the name to admin.hosts");
    }

    private boolean isOurs(String host) {
        HostPort written;
        try {
            written = HostPort.parse(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
        String name = written.host().toLowerCase(Locale.ROOT);
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        return written.isNumeric() || name.equals(LOCALHOST) || hosts.contains(name);
    }

    /**
     * A browser sends a POST for any page that asks it to, even one to loopback. It then says where
     * the page is from, which no tool of an operator does.
     */
    private static Optional<AdminResponse> byBrowser(HttpRequest request) {
        HttpHeaders headers = request.headers();
        boolean changes =
                !request.method().equals(HttpMethod.GET)
                        && !request.method().equals(HttpMethod.HEAD);
        return changes && (headers.contains(ORIGIN) || headers.contains(FETCH_SITE))
                ? refused(
                        HttpResponseStatus.FORBIDDEN,
                        "not for browsers: the request has an Origin or Sec-Fetch-Site header")
                : Optional.empty();
    }

    private Optional<AdminResponse> byToken(HttpRequest request, InetAddress from) {
        String written = request.headers().get(AUTHORIZATION, "");
        if (!written.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return Optional.of(unauthorized("this needs the token: Authorization: Bearer TOKEN"));
        }
        long now = clock.getAsLong();
        if (!guesses.admits(from, now)) {
            AdminResponse later =
                    AdminResponse.text(
                            HttpResponseStatus.TOO_MANY_REQUESTS,
                            "too many wrong tokens came from your address: try again later");
            return Optional.of(later.with(RETRY_AFTER, "1"));
        }
        byte[] given = digest(written.substring(SCHEME.length()).strip());
        if (MessageDigest.isEqual(given, token.orElseThrow())) {
            return Optional.empty();
        }
        guesses.failed(from, now);
        log(from, now);
        return Optional.of(unauthorized("the token is wrong"));
    }

    private void log(InetAddress from, long now) {
        failures++;
        if (now - loggedAt >= LOG_PERIOD) {
            LOG.warn(
                    "admin port: wrong token from {}{}",
                    from.getHostAddress(),
                    failures == 1 ? "" : ", " + failures + " wrong tokens since the last message");
            loggedAt = now;
            failures = 0;
        }
    }

    private static AdminResponse unauthorized(String line) {
        return AdminResponse.text(HttpResponseStatus.UNAUTHORIZED, line)
                .with(WWW_AUTHENTICATE, "Bearer");
    }

    private static Optional<AdminResponse> refused(HttpResponseStatus status, String line) {
        return Optional.of(AdminResponse.text(status, line));
    }

    /** All digests have one length, so that a comparison tells nothing about that of the token. */
    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
