package org.altocumulus.protocol.vectors;

import java.util.Arrays;
import java.util.List;

/**
 * A datagram, and the plain packet in it.
 *
 * @param number its number in the file, with gaps where packets were left out
 * @param from who sent it, as named in the file
 * @param to who received it
 * @param key what it is encrypted with
 * @param session index in {@link Recording#sessions}; -1 for packets under the default key of a
 *     file that does not tell
 * @param sessionId as in front of the datagram, unscrambled
 * @param datagram all bytes of the UDP payload
 * @param hmac what follows the encrypted packet; null if nothing
 * @param decrypted what the cipher gives, or null if the file has only the packet
 * @param packet the plain RTMFP packet (RFC 7016 §2.2.4); with padding if {@code decrypted} is
 *     there
 * @param timestamp -1 if absent
 * @param timestampEcho -1 if absent
 * @param chunks in their order
 */
public record RecordedPacket(
        int number,
        String from,
        String to,
        KeyUse key,
        int session,
        int sessionId,
        byte[] datagram,
        byte[] hmac,
        byte[] decrypted,
        byte[] packet,
        int timestamp,
        int timestampEcho,
        List<RecordedChunk> chunks) {
    /** Which key a packet is encrypted with. */
    public enum KeyUse {
        /** The key of startup packets. */
        DEFAULT,
        /** The key of packets that the initiator sends. */
        INITIATOR,
        /** The key of packets that the responder sends. */
        RESPONDER
    }

    /** The encrypted packet: the datagram without session id and HMAC. */
    public byte[] ciphertext() {
        int end = datagram.length - (hmac == null ? 0 : hmac.length);
        return Arrays.copyOfRange(datagram, 4, end);
    }

    @Override
    public String toString() {
        return "packet " + number + " " + from + " -> " + to;
    }
}
