package org.altocumulus.protocol.crypto;

import java.security.SecureRandom;
import org.altocumulus.protocol.wire.Option;
import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/** A session key component as read from the far side, and the options of ours (RFC 7425 §4.5). */
final class KeyingComponent {
    private static final int EPHEMERAL_KEY = 0x0d;
    private static final int EXTRA_RANDOMNESS = 0x0e;
    private static final int HMAC = 0x1a;
    private static final int GROUP_SELECT = 0x1d;
    private static final int SEQUENCE_NUMBERS = 0x1e;

    private static final int OUR_RANDOMNESS = 64;
    private static final int MIN_RANDOMNESS = 16;
    private static final long NONE = -1;

    private long seen;
    private int hmacFlags;
    private long hmacLength;
    private int sequenceFlags;
    private long groupSelect = NONE;
    private long ephemeralGroup = NONE;
    private byte[] ephemeralKey;
    private int randomness;

    private KeyingComponent() {}

    static KeyingComponent parse(byte[] encoded) throws WireException {
        KeyingComponent component = new KeyingComponent();
        WireReader reader = new WireReader(encoded);
        while (reader.remaining() > 0) {
            Option option = Option.read(reader);
            if (option != null) {
                component.accept(option);
            }
        }
        return component;
    }

    int hmacFlags() {
        return hmacFlags;
    }

    /** What the far side says of its HMACs, unchecked. */
    long hmacLength() {
        return hmacLength;
    }

    int sequenceFlags() {
        return sequenceFlags;
    }

    /** The group that the component of an initiator with {@code certificate} chose. */
    DhGroup chosenGroup(Certificate certificate) throws KeyingException {
        long code = certificate.isStatic() ? groupSelect : ephemeralGroup;
        if (code == NONE) {
            throw new KeyingException(
                    certificate.isStatic() ? "no group selected" : "no ephemeral public key");
        }
        return DhGroup.find(code)
                .orElseThrow(() -> new KeyingException("group " + code + " is not known"));
    }

    /**
     * The public key in {@code group} of the component's sender: that of its static certificate,
     * and then no other, since only the static key proves whose session it is; or the component's.
     */
    byte[] publicKey(Certificate certificate, DhGroup group) throws KeyingException {
        if (!certificate.isStatic()) {
            if (ephemeralGroup != group.code()) {
                throw new KeyingException("no ephemeral public key in group " + group.code());
            }
            return ephemeralKey;
        }
        if (randomness < MIN_RANDOMNESS) {
            throw new KeyingException("static key with " + randomness + " bytes of randomness");
        }
        return certificate
                .staticKey(group)
                .orElseThrow(() -> new KeyingException("no static key in group " + group.code()));
    }

    private void accept(Option option) throws WireException {
        if (option.type() >= Long.SIZE) {
            return;
        }
        WireReader value = new WireReader(option.value());
        int type = (int) option.type();
        switch (type) {
            case EPHEMERAL_KEY -> {
                requireFirst(type);
                ephemeralGroup = value.vlu();
                ephemeralKey = value.rest();
            }
            case EXTRA_RANDOMNESS -> randomness = value.remaining();
            case GROUP_SELECT -> {
                requireFirst(type);
                groupSelect = value.vlu();
            }
            case HMAC -> {
                requireFirst(type);
                hmacFlags = value.u8();
                hmacLength = value.remaining() == 0 ? 0 : value.vlu();
            }
            case SEQUENCE_NUMBERS -> {
                requireFirst(type);
                sequenceFlags = value.u8();
            }
            default -> {}
        }
    }

    /** Two answers to one question would be two sessions to the two sides. */
    private void requireFirst(int type) throws WireException {
        if ((seen >>> type & 1) != 0) {
            throw new WireException("component with two options of type " + type);
        }
        seen |= 1L << type;
    }

    static Option groupSelect(DhGroup group) {
        return Option.ofVlu(GROUP_SELECT, group.code());
    }

    static Option ephemeralKey(DhKeyPair pair) {
        return Identity.keyOption(EPHEMERAL_KEY, pair);
    }

    static Option randomness(SecureRandom random) {
        byte[] value = new byte[OUR_RANDOMNESS];
        random.nextBytes(value);
        return new Option(EXTRA_RANDOMNESS, value);
    }

    /** Without flags the length is 0: librtmfp compares the bytes. */
    static Option hmac(int flags, int length) {
        int said = flags == 0 ? 0 : length;
        byte[] value = new WireWriter(1 + Vlu.size(said)).u8(flags).vlu(said).toByteArray();
        return new Option(HMAC, value);
    }

    static Option sequenceNumbers(int flags) {
        return new Option(SEQUENCE_NUMBERS, new byte[] {(byte) flags});
    }
}
