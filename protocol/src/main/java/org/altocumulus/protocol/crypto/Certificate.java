package org.altocumulus.protocol.crypto;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.altocumulus.protocol.wire.Option;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * A certificate of the Flash profile (RFC 7425 §4.3): options, of which those before the first
 * Marker are canonical and alone have a meaning. It is <em>static</em>, with a Diffie-Hellman
 * public key in it, or <em>ephemeral</em>, with the groups in which its owner will make one; never
 * both.
 *
 * <p>Nothing signs it. A static one is proven by the session that its key opens, an ephemeral one
 * by nothing. Two certificates are equal when all their bytes are. Immutable; thread-safe.
 */
public final class Certificate {
    static final int HOSTNAME = 0x00;
    static final int ACCEPTS_ANCILLARY_DATA = 0x0a;
    static final int EXTRA_RANDOMNESS = 0x0e;
    static final int EPHEMERAL_GROUP = 0x15;
    static final int STATIC_KEY = 0x1d;

    private final byte[] encoded;
    private final Fingerprint fingerprint;

    // There is one certificate for each session, and most have no key and one group.
    private Map<DhGroup, byte[]> staticKeys = Map.of();
    private List<DhGroup> ephemeralGroups = List.of();

    private byte[] hostname;
    private boolean acceptsAncillaryData;
    private boolean isStatic;
    private boolean isEphemeral;

    private Certificate(byte[] encoded) throws WireException {
        this.encoded = encoded;
        WireReader reader = new WireReader(encoded);
        int canonical = readCanonical(reader);
        while (reader.remaining() > 0) {
            Option.read(reader);
        }
        if (isStatic == isEphemeral) {
            throw new WireException(
                    "certificate with "
                            + (isStatic ? "both a static key and" : "neither a static key nor")
                            + " ephemeral groups");
        }
        this.fingerprint = Fingerprint.ofCanonical(encoded, canonical);
    }

    /**
     * Reads a certificate.
     *
     * @param encoded all of it; kept, and not to be changed
     * @throws WireException if it is not a list of options, says a thing twice, or is neither
     *     static nor ephemeral
     */
    public static Certificate parse(byte[] encoded) throws WireException {
        return new Certificate(encoded);
    }

    /** All the bytes, shared and not to be changed. */
    public byte[] encoded() {
        return encoded;
    }

    /** SHA-256 of the canonical bytes. */
    public Fingerprint fingerprint() {
        return fingerprint;
    }

    /** Whether the owner's public key is in the certificate; otherwise it comes when keying. */
    public boolean isStatic() {
        return isStatic;
    }

    /** Whether the owner answers a discriminator that has ancillary data: servers do. */
    public boolean acceptsAncillaryData() {
        return acceptsAncillaryData;
    }

    /** Whether the owner can do a key agreement in {@code group}. */
    public boolean offers(DhGroup group) {
        return isStatic ? staticKeys.containsKey(group) : ephemeralGroups.contains(group);
    }

    /** The public key in a group, shared; not yet checked for safety. */
    Optional<byte[]> staticKey(DhGroup group) {
        return Optional.ofNullable(staticKeys.get(group));
    }

    /** Whether the certificate's hostname is exactly {@code wanted}; one without has none. */
    boolean hasHostname(byte[] wanted) {
        return Arrays.equals(hostname, wanted);
    }

    /**
     * Whether its owner's opening goes on when both sides open to each other at once (RFC 7016
     * §3.5.1.3, RFC 7425 §4.3.6): the lesser bytes prevail, and so do equal ones.
     */
    public boolean prevailsOver(Certificate other) {
        return Arrays.compareUnsigned(encoded, other.encoded) <= 0;
    }

    /** Reads the options up to the first Marker or the end; returns the bytes that they take. */
    private int readCanonical(WireReader reader) throws WireException {
        while (reader.remaining() > 0) {
            int start = reader.position();
            Option option = Option.read(reader);
            if (option == null) {
                return start;
            }
            accept(option);
        }
        return encoded.length;
    }

    private void accept(Option option) throws WireException {
        if (option.type() == HOSTNAME) {
            if (hostname != null) {
                throw new WireException("certificate with two hostnames");
            }
            hostname = option.value();
        } else if (option.type() == ACCEPTS_ANCILLARY_DATA) {
            acceptsAncillaryData = true;
        } else if (option.type() == EPHEMERAL_GROUP) {
            isEphemeral = true;
            DhGroup.find(new WireReader(option.value()).vlu())
                    .filter(group -> !ephemeralGroups.contains(group))
                    .ifPresent(this::acceptGroup);
        } else if (option.type() == STATIC_KEY) {
            isStatic = true;
            acceptKey(new WireReader(option.value()));
        }
    }

    private void acceptGroup(DhGroup group) {
        List<DhGroup> groups = new ArrayList<>(ephemeralGroups);
        groups.add(group);
        ephemeralGroups = List.copyOf(groups);
    }

    private void acceptKey(WireReader value) throws WireException {
        Optional<DhGroup> group = DhGroup.find(value.vlu());
        byte[] key = value.rest();
        if (group.isEmpty()) {
            return;
        }
        if (staticKeys.isEmpty()) {
            staticKeys = new EnumMap<>(DhGroup.class);
        }
        if (staticKeys.put(group.get(), key) != null) {
            throw new WireException("certificate with two static keys in " + group.get());
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Certificate that && Arrays.equals(encoded, that.encoded);
    }

    @Override
    public int hashCode() {
        return fingerprint.hashCode();
    }

    /** Its kind and its fingerprint. */
    @Override
    public String toString() {
        return (isStatic ? "static certificate " : "ephemeral certificate ") + fingerprint;
    }
}
