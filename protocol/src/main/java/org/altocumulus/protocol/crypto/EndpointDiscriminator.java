package org.altocumulus.protocol.crypto;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.Option;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * Whom an initiator wants to reach (RFC 7425 §4.4): the owner of a fingerprint, or a server by its
 * hostname or by ancillary data, which is a URI or, from librtmfp, the path of one. Immutable;
 * thread-safe.
 */
public final class EndpointDiscriminator {
    private static final int REQUIRED_HOSTNAME = 0x00;
    private static final int ANCILLARY_DATA = 0x0a;
    private static final int FINGERPRINT = 0x0f;
    private static final String SCHEME_END = "://";

    private final byte[] encoded;
    private byte[] hostname;
    private byte[] ancillaryData;
    private Fingerprint fingerprint;

    private EndpointDiscriminator(byte[] encoded) throws WireException {
        this.encoded = encoded;
        WireReader reader = new WireReader(encoded);
        while (reader.remaining() > 0) {
            Option option = Option.read(reader);
            if (option != null) {
                accept(option);
            }
        }
    }

    /**
     * Reads a discriminator; one that is well-formed need not be {@link #isValid valid}.
     *
     * @param encoded all of it; kept, and not to be changed
     * @throws WireException if it is not a list of options, says a thing twice, or has a
     *     fingerprint of a wrong length
     */
    public static EndpointDiscriminator parse(byte[] encoded) throws WireException {
        return new EndpointDiscriminator(encoded);
    }

    /** The discriminator of a server by the URI that a user gave. */
    public static EndpointDiscriminator ofUri(String uri) {
        return of(new Option(ANCILLARY_DATA, uri.getBytes(StandardCharsets.UTF_8)));
    }

    /** The discriminator of one endpoint and no other. */
    public static EndpointDiscriminator ofFingerprint(Fingerprint fingerprint) {
        return of(new Option(FINGERPRINT, fingerprint.bytes()));
    }

    private static EndpointDiscriminator of(Option option) {
        try {
            return new EndpointDiscriminator(Option.encode(List.of(option)));
        } catch (WireException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All the bytes, shared and not to be changed. */
    public byte[] encoded() {
        return encoded;
    }

    /** Whether it says at all who is wanted; otherwise it gets no answer. */
    public boolean isValid() {
        return fingerprint != null || ancillaryData != null || hostname != null;
    }

    /** Whether the owner of {@code certificate} is wanted. A fingerprint makes the rest moot. */
    public boolean selects(Certificate certificate) {
        if (fingerprint != null) {
            return fingerprint.equals(certificate.fingerprint());
        }
        return isValid()
                && (hostname == null || certificate.hasHostname(hostname))
                && (ancillaryData == null || certificate.acceptsAncillaryData());
    }

    /** The fingerprint that is wanted, if any. */
    public Optional<Fingerprint> fingerprint() {
        return Optional.ofNullable(fingerprint);
    }

    /** The ancillary data as text, if any; what is not UTF-8 in it shows as U+FFFD. */
    public Optional<String> ancillaryText() {
        return Optional.ofNullable(ancillaryData)
                .map(data -> new String(data, StandardCharsets.UTF_8));
    }

    /** The host and port that the URI names; none in a bare path or if it is no host. */
    public Optional<HostPort> uriHost() {
        String text = ancillaryText().orElse("");
        int scheme = text.indexOf(SCHEME_END);
        if (scheme < 0) {
            return Optional.empty();
        }
        int start = scheme + SCHEME_END.length();
        try {
            return Optional.of(HostPort.parse(text.substring(start, endOf(text, start, "/?#"))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The path of the URI or a bare path, without leading slash, query and fragment. */
    public String uriPath() {
        String text = ancillaryText().orElse("");
        int scheme = text.indexOf(SCHEME_END);
        int start = scheme < 0 ? 0 : endOf(text, scheme + SCHEME_END.length(), "/?#");
        if (start < text.length() && text.charAt(start) == '/') {
            start++;
        }
        return text.substring(start, endOf(text, start, "?#"));
    }

    private static int endOf(String text, int start, String delimiters) {
        int at = start;
        while (at < text.length() && delimiters.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private void accept(Option option) throws WireException {
        if (option.type() == REQUIRED_HOSTNAME) {
            requireFirst(hostname);
            hostname = option.value();
        } else if (option.type() == ANCILLARY_DATA) {
            requireFirst(ancillaryData);
            ancillaryData = option.value();
        } else if (option.type() == FINGERPRINT) {
            requireFirst(fingerprint);
            if (option.value().length != Fingerprint.LENGTH) {
                throw new WireException("fingerprint of " + option.value().length + " bytes");
            }
            fingerprint = Fingerprint.of(option.value());
        }
    }

    private static void requireFirst(Object before) throws WireException {
        if (before != null) {
            throw new WireException("discriminator that says a thing twice");
        }
    }

    /** What is wanted, for logs; hostile text in it is the reader's to escape. */
    @Override
    public String toString() {
        if (fingerprint != null) {
            return "fingerprint " + fingerprint;
        }
        return isValid() ? "server " + ancillaryText().orElse("") : "nobody";
    }
}
