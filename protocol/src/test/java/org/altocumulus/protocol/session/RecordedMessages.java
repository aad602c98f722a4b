package org.altocumulus.protocol.session;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.Chunks;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.chunk.NextUserData;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.packet.ChunkCursor;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.vectors.RecordedPacket;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * The messages in recorded packets, put together in the simplest way: all fragments of a flow
 * sorted by their numbers, up to the first that the recording does not have.
 */
final class RecordedMessages {
    private final Map<Long, TreeMap<Long, Fragment>> flows = new TreeMap<>();

    private record Fragment(FragmentControl control, boolean abandon, byte[] data) {}

    static Map<Long, List<byte[]>> of(List<RecordedPacket> packets) throws WireException {
        RecordedMessages recorded = new RecordedMessages();
        for (RecordedPacket packet : packets) {
            recorded.add(packet.packet());
        }
        Map<Long, List<byte[]>> messages = new TreeMap<>();
        recorded.flows.forEach((id, fragments) -> messages.put(id, join(fragments)));
        return messages;
    }

    private void add(byte[] packet) throws WireException {
        WireReader reader = new WireReader(packet);
        PacketHeader.read(reader);
        ChunkCursor cursor = new ChunkCursor().wrap(reader);
        long flow = 0;
        long number = 0;
        while (cursor.next()) {
            Chunk chunk = Chunks.read(cursor.type(), cursor.payload());
            if (chunk instanceof UserData data) {
                flow = data.flowId();
                number = data.sequenceNumber();
                put(
                        flow,
                        number,
                        data.fragment(),
                        data.abandon(),
                        data.array(),
                        data.offset(),
                        data.length());
            } else if (chunk instanceof NextUserData data) {
                number++;
                put(
                        flow,
                        number,
                        data.fragment(),
                        data.abandon(),
                        data.array(),
                        data.offset(),
                        data.length());
            }
        }
    }

    private void put(
            long flow,
            long number,
            FragmentControl control,
            boolean abandon,
            byte[] array,
            int offset,
            int length) {
        byte[] data = Arrays.copyOfRange(array, offset, offset + length);
        flows.computeIfAbsent(flow, id -> new TreeMap<>())
                .put(number, new Fragment(control, abandon, data));
    }

    private static List<byte[]> join(Map<Long, Fragment> fragments) {
        List<byte[]> messages = new ArrayList<>();
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        for (long number = 1; fragments.containsKey(number); number++) {
            Fragment fragment = fragments.get(number);
            if (fragment.abandon) {
                continue;
            }
            message.writeBytes(fragment.data);
            if (fragment.control == FragmentControl.WHOLE
                    || fragment.control == FragmentControl.END) {
                messages.add(message.toByteArray());
                message.reset();
            }
        }
        return messages;
    }
}
