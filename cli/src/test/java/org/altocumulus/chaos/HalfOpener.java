package org.altocumulus.chaos;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.chunk.IIKeying;
import org.altocumulus.protocol.chunk.RHello;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.InitiatorKeying;
import org.altocumulus.protocol.crypto.KeyingException;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.OpenResult;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.crypto.StartupKeys;
import org.altocumulus.protocol.crypto.WeakKeys;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * Opens sessions with a node from one address, up to Initiator Initial Keying (RFC 7016
 * §3.5.1.1.2), and is never heard of again. Two threads of its own.
 */
final class HalfOpener implements AutoCloseable {
    private static final int TAG_SIZE = 16;
    private static final int MAX_DATAGRAM = 2048;
    private static final int TIMEOUT_MILLIS = 200;
    private static final List<DhGroup> GROUPS = List.of(DhGroup.MODP_1024);
    private static final KeyingPolicy POLICY =
            new KeyingPolicy(
                    GROUPS,
                    Protection.ON_REQUEST,
                    Protection.ON_REQUEST,
                    KeyingPolicy.DEFAULT_HMAC_LENGTH);

    private final InetSocketAddress node;
    private final byte[] wanted;
    private final long periodNanos;
    private final SecureRandom random = new SecureRandom();
    private final WeakKeys keys = new WeakKeys(GROUPS, random);
    private final DatagramSocket socket;
    private final AtomicInteger keyings = new AtomicInteger();
    private volatile boolean closed;

    /**
     * Begins.
     *
     * @param perSecond openings in a second
     */
    HalfOpener(InetSocketAddress node, int perSecond) throws IOException {
        this.node = node;
        this.wanted = EndpointDiscriminator.ofUri("rtmfp://chaos/live").encoded();
        this.periodNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        thread(this::sayHellos);
        thread(this::sendKeyings);
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(task, "chaos-half-open");
        thread.setDaemon(true);
        thread.start();
    }

    /** How many openings got as far as their keying. */
    int keyings() {
        return keyings.get();
    }

    private void sayHellos() {
        PacketSealer sealer = StartupKeys.newSealer();
        long next = System.nanoTime();
        try {
            while (!closed) {
                byte[] tag = new byte[TAG_SIZE];
                random.nextBytes(tag);
                send(sealer, new IHello(wanted, tag));
                next += periodNanos;
                TimeUnit.NANOSECONDS.sleep(Math.max(0, next - System.nanoTime()));
            }
        } catch (IOException | InterruptedException e) {
            // It has been closed.
            return;
        }
    }

    private void sendKeyings() {
        PacketSealer sealer = StartupKeys.newSealer();
        PacketOpener opener = StartupKeys.newOpener();
        byte[] opened = new byte[MAX_DATAGRAM];
        DatagramPacket datagram = new DatagramPacket(new byte[MAX_DATAGRAM], MAX_DATAGRAM);
        while (!closed) {
            try {
                socket.receive(datagram);
                OpenResult result =
                        opener.open(datagram.getData(), 0, datagram.getLength(), opened);
                if (result == OpenResult.OPENED) {
                    answer(
                            sealer,
                            new WireReader(opened)
                                    .wrap(opened, opener.packetOffset(), opener.packetLength()));
                }
            } catch (SocketTimeoutException e) {
                // Nothing came; perhaps it is over.
            } catch (IOException e) {
                return;
            } catch (WireException | KeyingException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void answer(PacketSealer sealer, WireReader packet)
            throws IOException, WireException, KeyingException {
        PacketHeader.read(packet);
        ChunkCursor chunks = new ChunkCursor().wrap(packet);
        if (!chunks.next() || chunks.type() != RHello.TYPE) {
            return;
        }
        RHello hello = RHello.read(chunks.payload());
        Identity identity = Identity.ephemeralClient(GROUPS, random, keys);
        InitiatorKeying keying =
                InitiatorKeying.begin(
                        identity, POLICY, Certificate.parse(hello.certificate()), random);
        int id = 1 + random.nextInt(Integer.MAX_VALUE - 1);
        byte[] signature = {'X'};
        byte[] certificate = identity.certificate().encoded();
        send(sealer, new IIKeying(id, hello.cookie(), certificate, keying.component(), signature));
        keyings.incrementAndGet();
    }

    private void send(PacketSealer sealer, Chunk chunk) throws IOException {
        PacketHeader header = PacketHeader.startup(0);
        int size = header.size() + chunk.size();
        byte[] plain = new byte[PacketSealer.HEADROOM + size + PacketSealer.TAILROOM];
        WireWriter writer = new WireWriter(plain, PacketSealer.HEADROOM, size);
        header.write(writer);
        chunk.write(writer);
        byte[] sealed = new byte[plain.length + PacketSealer.TAILROOM];
        int length =
                sealer.seal(
                        0, plain, PacketSealer.HEADROOM, PacketSealer.HEADROOM + size, sealed, 0);
        socket.send(new DatagramPacket(sealed, length, node));
    }

    @Override
    public void close() {
        closed = true;
        socket.close();
    }
}
