package org.altocumulus.protocol.crypto;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.altocumulus.protocol.wire.Option;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Who we are: a certificate of our own and, when that is static, its private keys. A server's
 * identity says that it accepts ancillary data, a client's does not. Immutable; thread-safe.
 *
 * <p>An ephemeral identity lasts for one start and proves nothing; a static one is kept as text
 * ({@link #format}), can be pinned by its fingerprint, and proves that we have its key.
 */
public final class Identity {
    /** librtmfp reads 77 bytes of a certificate; this makes it more with a single group. */
    private static final int RANDOMNESS = 72;

    private static final int MAX_HOSTNAME = 253;

    private final Certificate certificate;
    private final Map<DhGroup, DhKeyPair> keys = new LinkedHashMap<>();
    private final boolean server;
    private final String hostname;

    /** The pairs of an ephemeral identity that makes none of its own; or null. */
    private final WeakKeys weakKeys;

    /** Where an ephemeral identity has the pairs of those from that open sessions with it. */
    private final Optional<KeyPool> pool;

    private Identity(
            boolean server,
            String hostname,
            List<Option> proof,
            List<DhKeyPair> pairs,
            WeakKeys weakKeys) {
        this.weakKeys = weakKeys;
        this.pool = Optional.empty();
        this.server = server;
        this.hostname = hostname;
        List<Option> options = new ArrayList<>();
        if (server) {
            options.add(Option.empty(Certificate.ACCEPTS_ANCILLARY_DATA));
        }
        if (!hostname.isEmpty()) {
            byte[] name = requireHostname(hostname).getBytes(StandardCharsets.US_ASCII);
            options.add(new Option(Certificate.HOSTNAME, name));
        }
        options.addAll(proof);
        for (DhKeyPair pair : pairs) {
            options.add(keyOption(Certificate.STATIC_KEY, pair));
            if (keys.put(pair.group(), pair) != null) {
                throw new IllegalArgumentException("two keys in " + pair.group());
            }
        }
        try {
            this.certificate = Certificate.parse(Option.encode(options));
        } catch (WireException e) {
            throw new IllegalArgumentException("an identity needs a group: " + e.getMessage(), e);
        }
    }

    private Identity(Identity ephemeral, KeyPool pool) {
        this.certificate = ephemeral.certificate;
        this.server = ephemeral.server;
        this.hostname = ephemeral.hostname;
        this.weakKeys = null;
        this.pool = Optional.of(pool);
    }

    /**
     * A server's identity for one start.
     *
     * @param hostname what a required hostname is compared with; empty for none
     * @param groups in order of preference, at least one
     */
    public static Identity ephemeralServer(
            String hostname, List<DhGroup> groups, SecureRandom random) {
        return ephemeral(true, hostname, groups, random, null);
    }

    /** A client's identity for one start, whose key is made anew for each session. */
    public static Identity ephemeralClient(List<DhGroup> groups, SecureRandom random) {
        return ephemeral(false, "", groups, random, null);
    }

    /**
     * A client's identity for one start, with keys that many have: only where nothing is to be
     * hidden.
     *
     * @param groups those of {@code keys}, or some of them
     */
    public static Identity ephemeralClient(
            List<DhGroup> groups, SecureRandom random, WeakKeys keys) {
        return ephemeral(false, "", groups, random, keys);
    }

    /**
     * A server's identity to be kept, with one key for each group.
     *
     * @param hostname what a required hostname is compared with; empty for none
     * @param groups at least one, none twice; Flash Player needs {@link DhGroup#MODP_1024}
     */
    public static Identity staticServer(
            String hostname, List<DhGroup> groups, SecureRandom random) {
        List<DhKeyPair> pairs =
                groups.stream().map(group -> DhKeyPair.generate(group, random)).toList();
        return ofKeys(true, hostname, pairs);
    }

    /** A client's identity of the form that Flash Player has, with group 2: a single static key. */
    public static Identity staticClient(DhGroup group, SecureRandom random) {
        return ofKeys(false, "", List.of(DhKeyPair.generate(group, random)));
    }

    /**
     * Reads the text that {@link #format} writes.
     *
     * @throws IllegalArgumentException with the number of the line, what is wrong with it, and no
     *     part of a key
     */
    public static Identity parse(String text) {
        return IdentityText.parse(text);
    }

    static Identity ofKeys(boolean server, String hostname, List<DhKeyPair> pairs) {
        return new Identity(server, hostname, List.of(), pairs, null);
    }

    private static Identity ephemeral(
            boolean server,
            String hostname,
            List<DhGroup> groups,
            SecureRandom random,
            WeakKeys weakKeys) {
        List<Option> proof = new ArrayList<>();
        for (DhGroup group : groups) {
            proof.add(Option.ofVlu(Certificate.EPHEMERAL_GROUP, group.code()));
        }
        byte[] randomness = new byte[RANDOMNESS];
        random.nextBytes(randomness);
        proof.add(new Option(Certificate.EXTRA_RANDOMNESS, randomness));
        return new Identity(server, hostname, proof, List.of(), weakKeys);
    }

    /**
     * The same with key pairs from a pool for the sessions that others open.
     *
     * @param pool of the groups of the certificate
     * @throws IllegalStateException if the identity is static: it has one pair in each group
     */
    public Identity drawingFrom(KeyPool pool) {
        if (certificate.isStatic()) {
            throw new IllegalStateException("a static identity draws no key pairs");
        }
        return new Identity(this, pool);
    }

    /** Where the key pairs of sessions come from that others open, if that is a pool. */
    public Optional<KeyPool> pool() {
        return pool;
    }

    /** The certificate to show. */
    public Certificate certificate() {
        return certificate;
    }

    /**
     * The text form of a static identity, to be kept secret: whoever has it can pose as us.
     *
     * @throws IllegalStateException if the identity is ephemeral
     */
    public String format() {
        if (!certificate.isStatic()) {
            throw new IllegalStateException("an ephemeral identity is not kept");
        }
        return IdentityText.format(server, hostname, List.copyOf(keys.values()));
    }

    /**
     * The pair for a session in a group that the certificate offers: the static one or a new one.
     */
    DhKeyPair keyPair(DhGroup group, SecureRandom random) {
        if (weakKeys != null) {
            return weakKeys.pair(group);
        }
        return certificate.isStatic() ? keys.get(group) : DhKeyPair.generate(group, random);
    }

    /**
     * The pair for a session in a group that the certificate offers, which the other side opens.
     *
     * @param farComponent of the other side
     */
    DhKeyPair keyPairFor(DhGroup group, byte[] farComponent, SecureRandom random) {
        return pool.isPresent() ? pool.get().take(group, farComponent) : keyPair(group, random);
    }

    /** An option whose value is a group and a public key in it. */
    static Option keyOption(int type, DhKeyPair pair) {
        byte[] key = pair.publicKey();
        byte[] value =
                new WireWriter(1 + key.length).vlu(pair.group().code()).bytes(key).toByteArray();
        return new Option(type, value);
    }

    private static String requireHostname(String hostname) {
        boolean printable = hostname.chars().allMatch(c -> c > ' ' && c < 0x7f);
        if (!printable || hostname.length() > MAX_HOSTNAME) {
            throw new IllegalArgumentException(
                    "expected a hostname of at most " + MAX_HOSTNAME + " ASCII characters");
        }
        return hostname;
    }

    /** The certificate's text form; no key. */
    @Override
    public String toString() {
        return certificate.toString();
    }
}
