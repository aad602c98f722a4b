package org.altocumulus.edge.node;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * How many datagrams a socket with epoll has room for in one system call: {@link #BATCH} when it
 * found several of late, otherwise one, as to take one alone costs less in the call that takes one.
 * More than one needs {@code MAX_DATAGRAM_PAYLOAD_SIZE}, and no UDP_GRO, which forgets where
 * datagrams end.
 */
// The interface wants a type that Netty deprecates.
@SuppressWarnings("deprecation")
final class ReceiveRoom implements RecvByteBufAllocator {
    static final int BATCH = 16;
    private static final int SEVERAL = 4;

    private final int size;
    private final RecvByteBufAllocator single;

    /**
     * For any number of sockets.
     *
     * @param size the largest datagram in bytes; what is longer is cut off
     * @param most how many datagrams a turn takes; up to a batch more if they come in batches
     */
    ReceiveRoom(int size, int most) {
        this.size = size;
        this.single = new FixedRecvByteBufAllocator(size).maxMessagesPerRead(most);
    }

    @Override
    public Handle newHandle() {
        return new Room(single.newHandle());
    }

    private final class Room extends DelegatingHandle implements ExtendedHandle {
        private int room = 1;

        /** What this turn found so far, and what the one before found. */
        private int found;

        private int foundBefore;

        /** What the last call found. */
        private int lastFound;

        private Room(Handle single) {
            super(single);
        }

        @Override
        public void reset(ChannelConfig config) {
            super.reset(config);
            foundBefore = found;
            found = 0;
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            room = found >= SEVERAL || foundBefore >= SEVERAL ? BATCH : 1;
            lastFound = 0;
            return allocator.directBuffer(room * size);
        }

        @Override
        public void incMessagesRead(int messages) {
            super.incMessagesRead(messages);
            lastFound += messages;
            found += messages;
        }

        /** A batch that is not full was all that there is. */
        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
            return lastFound >= room && ((ExtendedHandle) delegate()).continueReading(maybeMore);
        }
    }
}
