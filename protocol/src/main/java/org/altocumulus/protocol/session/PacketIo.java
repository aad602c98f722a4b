package org.altocumulus.protocol.session;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.Ping;
import org.altocumulus.protocol.congestion.RoundTripTimer;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * The packets of one session: decryption and header of those received, header and encryption of
 * those sent, in the scratch arrays of the loop (RFC 7016 §2.2).
 */
final class PacketIo {
    private static final int FLAG_TIME_CRITICAL = 0x80;

    /** The type of chunks that are passed over. */
    private static final int PADDING = 0x00;

    /** Bytes by which a session sequence number grows until the packet 2^35. */
    private static final int SEQUENCE_NUMBER_GROWTH = 4;

    private static final long AT_REST = Long.MAX_VALUE;

    private final SessionContext context;
    private final SessionIdentity identity;
    private final PacketOpener opener;
    private final PacketSealer sealer;
    private final TimestampClock timestamps;
    private InetSocketAddress destination;
    private int datagramLimit;

    /**
     * When a genuine packet was read or one written last, or {@link #AT_REST}. Others move no
     * deadline: if one comes at rest, the cipher that it wants is kept until the next rest.
     */
    private long usedAt = AT_REST;

    /** Of genuine datagrams received and of those sent, packets that were sent again included. */
    private long receivedBytes;

    private long sentBytes;

    PacketIo(
            SessionContext context,
            SessionIdentity identity,
            InetSocketAddress destination,
            RoundTripTimer roundTrip) {
        this.context = context;
        this.identity = identity;
        this.destination = destination;
        this.opener = identity.keys().newOpener();
        this.sealer = identity.keys().newSealer();
        this.timestamps = new TimestampClock(roundTrip);
        this.datagramLimit = context.parameters.datagramLimit();
    }

    /** The largest chunk that fits into a packet, now and later, with a header of any size. */
    int maxChunk() {
        int growth = identity.keys().negotiatedMoreThanChecksum() ? SEQUENCE_NUMBER_GROWTH : 0;
        return sealer.maxPacket(datagramLimit) - PacketHeader.MAX_SIZE - growth;
    }

    /** Packets may make datagrams of up to so many bytes from now on. */
    void datagramLimit(int bytes) {
        datagramLimit = bytes;
    }

    /** DESTADDR: where packets go. */
    InetSocketAddress destination() {
        return destination;
    }

    void moveTo(InetSocketAddress address) {
        destination = address;
    }

    /**
     * Decrypts a datagram and reads its header; the chunks are then what {@code context.reader} has
     * left.
     *
     * @return null, and the reason is counted, if the packet is none of this session
     */
    PacketHeader open(long now, byte[] datagram, int offset, int length) {
        switch (opener.open(datagram, offset, length, context.opened)) {
            case OPENED -> receivedBytes += length;
            case BAD_LENGTH -> {
                return discard(Discard.BAD_LENGTH);
            }
            case BAD_CHECKSUM -> {
                return discard(Discard.BAD_CHECKSUM);
            }
            case BAD_HMAC -> {
                return discard(Discard.BAD_HMAC);
            }
            case DUPLICATE -> {
                return discard(Discard.DUPLICATE);
            }
        }
        WireReader reader =
                context.reader.wrap(context.opened, opener.packetOffset(), opener.packetLength());
        try {
            PacketHeader header = PacketHeader.read(reader);
            if (header.mode() != identity.role().farMode()) {
                return discard(Discard.WRONG_MODE);
            }
            if (header.timeCritical()) {
                context.onTimeCriticalReceived(now, identity.nearId());
            }
            if (header.timestamp() != PacketHeader.ABSENT) {
                timestamps.onTimestamp(now, header.timestamp());
            }
            if (header.timestampEcho() != PacketHeader.ABSENT) {
                timestamps.onEcho(now, header.timestampEcho());
            }
            usedAt = now;
            return header;
        } catch (WireException e) {
            return discard(Discard.BAD_HEADER);
        }
    }

    private PacketHeader discard(Discard reason) {
        context.counters.discard(reason);
        return null;
    }

    /** Bytes of genuine datagrams that came. */
    long receivedBytes() {
        return receivedBytes;
    }

    /** Bytes of datagrams that went. */
    long sentBytes() {
        return sentBytes;
    }

    /** Begins a packet in the scratch array; chunks are written behind what is there already. */
    WireWriter begin(long now) {
        return begin(now, datagramLimit);
    }

    /** Begins a packet that may be larger than the path bears. */
    WireWriter beginLarge(long now) {
        return begin(now, context.parameters.largestDatagram());
    }

    private WireWriter begin(long now, int limit) {
        usedAt = now;
        int room = sealer.maxPacket(limit);
        WireWriter packet = context.writer.wrap(context.plain, PacketSealer.HEADROOM, room);
        new PacketHeader(
                        false,
                        context.doOthersReceiveTimeCritical(now, identity.nearId()),
                        identity.role().nearMode(),
                        TimestampClock.timestamp(now),
                        timestamps.nextEcho(now))
                .write(packet);
        return packet;
    }

    /** Whether there are no ciphers now. */
    boolean isAtRest() {
        return usedAt == AT_REST;
    }

    /** When {@link #restIfQuiet} has something to do. */
    long deadline() {
        return isAtRest() ? AT_REST : usedAt + SessionParameters.CIPHERS_KEPT;
    }

    /** Gives up the ciphers if no packet came or went for a while; the next one makes them anew. */
    void restIfQuiet(long now) {
        if (now >= deadline()) {
            usedAt = AT_REST;
            opener.rest();
            sealer.rest();
        }
    }

    /**
     * Sends a packet of padding and a ping, in that order, that makes a datagram of {@code size}
     * bytes, or a few less (§3.5.4.3).
     */
    void sendProbe(long now, int size, Ping ping, DatagramSink sink) {
        WireWriter packet = begin(now, size);
        int padding = packet.remaining() - Chunk.HEADER_SIZE - ping.size();
        packet.u8(PADDING).u16(padding);
        for (int i = 0; i < padding; i++) {
            packet.u8(0);
        }
        ping.write(packet);
        finish(packet, false, destination, sink::sendProbe);
    }

    /** Encrypts the packet that was begun and sends it to {@code to}. */
    void finish(WireWriter packet, boolean timeCritical, InetSocketAddress to, DatagramSink sink) {
        if (timeCritical) {
            context.plain[PacketSealer.HEADROOM] |= (byte) FLAG_TIME_CRITICAL;
        }
        int length =
                sealer.seal(
                        identity.farId(),
                        context.plain,
                        PacketSealer.HEADROOM,
                        packet.position(),
                        context.sealed,
                        0);
        sentBytes += length;
        sink.send(context.sealed, length, to);
    }
}
