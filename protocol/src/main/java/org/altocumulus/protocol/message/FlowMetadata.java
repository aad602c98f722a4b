package org.altocumulus.protocol.message;

import org.altocumulus.protocol.wire.Vlu;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/** The user metadata of a flow, which says what its messages are (RFC 7425 §5.1). */
public sealed interface FlowMetadata {
    /** The bytes of the option. */
    byte[] encode();

    /** Reads the metadata of a flow; anything not known, or not complete, is {@link Unknown}. */
    static FlowMetadata parse(byte[] metadata) {
        if (metadata.length >= 2) {
            if (metadata[0] == 'T' && metadata[1] == 'C') {
                return Stream.parse(metadata);
            }
            if (metadata[0] == 'G' && metadata[1] == 'C') {
                return new Group();
            }
        }
        return new Unknown(metadata);
    }

    /**
     * {@code 'T' 'C' flags [stream id VLU]}: RTMP messages of one stream.
     *
     * @param streamId 0 for the NetConnection, else of a NetStream; at most 2^32 - 1
     * @param networkOrder whether the receiver should deliver in the order of arrival
     */
    record Stream(long streamId, boolean networkOrder) implements FlowMetadata {
        private static final int HAS_STREAM_ID = 0x04;
        private static final int NETWORK_ORDER = 0x01;
        private static final int SIGNATURE_SIZE = 2;
        private static final long MAX_STREAM_ID = 0xffff_ffffL;

        /**
         * @throws IllegalArgumentException if the stream id is out of range
         */
        public Stream {
            if (streamId < 0 || streamId > MAX_STREAM_ID) {
                throw new IllegalArgumentException("stream " + streamId);
            }
        }

        private static FlowMetadata parse(byte[] metadata) {
            WireReader reader =
                    new WireReader(metadata, SIGNATURE_SIZE, metadata.length - SIGNATURE_SIZE);
            try {
                int flags = reader.u8();
                if ((flags & HAS_STREAM_ID) != 0) {
                    long streamId = reader.vlu();
                    if (streamId <= MAX_STREAM_ID) {
                        return new Stream(streamId, (flags & NETWORK_ORDER) != 0);
                    }
                }
            } catch (WireException e) {
                // Not complete: falls through to unknown.
            }
            return new Unknown(metadata);
        }

        @Override
        public byte[] encode() {
            WireWriter writer = new WireWriter(SIGNATURE_SIZE + 1 + Vlu.size(streamId));
            writer.u8('T').u8('C').u8(HAS_STREAM_ID | (networkOrder ? NETWORK_ORDER : 0));
            return writer.vlu(streamId).toByteArray();
        }
    }

    /** {@code 'G' 'C'}: the messages by which a client joins a group, see {@link GroupJoin}. */
    record Group() implements FlowMetadata {
        @Override
        public byte[] encode() {
            return new byte[] {'G', 'C'};
        }
    }

    /**
     * A flow of no kind that we take.
     *
     * @param bytes all of the metadata, shared
     */
    record Unknown(byte[] bytes) implements FlowMetadata {
        @Override
        public byte[] encode() {
            return bytes;
        }
    }
}
