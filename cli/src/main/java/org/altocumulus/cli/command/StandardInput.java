package org.altocumulus.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Standard input or a pipe, for who must not wait for it: nothing ends a read of the JDK's before
 * there is something to read, or the opening of a pipe before somebody writes to it. A thread opens
 * it at the first read and reads ahead, at most 1 MiB; {@link #end} ends it for the reader at once.
 * One thread reads, any ends it.
 */
final class StandardInput extends InputStream {
    private static final int PIECE = 16 << 10;
    private static final int PIECES = 64;
    private static final long POLL_MILLIS = 100;
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> pieces = new ArrayBlockingQueue<>(PIECES);
    private final Opener opener;
    private boolean started;
    private byte[] piece = END;
    private int position;
    private boolean ended;
    private volatile IOException failure;
    private volatile boolean closed;

    /** Opens the stream to read, and may wait for that. */
    interface Opener {
        InputStream open() throws IOException;
    }

    StandardInput(Opener opener) {
        this.opener = opener;
    }

    private void readAhead() {
        byte[] buffer = new byte[PIECE];
        try {
            InputStream in = opener.open();
            for (int count = in.read(buffer); count >= 0 && !closed; count = in.read(buffer)) {
                if (count > 0) {
                    pieces.put(Arrays.copyOf(buffer, count));
                }
            }
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            putEnd();
        }
    }

    private void putEnd() {
        try {
            boolean put = false;
            while (!put && !closed) {
                put = pieces.offer(END, POLL_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!started) {
            started = true;
            Thread thread = new Thread(this::readAhead, "standard-input");
            thread.setDaemon(true);
            thread.start();
        }
        while (position == piece.length) {
            if (ended || closed) {
                return -1;
            }
            next();
        }
        int count = Math.min(length, piece.length - position);
        System.arraycopy(piece, position, bytes, offset, count);
        position += count;
        return count;
    }

    private void next() throws IOException {
        try {
            byte[] next = pieces.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
            if (next == END) {
                ended = true;
                if (failure != null) {
                    throw failure;
                }
            } else if (next != null) {
                piece = next;
                position = 0;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ended = true;
        }
    }

    /** The reader sees the end. */
    void end() {
        closed = true;
    }

    /** Ends it; the stream below stays open. */
    @Override
    public void close() {
        end();
    }
}
