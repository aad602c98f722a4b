package org.altocumulus.protocol.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.altocumulus.protocol.wire.HostPort;

/** What link tests are made of. */
public final class LinkPair {
    private LinkPair() {}

    /** HMAC-SHA256 of the JDK. */
    public static final LinkMac HMAC =
            (key, parts) -> {
                try {
                    Mac mac = Mac.getInstance("HmacSHA256");
                    mac.init(new SecretKeySpec(key, "HmacSHA256"));
                    for (byte[] part : parts) {
                        mac.update(part);
                    }
                    return mac.doFinal();
                } catch (GeneralSecurityException e) {
                    throw new IllegalStateException(e);
                }
            };

    /** Security with that secret, or none if it is null. */
    public static LinkSecurity security(String secret, RandomGenerator random) {
        return new LinkSecurity(secret == null ? null : secret.getBytes(UTF_8), HMAC, random);
    }

    /** Security with two secrets; the second may be null. */
    public static LinkSecurity security(String secret, String previous, RandomGenerator random) {
        byte[] older = previous == null ? null : previous.getBytes(UTF_8);
        return new LinkSecurity(secret.getBytes(UTF_8), older, HMAC, random);
    }

    /** Security with that secret and nonces of a fixed seed. */
    public static LinkSecurity security(String secret, long seed) {
        return security(secret, new Random(seed));
    }

    /** The origin of the documentation. */
    public static NodeIdentity origin() {
        return new NodeIdentity("origin-1", "77ab", "altocumulus/0.1.0");
    }

    /** Settings of an origin. */
    public static OriginLinkSettings originSettings() {
        return new OriginLinkSettings(origin(), LinkTiming.DEFAULT, MediaQueueLimits.DEFAULT);
    }

    /** Settings of an origin of that name. */
    public static OriginLinkSettings originSettings(String node) {
        return new OriginLinkSettings(
                new NodeIdentity(node, "77ab", "altocumulus/0.1.0"),
                LinkTiming.DEFAULT,
                MediaQueueLimits.DEFAULT);
    }

    /** Settings of an edge that advertises 10.0.0.1 at that port. */
    public static EdgeLinkSettings edgeSettings(String node, String instance, int port) {
        InetSocketAddress address = HostPort.parseNumeric("10.0.0.1:" + port);
        return new EdgeLinkSettings(
                new NodeIdentity(node, instance, "altocumulus/0.1.0"),
                new Registration(List.of(address), 0, new byte[32]),
                LinkTiming.DEFAULT,
                MediaQueueLimits.DEFAULT);
    }

    /** Somebody at 192.0.2.9:9 asks for that peer. */
    public static Introduction introduction(PeerId peer) {
        return new Introduction(
                peer, HostPort.parseNumeric("192.0.2.9:9"), Optional.empty(), new byte[16]);
    }

    /** All that a connection has to write now, as text. */
    public static String written(LinkConnection connection, long now) {
        StringBuilder text = new StringBuilder();
        for (byte[] next = connection.poll(now); next != null; next = connection.poll(now)) {
            text.append(new String(next, UTF_8));
        }
        return text.toString();
    }

    /** Gives a connection text to read. */
    public static void type(LinkConnection connection, String text, long now) {
        byte[] bytes = text.getBytes(UTF_8);
        connection.receive(bytes, 0, bytes.length, now);
    }

    /** Carries bytes both ways until neither end has any; what was said, in order. */
    public static List<String> exchange(LinkConnection one, LinkConnection other, long now) {
        List<String> said = new ArrayList<>();
        while (true) {
            String toOther = written(one, now);
            type(other, toOther, now);
            String toOne = written(other, now);
            type(one, toOne, now);
            if (toOther.isEmpty() && toOne.isEmpty()) {
                return said;
            }
            toOther.lines().map(line -> "> " + line).forEach(said::add);
            toOne.lines().map(line -> "< " + line).forEach(said::add);
        }
    }
}
