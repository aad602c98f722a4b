package org.altocumulus.cli.client;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.altocumulus.protocol.wire.WireException;

/**
 * Publishes the messages of a source at the pace of their timestamps. {@link #run} uses the calling
 * thread; the counters may be read from others.
 */
public final class LivePublisher implements StreamListener {
    private static final long CHECK_BYTES = 1 << 20;
    private static final long MAX_QUEUED_BYTES = 8 << 20;
    static final Duration STALL_LIMIT = Duration.ofSeconds(10);

    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final SentListener sent;
    private volatile boolean ended;
    private volatile String failure;

    /** Told of each message that was handed over to be sent. */
    @FunctionalInterface
    public interface SentListener {
        /**
         * A message goes out now.
         *
         * @param nanos of {@link System#nanoTime}
         */
        void onSent(RtmpMessage message, long nanos);
    }

    /** A publisher that nobody watches. */
    public LivePublisher() {
        this((message, nanos) -> {});
    }

    /** A publisher whose messages are told to {@code sent}, on the thread of {@link #run}. */
    public LivePublisher(SentListener sent) {
        this.sent = sent;
    }

    /** Messages sent so far. */
    public long messages() {
        return messages.get();
    }

    /** Payload bytes sent so far. */
    public long bytes() {
        return bytes.get();
    }

    @Override
    public void onStatus(Status status) {
        if (status.is(StatusCode.PUBLISH_START)) {
            started.complete(null);
        } else if (status.isError() && !status.is(StatusCode.CONNECT_APP_SHUTDOWN)) {
            fail(status.code() + " " + status.description());
        }
    }

    @Override
    public void onClosed() {
        fail("the connection ended");
    }

    private void fail(String why) {
        failure = why;
        ended = true;
        started.completeExceptionally(new ClientException(why));
    }

    /** Makes {@link #run} end soon. */
    public void stop() {
        ended = true;
    }

    /**
     * Publishes until the source ends or {@link #stop} is called.
     *
     * @param stream was created with this publisher as its listener
     * @throws IOException if the server refuses, does not answer within 10 s or takes nothing more,
     *     if the connection ends, or if the source fails
     */
    public void run(ClientStream stream, String name, FlvSource source)
            throws IOException, InterruptedException {
        stream.publish(name);
        awaitStart(name);
        long start = System.nanoTime();
        long checked = 0;
        for (FlvSource.Due due = source.next(); due != null; due = source.next()) {
            Pace.sleepUntil(start + TimeUnit.MILLISECONDS.toNanos(due.millis()), () -> ended);
            if (ended) {
                break;
            }
            RtmpMessage message = prepare(due.message());
            sent.onSent(message, System.nanoTime());
            stream.send(message);
            messages.incrementAndGet();
            bytes.addAndGet(message.payloadLength());
            if (bytes.get() - checked > CHECK_BYTES) {
                checked = bytes.get();
                stream.awaitQueued(MAX_QUEUED_BYTES, STALL_LIMIT);
            }
        }
        if (failure == null) {
            // Commands have a flow of their own, on which the end would overtake the last frames.
            stream.awaitQueued(0, STALL_LIMIT);
            stream.closeStream();
            stream.awaitQueued(0, STALL_LIMIT);
        }
        if (failure != null) {
            throw new ClientException("publish " + name + ": " + failure);
        }
    }

    private void awaitStart(String name) throws IOException, InterruptedException {
        try {
            started.get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new ClientException("publish " + name + ": " + e.getCause().getMessage());
        } catch (TimeoutException e) {
            throw new ClientException("publish " + name + ": no answer within 10 s");
        }
    }

    /** Metadata goes out as an instruction to keep it for players that come late. */
    public static RtmpMessage prepare(RtmpMessage message) {
        if (message.type() != MessageType.DATA_AMF0) {
            return message;
        }
        try {
            DataMessage data = DataMessage.parse(message);
            if (!data.isMetadata()) {
                return message;
            }
            List<AmfValue> arguments = new ArrayList<>();
            arguments.add(AmfValue.of(data.handler()));
            arguments.addAll(data.arguments());
            return new DataMessage(DataMessage.SET_DATA_FRAME, arguments)
                    .encode(message.timestamp());
        } catch (WireException e) {
            return message;
        }
    }
}
