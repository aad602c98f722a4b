package org.altocumulus.protocol.crypto;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The text form of a static identity: a line {@code altocumulus-identity 1}, then {@code role
 * server} or {@code role client}, at most one {@code hostname NAME}, and for each group {@code key
 * GROUP HEX} with the private exponent. Empty lines and lines that begin with {@code #} are passed
 * over. The order of the keys counts, since it is the certificate's.
 */
final class IdentityText {
    private static final String HEADER = "altocumulus-identity 1";
    private static final int MAX_LENGTH = 16 * 1024;
    private static final int MIN_EXPONENT_BITS = 160;
    private static final Pattern SPACES = Pattern.compile("[ \t]+");
    private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]{1,1024}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}");

    private final List<DhKeyPair> keys = new ArrayList<>();
    private String role = "";
    private String hostname = "";
    private boolean hasHeader;

    private IdentityText() {}

    static String format(boolean server, String hostname, List<DhKeyPair> keys) {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        text.append("# Keep this secret: whoever has it can pose as its owner.\n");
        text.append("role ").append(server ? "server" : "client").append('\n');
        if (!hostname.isEmpty()) {
            text.append("hostname ").append(hostname).append('\n');
        }
        for (DhKeyPair key : keys) {
            text.append("key ").append(key.group().code()).append(' ');
            text.append(key.exponent().toString(16)).append('\n');
        }
        return text.toString();
    }

    static Identity parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "an identity has at most " + MAX_LENGTH + " characters, not " + text.length());
        }
        IdentityText parsed = new IdentityText();
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            String trimmed = line.strip();
            if (trimmed.isEmpty() || trimmed.startsWith("#")) {
                continue;
            }
            try {
                parsed.accept(trimmed);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
            }
        }
        return parsed.toIdentity();
    }

    private void accept(String line) {
        if (!hasHeader) {
            require(line.equals(HEADER), "expected '" + HEADER + "' first");
            hasHeader = true;
            return;
        }
        String[] words = SPACES.split(line, -1);
        switch (words[0].toLowerCase(Locale.ROOT)) {
            case "role" -> {
                require(words.length == 2 && role.isEmpty(), "expected one 'role server|client'");
                require(
                        words[1].equals("server") || words[1].equals("client"),
                        "expected 'server' or 'client' after 'role'");
                role = words[1];
            }
            case "hostname" -> {
                require(words.length == 2 && hostname.isEmpty(), "expected one 'hostname NAME'");
                hostname = words[1];
            }
            case "key" -> {
                require(words.length == 3, "expected 'key GROUP HEX'");
                keys.add(key(words[1], words[2]));
            }
            default -> throw new IllegalArgumentException("expected 'role', 'hostname' or 'key'");
        }
    }

    private static DhKeyPair key(String code, String hex) {
        require(NUMBER.matcher(code).matches(), "expected the number of a group after 'key'");
        DhGroup group =
                DhGroup.find(Integer.parseInt(code))
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "group " + code + " is not one of 2, 14, 16"));
        require(HEX.matcher(hex).matches(), "expected hex digits after the group");
        BigInteger exponent = new BigInteger(hex, 16);
        int bits = exponent.bitLength();
        require(
                bits >= MIN_EXPONENT_BITS && exponent.compareTo(group.modulus()) < 0,
                "a private key of " + bits + " bits is not fit for group " + code);
        DhKeyPair pair = DhKeyPair.of(group, exponent);
        require(pair.isSafe(), "the public key of this private key is not safe");
        return pair;
    }

    private Identity toIdentity() {
        require(hasHeader, "expected '" + HEADER + "' first");
        require(!role.isEmpty(), "an identity has a line 'role server' or 'role client'");
        require(!keys.isEmpty(), "an identity has at least one line 'key GROUP HEX'");
        return Identity.ofKeys(role.equals("server"), hostname, keys);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
