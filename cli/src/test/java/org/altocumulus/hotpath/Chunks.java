package org.altocumulus.hotpath;

import org.altocumulus.protocol.chunk.AckWriter;
import org.altocumulus.protocol.chunk.BitmapAck;
import org.altocumulus.protocol.chunk.Chunk;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.altocumulus.protocol.chunk.RangeAck;
import org.altocumulus.protocol.chunk.UserData;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/** The chunks of a session in full swing, parsed and written as sessions do. */
public final class Chunks {
    private static final int ROOM = 1200;
    private static final long FLOW = 4;
    private static final long NUMBER = 100_000;
    private static final long BLOCKS = 2048;
    private static final long[] RANGES = {
        NUMBER + 3, NUMBER + 9, NUMBER + 11, NUMBER + 11, NUMBER + 14, NUMBER + 30
    };

    private final byte[] message = Inputs.message();
    private final WireWriter writer = new WireWriter(ROOM);
    private final WireReader reader = new WireReader(new byte[0]);
    private final BitmapAck bitmap = new BitmapAck(FLOW, BLOCKS, NUMBER, RANGES);
    private final byte[] userData;
    private final byte[] rangeAck;
    private final byte[] shortAck;
    private final byte[] bitmapAck;

    public Chunks() {
        writeUserData();
        userData = writer.toByteArray();
        writeRangeAck();
        rangeAck = writer.toByteArray();
        writeBitmapAck();
        bitmapAck = writer.toByteArray();
        WireWriter written = begin();
        AckWriter.write(written, ROOM, FLOW, BLOCKS, NUMBER, RANGES, 0);
        shortAck = written.toByteArray();
    }

    /** User Data with a message of 1000 bytes. */
    public UserData parseUserData() throws WireException {
        return UserData.read(payload(userData));
    }

    /** The same; its bytes. */
    public int writeUserData() {
        WireWriter written = begin();
        UserData.writeHeader(
                written,
                false,
                false,
                FragmentControl.WHOLE,
                FLOW,
                NUMBER,
                3,
                FlowOptions.NONE,
                message.length);
        return written.bytes(message).written();
    }

    /** An acknowledgement with three ranges. */
    public RangeAck parseRangeAck() throws WireException {
        return RangeAck.read(payload(rangeAck));
    }

    /** An acknowledgement of all that was sent. */
    public RangeAck parseRangeAckWithoutRanges() throws WireException {
        return RangeAck.read(payload(shortAck));
    }

    /** Three ranges; its bytes. */
    public int writeRangeAck() {
        return AckWriter.write(begin(), ROOM, FLOW, BLOCKS, NUMBER, RANGES, RANGES.length);
    }

    /** The three ranges as bits. */
    public BitmapAck parseBitmapAck() throws WireException {
        return BitmapAck.read(payload(bitmapAck));
    }

    /** The three ranges as bits; its bytes. */
    public int writeBitmapAck() {
        WireWriter written = begin();
        bitmap.write(written);
        return written.written();
    }

    private WireWriter begin() {
        return writer.wrap(writer.array(), 0, ROOM);
    }

    private WireReader payload(byte[] chunk) {
        return reader.wrap(chunk, Chunk.HEADER_SIZE, chunk.length - Chunk.HEADER_SIZE);
    }
}
