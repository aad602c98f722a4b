package org.altocumulus.protocol.sim;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.Random;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.session.Session;

/**
 * Audio and video that one end of a pair sends to the other in real time, each on a flow of its
 * own, with deadlines; all that leaves and arrives is checked.
 */
public final class LiveStream {
    private static final long SECOND = SECONDS.toNanos(1);

    private final VirtualTime time;
    private final MediaProfile profile;
    private final Random random;
    private final SentFlow audio;
    private final SentFlow video;
    private final DeliveryCheck audioCheck;
    private final DeliveryCheck videoCheck;
    private long end;
    private long videoBytes;
    private long audioBytes;

    /**
     * A stream that waits for {@link #run}.
     *
     * @param from the end that sends, with its session
     * @param to the end that receives, with its session
     */
    public LiveStream(
            SimPair pair,
            SimEndpoint from,
            Session sender,
            SimEndpoint to,
            Session receiver,
            MediaProfile profile,
            long seed) {
        this.time = pair.time();
        this.profile = profile;
        this.random = new Random(seed);
        this.audio = SentFlow.open(sender, Priority.AUDIO);
        this.video = SentFlow.open(sender, Priority.VIDEO);
        this.audioCheck = new DeliveryCheck(audio, time);
        this.videoCheck = new DeliveryCheck(video, time);
        DepartureCheck departures = new DepartureCheck(pair.network(), from, receiver);
        departures.add(audio);
        departures.add(video);
        to.recorder().onFlow(this::onFlow);
    }

    /** A stream from the client to the server. */
    public static LiveStream up(SimPair pair, MediaProfile profile, long seed) {
        return new LiveStream(
                pair,
                pair.client(),
                pair.clientSession(),
                pair.server(),
                pair.serverSession(),
                profile,
                seed);
    }

    /** A stream from the server to the client. */
    public static LiveStream down(SimPair pair, MediaProfile profile, long seed) {
        return new LiveStream(
                pair,
                pair.server(),
                pair.serverSession(),
                pair.client(),
                pair.clientSession(),
                profile,
                seed);
    }

    private void onFlow(FlowLog log) {
        if (audio.isOf(log)) {
            log.handOn(audioCheck);
        } else if (video.isOf(log)) {
            log.handOn(videoCheck);
        }
    }

    public SentFlow audio() {
        return audio;
    }

    public SentFlow video() {
        return video;
    }

    /** What arrived of the audio. */
    public DeliveryCheck audioArrived() {
        return audioCheck;
    }

    /** What arrived of the video. */
    public DeliveryCheck videoArrived() {
        return videoCheck;
    }

    /** Bytes of all messages. */
    public long bytes() {
        return audioBytes + videoBytes;
    }

    /** Begins to send, for {@code duration}; the caller lets the time pass. */
    public void start(long duration) {
        end = time.now() + duration;
        nextAudio();
        if (profile.framesPerSecond() > 0) {
            nextFrame();
        }
    }

    /** Sends for {@code duration}, and waits until all is delivered or given up. */
    public void run(long duration) {
        start(duration);
        time.runFor(duration + profile.keyFrameLifetime() + SECOND);
    }

    private void nextAudio() {
        if (time.now() < end) {
            int length = around(profile.audioBytes());
            audioBytes += length;
            audio.send(length, SendFlow.NEVER, time.now() + profile.audioLifetime());
            time.after(SECOND / profile.audioPerSecond(), this::nextAudio);
        }
    }

    private void nextFrame() {
        if (time.now() < end) {
            boolean key = video.count() % profile.keyFrameEvery() == 0;
            int length = around(key ? profile.keyFrameBytes() : profile.interFrameBytes());
            long lifetime = key ? profile.keyFrameLifetime() : profile.interFrameLifetime();
            videoBytes += length;
            video.send(length, SendFlow.NEVER, time.now() + lifetime);
            time.after(SECOND / profile.framesPerSecond(), this::nextFrame);
        }
    }

    private int around(int average) {
        return average / 2 + random.nextInt(average);
    }
}
