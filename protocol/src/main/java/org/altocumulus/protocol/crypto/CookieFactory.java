package org.altocumulus.protocol.crypto;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.crypto.Mac;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Makes and checks the cookies of RHello, keeping nothing for a stranger (RFC 7016 §3.5.1.1.2).
 *
 * <p>64 bytes: number of the secret 4, time 8, HMAC of both, HMAC of both and the address, each cut
 * to 26 bytes. The secret changes once a lifetime and follows from its number and the master
 * secret, so that factories of one master secret take each other's cookies. Not thread-safe: each
 * event loop has its own.
 */
public final class CookieFactory {
    /** Bytes of a cookie; librtmfp takes no other length. */
    public static final int LENGTH = 64;

    /** The shortest lifetime, and the one unless configured (RFC 7016 §3.5.1.1.2). */
    public static final long MIN_LIFETIME_MILLIS = 95_000;

    private static final int MIN_MASTER_SECRET = 16;
    private static final int CLEAR = 4 + 8;
    private static final int PROOF = (LENGTH - CLEAR) / 2;

    /** How far the clocks of event loops, read at different points of a turn, may be apart. */
    private static final long SKEW_MILLIS = 1_000;

    private static final byte[] LABEL = "cookie secret".getBytes(StandardCharsets.US_ASCII);

    private final byte[] masterSecret;
    private final long lifetimeMillis;
    private final Mac[] macs = new Mac[2];
    private final int[] numbers = new int[2];

    /** A factory of cookies that live {@link #MIN_LIFETIME_MILLIS}. */
    public CookieFactory(byte[] masterSecret) {
        this(masterSecret, MIN_LIFETIME_MILLIS);
    }

    /**
     * @param masterSecret random bytes, at least 16; copied
     * @param lifetimeMillis at least {@link #MIN_LIFETIME_MILLIS}
     * @throws IllegalArgumentException if one of them is too small
     */
    public CookieFactory(byte[] masterSecret, long lifetimeMillis) {
        if (masterSecret.length < MIN_MASTER_SECRET) {
            throw new IllegalArgumentException(
                    "a master secret has at least 16 bytes, not " + masterSecret.length);
        }
        if (lifetimeMillis < MIN_LIFETIME_MILLIS) {
            throw new IllegalArgumentException(
                    "a cookie lives at least 95000 ms, not " + lifetimeMillis);
        }
        this.masterSecret = masterSecret.clone();
        this.lifetimeMillis = lifetimeMillis;
    }

    /**
     * A new cookie for an address and port.
     *
     * @param nowMillis of any clock that all factories of the master secret share
     */
    public byte[] bake(long nowMillis, InetSocketAddress address) {
        int number = secretNumber(nowMillis);
        byte[] cookie = new byte[LENGTH];
        WireWriter writer = new WireWriter(cookie, 0, LENGTH).i32(number).i64(nowMillis);
        Mac mac = mac(number);
        writer.bytes(proof(mac, cookie, null), 0, PROOF);
        writer.bytes(proof(mac, cookie, address), 0, PROOF);
        return cookie;
    }

    /** What a cookie from anywhere is worth to a sender at {@code address}. */
    public CookieStatus check(byte[] cookie, long nowMillis, InetSocketAddress address) {
        if (cookie.length != LENGTH) {
            return CookieStatus.FORGED;
        }
        long time = bigEndian(cookie, 4, 8);
        int number = (int) bigEndian(cookie, 0, 4);
        long age = nowMillis - time;
        boolean fresh = age >= -SKEW_MILLIS && age <= lifetimeMillis;
        if (number != secretNumber(time)) {
            return CookieStatus.FORGED;
        }
        // Only the secrets of fresh cookies are kept, or old ones would drive them out.
        Mac mac = fresh ? mac(number) : Hmac.newMac(secret(number));
        if (!Hmac.equal(proof(mac, cookie, null), 0, cookie, CLEAR, PROOF)) {
            return CookieStatus.FORGED;
        }
        if (!fresh) {
            return CookieStatus.EXPIRED;
        }
        return Hmac.equal(proof(mac, cookie, address), 0, cookie, CLEAR + PROOF, PROOF)
                ? CookieStatus.VALID
                : CookieStatus.OTHER_ADDRESS;
    }

    /** Milliseconds since a cookie was made; to be asked of a genuine one only. */
    public static long age(byte[] cookie, long nowMillis) {
        return nowMillis - bigEndian(cookie, 4, 8);
    }

    private int secretNumber(long timeMillis) {
        return (int) Math.floorDiv(timeMillis, lifetimeMillis);
    }

    private byte[] secret(int number) {
        byte[] id = new WireWriter(4).i32(number).toByteArray();
        return Hmac.sha256(masterSecret, LABEL, id);
    }

    /** The two secrets that fresh cookies can have are numbered in succession. */
    private Mac mac(int number) {
        int slot = number & 1;
        if (macs[slot] == null || numbers[slot] != number) {
            macs[slot] = Hmac.newMac(secret(number));
            numbers[slot] = number;
        }
        return macs[slot];
    }

    private static byte[] proof(Mac mac, byte[] cookie, InetSocketAddress address) {
        mac.update(cookie, 0, CLEAR);
        if (address != null) {
            mac.update(address.getAddress().getAddress());
            mac.update((byte) (address.getPort() >> 8));
            mac.update((byte) address.getPort());
        }
        return mac.doFinal();
    }

    private static long bigEndian(byte[] array, int offset, int length) {
        long value = 0;
        for (byte b : Arrays.copyOfRange(array, offset, offset + length)) {
            value = value << 8 | (b & 0xff);
        }
        return value;
    }
}
