package org.altocumulus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.message.Status;
import org.altocumulus.protocol.message.StatusCode;
import org.junit.jupiter.api.Test;

/** Field case 106: a misspelt name does not look like a stream without a picture. */
class PlaybackTest {
    private static final String YET = "waiting for show: nobody publishes it yet";

    private final List<String> said = new ArrayList<>();
    private long nanos = -1;
    private int ended;

    private Playback playback(boolean reconnects, Duration patience) {
        return playback(reconnects, patience, null);
    }

    private Playback playback(boolean reconnects, Duration patience, Duration length) {
        StreamUrl url = StreamUrl.parse("rtmfp://host/live/show?token=secret");
        return new Playback(
                url, reconnects, null, patience, length, said::add, () -> ended++, () -> nanos);
    }

    private void seconds(Playback playback, int seconds) {
        for (int i = 0; i < seconds; i++) {
            nanos += 1_000_000_000L;
            playback.eachSecond();
        }
    }

    private static Status status(StatusCode code) {
        return Status.of(code, "of show");
    }

    private static RtmpMessage video() {
        return RtmpMessage.of(MessageType.VIDEO, 0, new byte[] {0x17, 1, 0, 0, 0, 0});
    }

    @Test
    void whoWaitsForAStreamIsToldOnceAndToldThatItCame() {
        Playback playback = playback(false, null);
        playback.begin();
        playback.onStatus(status(StatusCode.PLAY_START));
        // As servers send to everybody who begins to play.
        playback.onMedia(RtmpMessage.of(MessageType.DATA_AMF0, 0, new byte[] {2, 0, 1, 'x'}));
        seconds(playback, 3);
        assertThat(said).containsExactly(YET);
        playback.onStatus(status(StatusCode.PLAY_PUBLISH_NOTIFY));
        playback.onMedia(video());
        seconds(playback, 3);
        assertThat(said).containsExactly(YET, "show is published");
        assertThat(ended).isZero();
    }

    @Test
    void aStreamThatIsThereIsNotWaitedFor() {
        Playback playback = playback(false, null);
        playback.begin();
        playback.onMedia(video());
        seconds(playback, 3);
        assertThat(said).isEmpty();
    }

    /** Time in which nothing is played does not count. */
    @Test
    void theLengthCountsFromTheFirstMedia() {
        Playback playback = playback(false, null, Duration.ofSeconds(10));
        playback.begin();
        seconds(playback, 20);
        playback.onStatus(status(StatusCode.PLAY_PUBLISH_NOTIFY));
        seconds(playback, 20);
        playback.onMedia(video());
        seconds(playback, 9);
        playback.onMedia(video());
        assertThat(ended).isZero();
        assertThat(playback.isLongEnough()).isFalse();
        seconds(playback, 1);
        assertThat(ended).isOne();
        assertThat(playback.isLongEnough()).isTrue();
        assertThat(playback.failure()).isNull();
    }

    @Test
    void aStreamThatEndsBeforeItsLengthWasNotLongEnough() {
        Playback playback = playback(false, null, Duration.ofSeconds(10));
        playback.begin();
        playback.onMedia(video());
        playback.onStatus(status(StatusCode.PLAY_UNPUBLISH_NOTIFY));
        seconds(playback, 20);
        assertThat(ended).isOne();
        assertThat(playback.isLongEnough()).isFalse();
    }

    @Test
    void patienceEnds() {
        Playback playback = playback(false, Duration.ofSeconds(3));
        playback.begin();
        seconds(playback, 2);
        assertThat(ended).isZero();
        seconds(playback, 5);
        assertThat(ended).isOne();
        assertThat(playback.failure()).isEqualTo("nobody published show within 3 s");
    }

    @Test
    void aStreamThatIsNotFoundIsAFailureThatNamesIt() {
        Playback playback = playback(true, null);
        playback.begin();
        playback.onStatus(status(StatusCode.PLAY_STREAM_NOT_FOUND));
        assertThat(playback.failure())
                .isEqualTo("there is no stream show: NetStream.Play.StreamNotFound of show");
        assertThat(ended).isOne();
    }

    @Test
    void aRefusalEndsItAlsoWhenItReconnectsAndTheFirstReasonCounts() {
        Playback playback = playback(true, null);
        playback.begin();
        playback.onStatus(status(StatusCode.PLAY_FAILED));
        playback.onGaveUp("gone");
        assertThat(playback.failure()).isEqualTo("play show: NetStream.Play.Failed of show");
        assertThat(ended).isOne();
    }

    @Test
    void theEndOfTheStreamEndsItInOrderUnlessItReconnects() {
        Playback once = playback(false, null);
        once.begin();
        once.onMedia(video());
        once.onStatus(status(StatusCode.PLAY_UNPUBLISH_NOTIFY));
        assertThat(ended).isOne();
        assertThat(once.failure()).isNull();

        Playback again = playback(true, null);
        again.begin();
        again.onMedia(video());
        again.onStatus(status(StatusCode.PLAY_UNPUBLISH_NOTIFY));
        seconds(again, 2);
        assertThat(ended).isOne();
        assertThat(said).containsExactly("waiting for show: nobody publishes it now");
    }

    @Test
    void nothingThatIsSaidHasTheQuery() {
        Playback playback = playback(false, Duration.ofSeconds(1));
        playback.begin();
        seconds(playback, 2);
        playback.onStatus(status(StatusCode.PLAY_INSUFFICIENT_BANDWIDTH));
        assertThat(String.join("\n", said) + playback.failure()).doesNotContain("secret");
    }
}
