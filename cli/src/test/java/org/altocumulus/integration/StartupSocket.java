package org.altocumulus.integration;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.Chunks;
import org.altocumulus.protocol.crypto.OpenResult;
import org.altocumulus.protocol.crypto.PacketOpener;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.crypto.StartupKeys;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/** A UDP socket in the hands of a test that says the words of a handshake itself. */
final class StartupSocket implements AutoCloseable {
    private static final int LARGEST = 2048;
    private static final int LIMIT_MILLIS = 15_000;

    private final DatagramSocket socket;
    private final PacketSealer sealer = StartupKeys.newSealer();
    private final PacketOpener opener = StartupKeys.newOpener();

    /** A datagram that came, with one chunk. */
    record Answer(InetSocketAddress from, Chunk chunk, int bytes) {}

    StartupSocket() throws IOException {
        socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    }

    /** Where others reach it. */
    InetSocketAddress address() {
        return new InetSocketAddress(socket.getLocalAddress(), socket.getLocalPort());
    }

    /** Sends one chunk, and says how many bytes that were. */
    int send(Chunk chunk, InetSocketAddress to) throws IOException {
        WireWriter packet = new WireWriter(LARGEST);
        PacketHeader.startup(1).write(packet);
        chunk.write(packet);
        byte[] plain = packet.toByteArray();
        int start = PacketSealer.HEADROOM;
        byte[] scratch = new byte[start + plain.length + PacketSealer.TAILROOM];
        System.arraycopy(plain, 0, scratch, start, plain.length);
        byte[] sealed = new byte[LARGEST];
        int length = sealer.seal(0, scratch, start, start + plain.length, sealed, 0);
        socket.send(new DatagramPacket(sealed, length, to));
        return length;
    }

    /** The next so many datagrams, in the order in which they come. */
    List<Answer> receive(int count) throws IOException, WireException {
        List<Answer> answers = new ArrayList<>();
        while (answers.size() < count) {
            answers.add(next(LIMIT_MILLIS));
        }
        return answers;
    }

    /** Whether nothing more comes in a moment. */
    boolean isSilent() throws IOException, WireException {
        try {
            next(300);
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    private Answer next(int millis) throws IOException, WireException {
        socket.setSoTimeout(millis);
        DatagramPacket datagram = new DatagramPacket(new byte[LARGEST], LARGEST);
        socket.receive(datagram);
        byte[] plain = new byte[LARGEST];
        if (opener.open(datagram.getData(), 0, datagram.getLength(), plain) != OpenResult.OPENED) {
            throw new AssertionError("not a startup packet: " + datagram.getLength() + " bytes");
        }
        WireReader reader = new WireReader(plain, opener.packetOffset(), opener.packetLength());
        PacketHeader.read(reader);
        ChunkCursor cursor = new ChunkCursor().wrap(reader);
        if (!cursor.next()) {
            throw new AssertionError("a packet without a chunk");
        }
        InetSocketAddress from = (InetSocketAddress) datagram.getSocketAddress();
        Chunk chunk = Chunks.read(cursor.type(), cursor.payload());
        return new Answer(from, chunk, datagram.getLength());
    }

    @Override
    public void close() {
        socket.close();
    }
}
