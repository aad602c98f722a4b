package org.altocumulus.protocol.session;

import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.altocumulus.protocol.crypto.Hmac;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Decides whether the other end of a session has moved (RFC 7016 §3.5.4.2): a marked ping goes to
 * the new address, and only its answer from there moves the session. Some clients answer pings with
 * an empty reply; unless this one is known to echo, an empty reply from the address just asked
 * counts.
 *
 * <p>§3.5.4.2 asks only when a packet comes from the new address. A player that moved sends nothing
 * more until it is sent something, so a check or answer that got lost would leave it deaf until its
 * next keepalive. So a check is repeated a few times, as often as the RFC lets it be sent. One who
 * moves again before that is remembered, and asked in place of the repetition.
 */
final class AddressMobility {
    private static final int MARK = 'M';
    private static final int MAX_REPEATS = 4;
    private static final int HASH_SIZE = 16;
    private static final int MESSAGE_SIZE = 1 + 8 + HASH_SIZE;

    private final byte[] secret = new byte[16];
    private boolean asked;
    private long askedAt;
    private InetSocketAddress askedAddress;

    /** Where the last packet came from, if that is to be asked as soon as the RFC allows. */
    private InetSocketAddress nextAddress;

    private int repeatsLeft;
    private boolean confirmedBefore;
    private long confirmedStamp;

    AddressMobility(SecureRandom random) {
        random.nextBytes(secret);
    }

    /**
     * The message of a ping for {@code address}, or null if one was sent a short while ago; then it
     * is the turn of {@code address} at the {@link #deadline}.
     */
    byte[] ask(long now, InetSocketAddress address) {
        if (asked && now - askedAt < SessionParameters.MOBILITY_INTERVAL) {
            nextAddress = address.equals(askedAddress) ? null : address;
            return null;
        }
        return first(now, address);
    }

    private byte[] first(long now, InetSocketAddress address) {
        nextAddress = null;
        repeatsLeft = MAX_REPEATS;
        return message(now, address);
    }

    /** When {@link #repeat} has something to say, or {@link Long#MAX_VALUE}. */
    long deadline() {
        boolean anything = repeatsLeft > 0 || nextAddress != null;
        return anything ? askedAt + SessionParameters.MOBILITY_INTERVAL : Long.MAX_VALUE;
    }

    /**
     * A new message for the address that was asked last and has not answered, or the first for
     * another: {@link #askedAddress} says which.
     */
    byte[] repeat(long now) {
        if (nextAddress != null) {
            return first(now, nextAddress);
        }
        repeatsLeft--;
        return message(now, askedAddress);
    }

    /** The address that was asked last. */
    InetSocketAddress askedAddress() {
        return askedAddress;
    }

    private byte[] message(long now, InetSocketAddress address) {
        asked = true;
        askedAt = now;
        askedAddress = address;
        WireWriter message = new WireWriter(MESSAGE_SIZE);
        message.u8(MARK).i64(now).bytes(hash(now, address));
        return message.toByteArray();
    }

    /**
     * Whether a ping reply that came from {@code address} proves that the other end is there.
     *
     * @param mayReplyEmpty whether the other end answers any ping with an empty reply, or may do so
     *     as far as is known
     */
    boolean isConfirmedBy(long now, byte[] echo, InetSocketAddress address, boolean mayReplyEmpty) {
        if (echo.length == 0) {
            boolean confirmed = mayReplyEmpty && asked && address.equals(askedAddress);
            if (confirmed) {
                askedAddress = null;
                onConfirmed(address);
            }
            return confirmed;
        }
        if (echo.length != MESSAGE_SIZE) {
            return false;
        }
        try {
            WireReader reader = new WireReader(echo);
            int mark = reader.u8();
            long stamp = reader.i64();
            boolean genuine =
                    mark == MARK && MessageDigest.isEqual(reader.rest(), hash(stamp, address));
            boolean recent = now - stamp <= SessionParameters.MOBILITY_LIFETIME;
            boolean newer = !confirmedBefore || stamp - confirmedStamp > 0;
            if (genuine && recent && newer) {
                confirmedBefore = true;
                confirmedStamp = stamp;
                onConfirmed(address);
                return true;
            }
            return false;
        } catch (WireException e) {
            return false;
        }
    }

    private void onConfirmed(InetSocketAddress address) {
        repeatsLeft = 0;
        if (address.equals(nextAddress)) {
            nextAddress = null;
        }
    }

    private byte[] hash(long stamp, InetSocketAddress address) {
        byte[] ip = address.getAddress().getAddress();
        WireWriter text = new WireWriter(1 + 8 + ip.length + 2);
        text.u8(MARK).i64(stamp).bytes(ip).u16(address.getPort());
        return Arrays.copyOf(Hmac.sha256(secret, text.toByteArray()), HASH_SIZE);
    }
}
