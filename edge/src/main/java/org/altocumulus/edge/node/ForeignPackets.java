package org.altocumulus.edge.node;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.altocumulus.protocol.wire.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the operator a hint when packets of another protocol come to the port: one line, and the
 * next after ten minutes at the earliest, whoever sends what. Any thread. Only forms are recognised
 * that a packet of a session which is over hardly has by chance.
 */
final class ForeignPackets {
    private static final Logger LOG = LoggerFactory.getLogger(ForeignPackets.class);
    private static final long INTERVAL = TimeUnit.MINUTES.toNanos(10);
    private static final int QUIC_LONG_HEADER = 0xc0;
    private static final int DTLS_HEADER = 13;
    private static final int STUN_COOKIE = 0x2112a442;
    private static final int SRT_HANDSHAKE = 0x80000000;

    private final AtomicLong nextAt = new AtomicLong(Long.MIN_VALUE);

    /**
     * A datagram belongs to no session.
     *
     * @return whether a line was written
     */
    boolean onUnknown(long now, byte[] data, int length, InetSocketAddress from) {
        long at = nextAt.get();
        if (now < at) {
            return false;
        }
        Optional<String> protocol = guess(data, length);
        if (protocol.isEmpty() || !nextAt.compareAndSet(at, now + INTERVAL)) {
            return false;
        }
        LOG.info(
                "packets from UDP {} look like {}, not RTMFP: they are dropped and counted as"
                        + " unknown_session",
                HostPort.format(from),
                protocol.get());
        return true;
    }

    /** What a datagram looks like, if it has the form of another protocol in use. */
    static Optional<String> guess(byte[] data, int length) {
        if (length < DTLS_HEADER) {
            return Optional.empty();
        }
        int first = data[0] & 0xff;
        if ((first & QUIC_LONG_HEADER) == 0 && i32(data, 4) == STUN_COOKIE) {
            return Optional.of("STUN (WebRTC)");
        } else if (first >= 20 && first <= 25 && isDtlsRecord(data, length)) {
            return Optional.of("DTLS (WebRTC)");
        } else if ((first & QUIC_LONG_HEADER) == QUIC_LONG_HEADER && i32(data, 1) == 1) {
            return Optional.of("QUIC (HTTP/3)");
        } else if (i32(data, 0) == SRT_HANDSHAKE && i32(data, 4) == 0) {
            return Optional.of("SRT");
        } else if (i32(data, 2) == 0x01000001 && i32(data, 6) == 0) {
            return Optional.of("DNS");
        }
        return switch (new String(data, 0, 4, US_ASCII)) {
            case "GET ", "POST", "HTTP" -> Optional.of("HTTP");
            case "OPTI", "INVI", "REGI", "SIP/" -> Optional.of("SIP");
            case "d1:a", "d1:r" -> Optional.of("BitTorrent");
            default -> Optional.empty();
        };
    }

    /** Version 1.0 or 1.2, and the length of the first record. */
    private static boolean isDtlsRecord(byte[] data, int length) {
        int version = ((data[1] & 0xff) << Byte.SIZE) | (data[2] & 0xff);
        int record = i32(data, 9) & 0xffff;
        return (version == 0xfeff || version == 0xfefd) && DTLS_HEADER + record <= length;
    }

    private static int i32(byte[] data, int at) {
        return (data[at] << 24)
                | ((data[at + 1] & 0xff) << 16)
                | ((data[at + 2] & 0xff) << 8)
                | (data[at + 3] & 0xff);
    }
}
