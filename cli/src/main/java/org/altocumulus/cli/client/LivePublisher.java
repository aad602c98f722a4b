package org.altocumulus.cli.client;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
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
    private static final Duration STALL_LIMIT = Duration.ofSeconds(10);

    /** Who was stopped is in a hurry: the server has this long for what is on its way. */
    private static final Duration STOP_LIMIT = Duration.ofMillis(300);

    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final MediaCount count;
    private final SentListener sent;
    private final Runnable begun;
    private final Consumer<String> warnings;
    private volatile boolean ended;
    private volatile boolean stopped;
    private volatile String failure;
    private volatile String refusal;

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
        this(sent, new MediaCount(), () -> {}, warning -> {});
    }

    /**
     * A publisher that tells how it goes.
     *
     * @param count counts what is sent
     * @param begun called on the thread of {@link #run} when the server has accepted the stream
     * @param warnings gets, on the loop of the connection, what the server says or refuses while
     *     publishing goes on, in words for people
     */
    public LivePublisher(MediaCount count, Runnable begun, Consumer<String> warnings) {
        this((message, nanos) -> {}, count, begun, warnings);
    }

    private LivePublisher(
            SentListener sent, MediaCount count, Runnable begun, Consumer<String> warnings) {
        this.sent = sent;
        this.count = count;
        this.begun = begun;
        this.warnings = warnings;
    }

    @Override
    public void onStatus(Status status) {
        if (status.is(StatusCode.PUBLISH_START)) {
            started.complete(null);
        } else if (status.isError() && !status.is(StatusCode.CONNECT_APP_SHUTDOWN)) {
            fail(status.code() + " " + status.description());
        } else if (status.isWarning()) {
            warnings.accept(status.code() + " " + status.description());
        }
    }

    /** The rest goes on: who plays the stream may be glad of it. */
    @Override
    public void onRefused(String what, long code) {
        refusal = "the server takes no more " + what + " of it (flow exception " + code + ")";
        warnings.accept(refusal);
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
        stopped = true;
        ended = true;
        started.completeExceptionally(new ClientException("stopped"));
    }

    /**
     * Publishes until the source ends or {@link #stop} is called.
     *
     * @param stream was created with this publisher as its listener
     * @throws IOException if the server refuses, does not answer within 10 s or takes nothing more,
     *     or if the connection ends; at the end if it refused audio or video on the way
     */
    public void run(ClientStream stream, String name, FlvSource source)
            throws IOException, InterruptedException {
        stream.publish(name);
        awaitStart(name);
        begun.run();
        Pace pace = new Pace();
        long checked = 0;
        for (FlvSource.Due due = source.next(); due != null; due = source.next()) {
            pace.await(due.millis(), () -> ended);
            if (ended) {
                break;
            }
            RtmpMessage message = prepare(due.message());
            sent.onSent(message, System.nanoTime());
            stream.send(message);
            count.add(message);
            if (count.bytes() - checked > CHECK_BYTES) {
                checked = count.bytes();
                stream.awaitQueued(MAX_QUEUED_BYTES, STALL_LIMIT);
            }
        }
        if (failure == null) {
            end(stream, stopped);
        }
        if (failure != null || refusal != null) {
            throw new ClientException(
                    "publish " + shown(name) + ": " + (failure != null ? failure : refusal));
        }
    }

    /** Ends the publication behind what was sent. */
    static void end(ClientStream stream, boolean stopped) throws InterruptedException {
        Duration limit = stopped ? STOP_LIMIT : STALL_LIMIT;
        // Commands have a flow of their own, on which the end would overtake the last frames.
        stream.awaitQueued(0, limit);
        stream.closeStream();
        stream.awaitQueued(0, limit);
    }

    /** The name without its query, which may hold secrets. */
    static String shown(String name) {
        int question = name.indexOf('?');
        return question < 0 ? name : name.substring(0, question);
    }

    private void awaitStart(String name) throws IOException, InterruptedException {
        try {
            started.get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new ClientException("publish " + shown(name) + ": " + e.getCause().getMessage());
        } catch (TimeoutException e) {
            throw new ClientException("publish " + shown(name) + ": no answer within 10 s");
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
