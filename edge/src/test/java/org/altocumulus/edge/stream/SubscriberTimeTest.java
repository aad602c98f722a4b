package org.altocumulus.edge.stream;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SubscriberTimeTest {
    private static final long LAST = 0xffff_ffffL;

    private final SubscriberTime time = new SubscriberTime();
    private long now = 5_000_000_000L;

    private long video(long timestamp) {
        return time.of(StreamMessage.media(Media.video(timestamp, Media.KEY, 0)), now);
    }

    private long audio(long timestamp) {
        return time.of(StreamMessage.media(Media.audio(timestamp, Media.AAC, 0)), now);
    }

    private long header(long timestamp) {
        return time.of(StreamMessage.media(Media.video(timestamp, Media.AVC_HEADER, 0)), now);
    }

    private void pause(long millis) {
        now += MILLISECONDS.toNanos(millis);
        time.onPublication();
    }

    @Test
    void aFirstPublicationKeepsItsTimeWhateverItIs() {
        time.onPublication();
        assertThat(header(0)).isZero();
        assertThat(video(3_600_000)).isEqualTo(3_600_000);
        assertThat(audio(3_599_990)).isEqualTo(3_599_990);
        assertThat(video(3_598_000)).isEqualTo(3_598_000);
    }

    @Test
    void aSecondPartThatBeginsAtZeroFollowsAfterThePause() {
        video(60_000);
        pause(700);
        assertThat(header(0)).isEqualTo(60_000);
        assertThat(video(0)).isEqualTo(60_700);
        assertThat(audio(7)).isEqualTo(60_707);
        assertThat(video(40)).isEqualTo(60_740);
    }

    @Test
    void theGapIsBoundedBothWays() {
        video(60_000);
        pause(0);
        assertThat(video(0)).isEqualTo(60_000 + SubscriberTime.MIN_GAP);
        pause(600_000);
        assertThat(video(0)).isEqualTo(60_100 + SubscriberTime.MAX_GAP);
    }

    @Test
    void aSecondPartAtOneHourDoesNotJump() {
        video(2_000);
        pause(500);
        assertThat(header(0)).isEqualTo(2_000);
        assertThat(video(3_600_000)).isEqualTo(2_500);
        assertThat(header(0)).isEqualTo(2_500);
        assertThat(header(3_600_040)).isEqualTo(2_540);
    }

    @Test
    void aClockThatWentOnIsNotMoved() {
        video(2_000);
        pause(500);
        assertThat(audio(2_900)).isEqualTo(2_900);
        assertThat(video(2_890)).isEqualTo(2_890);
    }

    @Test
    void soundShortlyBeforeThePictureStaysThereAndNeverBeforeTheFirstPart() {
        video(2_000);
        pause(0);
        assertThat(video(100)).isEqualTo(2_100);
        assertThat(audio(60)).isEqualTo(2_060);
        assertThat(audio(0)).isEqualTo(2_000);
        assertThat(audio(0xffff_fff0L)).isEqualTo(2_000);
    }

    @Test
    void eachPartMayWrap() {
        video(LAST - 10);
        assertThat(video(5)).isEqualTo(5);
        pause(100);
        assertThat(video(LAST - 3)).isEqualTo(105);
        assertThat(video(36)).isEqualTo(145);
        pause(200);
        assertThat(video(0)).isEqualTo(345);
    }

    @Test
    void theMovedTimeMayWrapToo() {
        video(LAST - 49);
        pause(100);
        assertThat(video(10_000)).isEqualTo(50);
        assertThat(audio(9_990)).isEqualTo(40);
    }
}
