package org.altocumulus.edge.netconnection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.edge.stream.ClusterPort;
import org.altocumulus.edge.stream.PublishAnswer;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.StreamKey;

/** A cluster that notes what it is told and answers when the test wants it to. */
final class RecordingCluster implements ClusterPort {
    private final List<String> calls = new ArrayList<>();
    private final List<RtmpMessage> media = new ArrayList<>();
    private final List<Long> numbers = new ArrayList<>();
    private final List<Boolean> past = new ArrayList<>();
    private final List<PublishAnswer> answers = new ArrayList<>();
    private final boolean acceptsAtOnce;
    private final Duration linger;
    private final Duration search;

    /** One that wants nothing without players. */
    RecordingCluster(boolean acceptsAtOnce) {
        this(acceptsAtOnce, Duration.ZERO);
    }

    RecordingCluster(boolean acceptsAtOnce, Duration linger) {
        this(acceptsAtOnce, linger, Duration.ZERO);
    }

    RecordingCluster(boolean acceptsAtOnce, Duration linger, Duration search) {
        this.acceptsAtOnce = acceptsAtOnce;
        this.linger = linger;
        this.search = search;
    }

    /** Such as "publish app/s", in the order of the calls. */
    List<String> calls() {
        return calls;
    }

    /** As {@link #calls}, which begin anew then. */
    List<String> takeCalls() {
        List<String> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    List<RtmpMessage> media() {
        return media;
    }

    /** The numbers of {@link #media}. */
    List<Long> numbers() {
        return numbers;
    }

    /** Which of {@link #media} were marked as past. */
    List<Boolean> past() {
        return past;
    }

    List<PublishAnswer> answers() {
        return answers;
    }

    @Override
    public Duration linger() {
        return linger;
    }

    @Override
    public Duration searchTime() {
        return search;
    }

    @Override
    public void publish(StreamKey key, String peerId, PublishAnswer answer) {
        calls.add("publish " + key);
        if (acceptsAtOnce) {
            answer.accepted();
        } else {
            answers.add(answer);
        }
    }

    @Override
    public void unpublish(StreamKey key) {
        calls.add("unpublish " + key);
    }

    @Override
    public void want(StreamKey key) {
        calls.add("want " + key);
    }

    @Override
    public void unwant(StreamKey key) {
        calls.add("unwant " + key);
    }

    @Override
    public void replaying(StreamKey key) {
        calls.add("replaying " + key);
    }

    @Override
    public void media(StreamKey key, long number, RtmpMessage message, boolean repeated) {
        past.add(repeated);
        media.add(message);
        numbers.add(number);
    }
}
