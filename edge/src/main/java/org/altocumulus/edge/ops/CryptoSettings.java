package org.altocumulus.edge.ops;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Section {@code crypto}: what the handshake negotiates (RFC 7425).
 *
 * @param groups IKE numbers of Diffie-Hellman groups in order of preference: 2, 14 or 16
 * @param hmac HMAC in packets from clients
 * @param hmacLength bytes of HMAC in packets to clients, 4 to 32
 * @param sequenceNumbers session sequence numbers in packets from clients
 * @param cookieLifetime at least 95 s
 */
public record CryptoSettings(
        List<Integer> groups,
        Negotiation hmac,
        int hmacLength,
        Negotiation sequenceNumbers,
        Duration cookieLifetime) {
    private static final Set<String> KNOWN_GROUPS = Set.of("2", "14", "16");

    /** Whether something is used only if the client asks for it, or always. */
    public enum Negotiation {
        /** If the client asks. */
        ON_REQUEST,
        /** A client without it cannot connect. */
        REQUIRED
    }

    /** Copies the list. */
    public CryptoSettings {
        groups = List.copyOf(groups);
    }

    static CryptoSettings read(SettingsReader reader) throws SettingsException {
        return new CryptoSettings(
                groups(reader),
                reader.choice("crypto.hmac", Negotiation.class),
                reader.integer("crypto.hmac-length", 4, 32),
                reader.choice("crypto.sequence-numbers", Negotiation.class),
                reader.duration(
                        "crypto.cookie-lifetime", Duration.ofSeconds(95), Duration.ofHours(1)));
    }

    private static List<Integer> groups(SettingsReader reader) throws SettingsException {
        String key = "crypto.groups";
        List<Integer> groups = new ArrayList<>();
        for (String text : reader.texts(key)) {
            if (!KNOWN_GROUPS.contains(text)) {
                throw reader.refusal(key, "the groups 2, 14 and 16 only");
            }
            groups.add(Integer.valueOf(text));
        }
        if (groups.isEmpty()) {
            throw reader.refusal(key, "at least one of the groups 2, 14 and 16");
        }
        return groups;
    }
}
