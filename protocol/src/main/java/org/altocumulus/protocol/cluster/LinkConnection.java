package org.altocumulus.protocol.cluster;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * One TCP connection of the link without the TCP: bytes in, bytes out, and a delay after which it
 * wants to be called. What both ends and both roles share: framing, errors, heartbeats, the end.
 *
 * <p>The host calls {@link #receive} with what it read, {@link #tick} after {@link #delay}, {@link
 * #disconnected} when TCP ends; after each of them, and when {@linkplain #onOutput told}, it writes
 * what {@link #poll} gives as long as the socket takes it, and closes it when {@link #isDone}. It
 * holds little itself that is not yet written, as the bounds are those of the queues in here. It
 * does not read for {@link #pause}.
 */
public abstract class LinkConnection {
    private static final int MAX_ERRORS_BEFORE_OPEN = 5;
    private static final int MAX_ERRORS = 100;
    private static final long MAX_OUTPUT = 4 << 20;
    private static final int MAX_MESSAGE = 200;

    /** Silence after which a PING is sent where media are expected, and between two of them. */
    static final long MEDIA_PING = TimeUnit.SECONDS.toNanos(1);

    /** Silence after which a connection on which media are expected is given up. */
    static final long MEDIA_SILENCE = TimeUnit.MILLISECONDS.toNanos(2500);

    /** Unanswered PINGs before that, and how long the last of them has to be unanswered. */
    private static final int MEDIA_PINGS = 2;

    private static final long MEDIA_ANSWER = TimeUnit.MILLISECONDS.toNanos(500);

    /** Types of TLS records (RFC 8446 §5.1), of which none can begin a line. */
    private static final int TLS_FIRST = 20;

    private static final int TLS_LAST = 23;

    private final LinkTiming timing;
    private final FrameDecoder decoder = new FrameDecoder();
    private final Received received = new Received();
    private final Deque<byte[]> output = new ArrayDeque<>();
    private final MediaQueue media;
    private final LineRate rate;
    private long outputBytes;
    private Runnable onOutput = () -> {};

    private LinkState state = LinkState.GREETING;
    private final long openedAt;
    private long lastHeard;
    private long lastPing;
    private int errors;
    private boolean heardAnything;

    /** PINGs that were sent since anything was heard. */
    private int unanswered;

    /**
     * @param queue what the connection sends once it is open and no line waits, or null
     */
    LinkConnection(LinkTiming timing, MediaQueue queue, long now) {
        this.timing = timing;
        this.media = queue;
        this.rate = new LineRate(now);
        this.openedAt = now;
        this.lastHeard = now;
        this.lastPing = now;
    }

    /** Takes bytes that arrived; the array can be used again afterwards. */
    public final void receive(byte[] array, int offset, int length, long now) {
        if (state != LinkState.CLOSED) {
            lastHeard = now;
            unanswered = 0;
            received.now = now;
            heard(now);
            if (isTls(array, offset, length)) {
                close(Reason.TLS, "the other end speaks TLS and this one does not", now);
            } else {
                decoder.feed(array, offset, length, received);
            }
        }
    }

    /** Nanoseconds for which the host is to read nothing more, usually 0. */
    public final long pause(long now) {
        return rate.pause(now);
    }

    private boolean isTls(byte[] array, int offset, int length) {
        boolean first = !heardAnything && length > 0;
        heardAnything |= first;
        return first && array[offset] >= TLS_FIRST && array[offset] <= TLS_LAST;
    }

    /** Does what has become due. */
    public final void tick(long now) {
        if (state == LinkState.CLOSED) {
            return;
        }
        if (state != LinkState.OPEN && now - openedAt >= timing.handshake()) {
            close(Reason.HANDSHAKE_TIMEOUT, "no WELCOME in time", now);
        } else if (now - lastHeard >= timing.lost() || mediaLostDelay(now) <= 0) {
            close(Reason.SILENT, "nothing heard for too long", now);
        } else if (state == LinkState.OPEN && pingDelay(now) <= 0) {
            lastPing = now;
            unanswered++;
            send(Frame.of(Verb.PING).build(), now);
        }
        requests(now);
    }

    /** Nanoseconds until {@link #tick} has something to do, 0 or more. */
    public final long delay(long now) {
        if (state == LinkState.CLOSED) {
            return Long.MAX_VALUE;
        }
        long lost = Math.min(timing.lost() - (now - lastHeard), mediaLostDelay(now));
        long own = state == LinkState.OPEN ? pingDelay(now) : timing.handshake() - (now - openedAt);
        return Math.max(0, Math.min(requestDelay(now), Math.min(lost, own)));
    }

    /** The next bytes to write, shared and not to be changed, or null if there are none. */
    public final byte[] poll(long now) {
        if (output.isEmpty() && media != null && state == LinkState.OPEN) {
            StreamEvent event = media.poll(now);
            if (event != null) {
                add(event.line());
                if (event.payload() != null) {
                    add(event.payload());
                    add(FrameEncoder.newline());
                }
            } else if (media.isOverrun()) {
                close(Reason.TOO_SLOW, "media that may not be dropped wait for too long", now);
            }
        }
        byte[] next = output.poll();
        outputBytes -= next == null ? 0 : next.length;
        return next;
    }

    /** Whether all is written and the host is to close the TCP connection. */
    public final boolean isDone() {
        return state == LinkState.CLOSED && output.isEmpty();
    }

    /** The TCP connection ended. */
    public final void disconnected(long now) {
        broken(Reason.DISCONNECTED, "the TCP connection ended", now);
    }

    /** What carries the bytes failed: nothing can be written any more. */
    public final void broken(Reason reason, String message, long now) {
        output.clear();
        outputBytes = 0;
        end(reason, message, now);
    }

    /** Has {@code task} called whenever there is something to poll or the connection is done. */
    public final void onOutput(Runnable task) {
        onOutput = task;
    }

    /** Where the connection stands. */
    public final LinkState state() {
        return state;
    }

    /** Nanoseconds since anything was heard. */
    public final long silence(long now) {
        return now - lastHeard;
    }

    /** Says BYE and ends the connection. */
    public final void close(Reason reason, String message, long now) {
        if (state != LinkState.CLOSED) {
            send(reasoned(Verb.BYE, reason, message).build(), now);
            end(reason, message, now);
        }
    }

    /** The version that both ends speak; 0 before they have agreed on one. */
    public abstract int version();

    /** A frame before the connection is open; PING, PONG, OK and the like are among them. */
    abstract void greeted(Verb verb, Frame frame, long now) throws LinkRefusal;

    /** A frame of the open connection other than PING, PONG, ERROR and BYE. */
    abstract void handle(Verb verb, Frame frame, long now) throws LinkRefusal;

    /** The other end refused a request or could not read a frame. */
    abstract void refused(Frame error, long now);

    /** Called once when the connection has ended, whoever ended it. */
    abstract void ended(Reason reason, String message, long now);

    /** Whether players wait for what comes here, so that its loss has to be seen soon. */
    boolean expectsMedia() {
        return false;
    }

    /** Bytes arrived. */
    void heard(long now) {}

    /** Gives up requests that were not answered in time. */
    void requests(long now) {}

    /** Nanoseconds until {@link #requests} has something to do. */
    long requestDelay(long now) {
        return Long.MAX_VALUE;
    }

    /** Goes to another state; to one that the machine does not allow is an error of ours. */
    final void enter(LinkState next) {
        if (!state.leadsTo(next)) {
            throw new IllegalStateException(state + " does not lead to " + next);
        }
        state = next;
    }

    final void allowBodies() {
        decoder.allowBodies(MediaFrame.MAX_PAYLOAD);
    }

    /** Bytes that wait to be written, without the media queue. */
    final long waiting() {
        return outputBytes;
    }

    /** Queues a frame without a body. */
    final void send(Frame frame, long now) {
        if (state == LinkState.CLOSED) {
            return;
        }
        if (outputBytes > MAX_OUTPUT) {
            output.clear();
            outputBytes = 0;
            end(Reason.TOO_SLOW, "the peer reads too slowly", now);
            return;
        }
        add(FrameEncoder.line(frame));
        onOutput.run();
    }

    /** Queues media; what does not fit is dropped by the rules of {@link MediaQueue}. */
    final void offer(StreamEvent event, long now) {
        if (state == LinkState.OPEN) {
            media.offer(event, now);
            if (media.isOverrun()) {
                close(Reason.TOO_SLOW, "media that may not be dropped do not fit", now);
            } else {
                onOutput.run();
            }
        }
    }

    /** Queues a frame that repeats the id of what it responds to, if that had one. */
    final void respond(long id, Frame frame, long now) {
        send(id == Frame.NO_ID ? frame : frame.withId(id), now);
    }

    private void add(byte[] bytes) {
        output.add(bytes);
        outputBytes += bytes.length;
    }

    private long pingDelay(long now) {
        long ping = expectsMedia() ? Math.min(MEDIA_PING, timing.ping()) : timing.ping();
        return ping - Math.min(now - lastHeard, now - lastPing);
    }

    /**
     * How long a connection that media are expected on may still be silent. Time alone does not end
     * it: this process may have stood still, with the answers waiting to be read. So the other end
     * has left two PINGs unanswered, the second of them for a while.
     */
    private long mediaLostDelay(long now) {
        if (state != LinkState.OPEN || unanswered < MEDIA_PINGS || !expectsMedia()) {
            return Long.MAX_VALUE;
        }
        return Math.max(MEDIA_SILENCE - (now - lastHeard), MEDIA_ANSWER - (now - lastPing));
    }

    private void end(Reason reason, String message, long now) {
        if (state != LinkState.CLOSED) {
            enter(LinkState.CLOSED);
            ended(reason, message, now);
            onOutput.run();
        }
    }

    private void process(Frame frame, long now) {
        Verb verb = Verb.of(frame.verb());
        try {
            if (verb == null) {
                throw new LinkRefusal(
                        Reason.UNKNOWN_VERB, "the verb " + frame.verb() + " is not known here");
            } else if (verb == Verb.ERROR) {
                refused(frame, now);
            } else if (verb == Verb.BYE) {
                end(reason(frame), frame.text("message", "the other end said BYE"), now);
            } else if (state != LinkState.OPEN) {
                greeted(verb, frame, now);
            } else if (verb == Verb.PING) {
                respond(frame.id(), Frame.of(Verb.PONG).build(), now);
            } else if (verb != Verb.PONG) {
                handle(verb, frame, now);
            }
        } catch (LinkRefusal e) {
            refuse(frame.id(), e, now);
        }
    }

    private void refuse(long id, LinkRefusal why, long now) {
        Frame error = reasoned(Verb.ERROR, why.reason(), why.getMessage()).build();
        respond(id, error, now);
        errors += why.reason().isFault() ? 1 : 0;
        if (why.reason().isFatal()) {
            close(why.reason(), why.getMessage(), now);
        } else if (errors > (state == LinkState.OPEN ? MAX_ERRORS : MAX_ERRORS_BEFORE_OPEN)) {
            close(Reason.TOO_MANY_ERRORS, "more errors than are borne", now);
        }
    }

    static Reason reason(Frame frame) {
        Reason reason = Reason.of(frame.text("reason", ""));
        return reason == null ? Reason.DISCONNECTED : reason;
    }

    static Frame.Builder reasoned(Verb verb, Reason reason, String message) {
        String shown = message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) : message;
        return Frame.of(verb).with("reason", reason.token()).with("message", shown);
    }

    private final class Received implements FrameDecoder.Sink {
        private long now;

        @Override
        public void frame(Frame frame) {
            if (state != LinkState.CLOSED) {
                // Media are what the connection is for, and no queue of ours grows by them.
                if (frame.body() == null) {
                    rate.count(now);
                }
                process(frame, now);
            }
        }

        @Override
        public void malformed(LinkRefusal why) {
            if (state != LinkState.CLOSED) {
                rate.count(now);
                refuse(Frame.NO_ID, why, now);
            }
        }

        @Override
        public void framingLost(LinkRefusal why) {
            if (state != LinkState.CLOSED) {
                refuse(Frame.NO_ID, why, now);
                close(why.reason(), why.getMessage(), now);
            }
        }
    }
}
