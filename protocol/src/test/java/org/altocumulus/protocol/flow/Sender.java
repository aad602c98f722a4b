package org.altocumulus.protocol.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.Chunks;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.NextUserData;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/** A send flow and the packets that it fills, read again. */
final class Sender {
    static final int MAX_CHUNK = 200;
    static final byte[] METADATA = {'T', 'C', 4, 0};
    static final long FLOW = 5;

    final Outstanding outstanding = new Outstanding();
    final SendFlow flow =
            new SendFlow(
                    FLOW, FlowOptions.of(METADATA), Priority.CONTROL, outstanding, () -> MAX_CHUNK);
    long now = -1_000;

    /** A fragment as it was sent. */
    record Sent(
            long number,
            long forward,
            boolean abandon,
            boolean isFinal,
            boolean options,
            boolean next,
            byte[] data) {
        /** Number, forward number, "abandon", "final": the form in which tests expect it. */
        @Override
        public String toString() {
            return number + "/" + forward + (abandon ? " abandon" : "") + (isFinal ? " final" : "");
        }
    }

    void send(int length) {
        assertThat(flow.send(new byte[length], SendFlow.NEVER, SendFlow.NEVER)).isTrue();
    }

    void sendUntil(int length, long startBy, long finishBy) {
        assertThat(flow.send(new byte[length], startBy, finishBy)).isTrue();
    }

    /** Fills one packet. */
    List<Sent> packet() {
        WireWriter packet = new WireWriter(MAX_CHUNK);
        boolean any = flow.fill(packet, now);
        List<Sent> sent = read(packet);
        assertThat(any).isEqualTo(!sent.isEmpty());
        return sent;
    }

    /** Fills packets until nothing is ready. */
    List<Sent> packets() {
        List<Sent> sent = new ArrayList<>();
        for (List<Sent> packet = packet(); !packet.isEmpty(); packet = packet()) {
            sent.addAll(packet);
        }
        return sent;
    }

    /** The next packet, in the form of tests. */
    String show() {
        return String.join(", ", packet().stream().map(Sent::toString).toList());
    }

    /** All that is ready, in the form of tests. */
    String showAll() {
        return String.join(", ", packets().stream().map(Sent::toString).toList());
    }

    long ack(long cumulative, long... ranges) {
        return flow.onAcknowledgement(1 << 20, cumulative, ranges);
    }

    /** What is in flight got lost. */
    void lose() {
        outstanding.expireAll();
    }

    private static List<Sent> read(WireWriter packet) {
        List<Sent> sent = new ArrayList<>();
        WireReader reader = new WireReader(packet.array(), 0, packet.written());
        ChunkCursor cursor = new ChunkCursor().wrap(reader);
        try {
            while (cursor.next()) {
                sent.add(read(Chunks.read(cursor.type(), cursor.payload()), sent));
            }
        } catch (WireException e) {
            throw new AssertionError(e);
        }
        return sent;
    }

    private static Sent read(Chunk chunk, List<Sent> before) {
        if (chunk instanceof NextUserData data) {
            Sent last = before.get(before.size() - 1);
            return new Sent(
                    last.number + 1,
                    last.forward,
                    data.abandon(),
                    data.isFinal(),
                    !data.options().isEmpty(),
                    true,
                    Arrays.copyOfRange(data.array(), data.offset(), data.offset() + data.length()));
        }
        UserData data = (UserData) chunk;
        assertThat(data.flowId()).isEqualTo(FLOW);
        return new Sent(
                data.sequenceNumber(),
                data.forwardSequenceNumber(),
                data.abandon(),
                data.isFinal(),
                !data.options().isEmpty(),
                false,
                Arrays.copyOfRange(data.array(), data.offset(), data.offset() + data.length()));
    }
}
