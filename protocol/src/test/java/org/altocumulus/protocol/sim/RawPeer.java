package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.packet.PacketMode;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * The client's end of an open session in the hands of a test, which says what it sends. It answers
 * nothing by itself. Without sequence numbers, so that it may send anything again.
 */
public final class RawPeer {
    private static final int LARGEST = 65_000;
    private static final long TICK = 4_000_000L;

    private final SimPair pair;
    private final Session near;
    private final PacketOpener opener;
    private final PacketSealer sealer;
    private final List<SeenPacket> received = new ArrayList<>();
    private InetSocketAddress address;
    private boolean timestamps = true;

    /** Takes the client of a new pair off the network once its session is open. */
    public RawPeer(SimPair pair) {
        this.pair = pair;
        this.near = pair.connect();
        this.opener = near.identity().keys().newOpener();
        this.sealer = near.identity().keys().newSealer();
        this.address = pair.client().address();
        pair.client().leave();
        pair.network().bind(address, this::receive);
    }

    /** A pair whose server has a session with this peer. */
    public static RawPeer open(EndpointSetup server) {
        return new RawPeer(new SimPair(EndpointSetup.CLIENT, server, 1));
    }

    public SimPair pair() {
        return pair;
    }

    /** The session at the server. */
    public Session far() {
        return pair.server().onlySession();
    }

    public InetSocketAddress address() {
        return address;
    }

    /** Goes to another address. */
    public void moveTo(InetSocketAddress newAddress) {
        pair.network().unbind(address);
        address = newAddress;
        pair.network().bind(address, this::receive);
    }

    /** Sends packets without timestamps from now on. */
    public void omitTimestamps() {
        timestamps = false;
        pair.server().bearMissingTimestamps();
    }

    /** Sends a packet with these chunks. */
    public void send(Chunk... chunks) {
        pair.network().send(address, pair.server().address(), seal(chunks));
    }

    /** Sends a packet and lets it arrive, and what it causes come back. */
    public void exchange(Chunk... chunks) {
        send(chunks);
        run(SECONDS.toNanos(1) / 40);
    }

    public void run(long duration) {
        pair.time().runFor(duration);
    }

    /** A datagram with these chunks. */
    public byte[] seal(Chunk... chunks) {
        WireWriter packet = new WireWriter(LARGEST);
        int timestamp = (int) Math.floorDiv(pair.time().now(), TICK) & 0xffff;
        new PacketHeader(
                        false,
                        false,
                        PacketMode.INITIATOR,
                        timestamps ? timestamp : PacketHeader.ABSENT,
                        PacketHeader.ABSENT)
                .write(packet);
        for (Chunk chunk : chunks) {
            chunk.write(packet);
        }
        return seal(packet.toByteArray());
    }

    /** A datagram with that packet. */
    public byte[] seal(byte[] packet) {
        int start = PacketSealer.HEADROOM;
        byte[] scratch = new byte[start + packet.length + PacketSealer.TAILROOM];
        System.arraycopy(packet, 0, scratch, start, packet.length);
        byte[] sealed = new byte[packet.length + 64];
        int length =
                sealer.seal(
                        near.identity().farId(), scratch, start, start + packet.length, sealed, 0);
        return Arrays.copyOf(sealed, length);
    }

    /** What has arrived since the last time that this was asked. */
    public List<SeenPacket> received() {
        List<SeenPacket> packets = List.copyOf(received);
        received.clear();
        return packets;
    }

    /** The chunks of one kind of what has arrived since the last time. */
    public <C extends Chunk> List<C> received(Class<C> kind) {
        return received().stream().flatMap(packet -> packet.all(kind).stream()).toList();
    }

    private void receive(Datagram datagram) {
        SeenPacket packet = SeenPacket.open(opener, datagram);
        if (packet != null) {
            if (packet.header().timestamp() < 0) {
                throw new AssertionError("a packet without timestamp");
            }
            received.add(packet);
        }
    }
}
