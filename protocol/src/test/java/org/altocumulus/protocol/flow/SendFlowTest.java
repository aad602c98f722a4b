package org.altocumulus.protocol.flow;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.altocumulus.protocol.flow.Sender.Sent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SendFlowTest {
    private final Sender sender = new Sender();
    private final SendFlow flow = sender.flow;
    private final List<Integer> judged = new ArrayList<>();

    @Test
    void smallMessagesShareAPacketAsNextUserData() {
        IntStream.range(0, 3).forEach(i -> sender.send(10));
        List<Sent> packet = sender.packet();
        assertThat(packet).hasToString("[1/0, 2/0, 3/0]");
        assertThat(packet).extracting(Sent::next).containsExactly(false, true, true);
        assertThat(packet).extracting(Sent::options).containsExactly(true, false, false);
        assertThat(flow.queuedBytes()).isEqualTo(30);
    }

    @Test
    void optionsAreRepeatedInEveryPacketUntilTheFirstAcknowledgement() {
        IntStream.range(0, 4).forEach(i -> sender.send(100));
        assertThat(sender.packet().get(0).options()).isTrue();
        assertThat(sender.packet().get(0).options()).isTrue();
        sender.ack(0);
        assertThat(sender.packet().get(0).options()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 150, 179, 180, 181, 182, 183, 184, 185, 186, 200, 400, 20_000})
    void everyFragmentFitsIntoAPacketAndNoneIsEmptyInVain(int length) {
        sender.send(length);
        List<Sent> sent = sender.packets();
        assertThat(sent.stream().mapToInt(s -> s.data().length).sum()).isEqualTo(length);
        assertThat(sent).allMatch(s -> s.data().length > 0 || length == 0);
        assertThat(sent.size()).isLessThanOrEqualTo(1 + length / 170);
    }

    @Test
    void whatIsLostIsSentAgainBeforeWhatIsNew() {
        IntStream.range(0, 3).forEach(i -> sender.send(150));
        assertThat(sender.showAll()).isEqualTo("1/0, 2/0, 3/0");
        sender.send(150);
        sender.lose();
        sender.ack(0, 2, 2);
        assertThat(sender.showAll()).isEqualTo("1/0, 3/0, 4/0");
        sender.ack(4);
        assertThat(flow.queuedBytes()).isZero();
        assertThat(sender.outstanding.bytes()).isZero();
    }

    @Test
    void theForwardNumberFollowsTheAcknowledgements() {
        IntStream.range(0, 5).forEach(i -> sender.send(150));
        sender.packet();
        sender.packet();
        sender.ack(1);
        assertThat(sender.show()).isEqualTo("3/1");
        sender.ack(2, 4, 1000);
        assertThat(sender.show()).isEqualTo("4/2");
    }

    @Test
    void acknowledgementsOfWhatWasNeverSentAreIgnored() {
        IntStream.range(0, 3).forEach(i -> sender.send(150));
        sender.packet();
        assertThat(sender.ack(Long.MAX_VALUE)).isPositive();
        assertThat(sender.showAll()).isEqualTo("2/1, 3/1");
        assertThat(sender.ack(0, 1, Long.MAX_VALUE)).isPositive();
        assertThat(flow.queuedBytes()).isZero();
    }

    @Test
    void rangesThatOverlapAndBeginBelowTheQueueAreHarmless() {
        IntStream.range(0, 200).forEach(i -> sender.send(150));
        sender.packets();
        sender.ack(199);
        long[] ranges = new long[20_000];
        for (int i = 0; i < ranges.length; i += 2) {
            ranges[i] = 1;
            ranges[i + 1] = Long.MAX_VALUE;
        }
        assertThat(sender.ack(0, ranges)).isPositive();
        assertThat(sender.outstanding.bytes()).isZero();
    }

    @Test
    void aMessageThatIsTooLateToStartIsNotSent() {
        sender.sendUntil(10, sender.now + 5, SendFlow.NEVER);
        sender.send(20);
        sender.now += 5;
        assertThat(sender.show()).isEqualTo("1/1 abandon, 2/1");
        assertThat(flow.queuedBytes()).isEqualTo(20);
    }

    @Test
    void aMessageThatHasStartedInTimeIsFinished() {
        sender.sendUntil(300, sender.now + 5, SendFlow.NEVER);
        sender.packet();
        sender.now += 5;
        assertThat(sender.show()).isEqualTo("2/0");
    }

    @Test
    void aMessageThatWasNotAcknowledgedInTimeIsNotSentAgain() {
        sender.sendUntil(300, SendFlow.NEVER, sender.now + 5);
        sender.send(20);
        assertThat(sender.showAll()).isEqualTo("1/0, 2/0, 3/0");
        sender.now += 5;
        sender.lose();
        assertThat(sender.showAll()).isEqualTo("2/2 abandon, 3/2");
        sender.ack(3);
        assertThat(flow.queuedBytes()).isZero();
        assertThat(sender.outstanding.bytes()).isZero();
    }

    @Test
    void anAbandonedRunAtTheHeadIsSentAsItsLastNumberOnly() {
        IntStream.range(0, 4).forEach(i -> sender.sendUntil(10, sender.now + 1, SendFlow.NEVER));
        sender.now += 1;
        assertThat(sender.showAll()).isEqualTo("4/4 abandon");
        sender.lose();
        assertThat(sender.showAll()).isEqualTo("4/4 abandon");
        sender.ack(4);
        assertThat(sender.showAll()).isEmpty();
    }

    @Test
    void anAbandonedRunInTheMiddleIsNotSentBeforeItIsAtTheHead() {
        sender.send(10);
        sender.sendUntil(10, sender.now, SendFlow.NEVER);
        sender.sendUntil(10, sender.now, SendFlow.NEVER);
        sender.send(10);
        assertThat(sender.showAll()).isEqualTo("1/0, 4/0");
        sender.ack(1, 4, 4);
        assertThat(sender.showAll()).isEqualTo("3/3 abandon");
    }

    @Test
    void anyNumberOfMessagesMayExpireAtOnce() {
        IntStream.range(0, 100_000)
                .forEach(i -> sender.sendUntil(1, sender.now + 1, SendFlow.NEVER));
        sender.now += 1;
        assertThat(sender.showAll()).isEqualTo("100000/100000 abandon");
        assertThat(flow.queuedBytes()).isZero();
    }

    @Test
    void abandoningExpiredMessagesFreesTheirBytesAtOnce() {
        sender.sendUntil(10, sender.now + 1, SendFlow.NEVER);
        sender.sendUntil(20, sender.now + 2, SendFlow.NEVER);
        flow.abandonExpired(sender.now + 1);
        assertThat(flow.queuedBytes()).isEqualTo(20);
    }

    @Test
    void theListenerHearsOfEachExpiredMessageOnceAndCanGiveUpThoseBehind() {
        List<Integer> expired = new ArrayList<>();
        flow.onExpired(
                (message, number) -> {
                    expired.add(message.length);
                    flow.abandonBehind(number, Long.MAX_VALUE, this::upToAnEvenOne);
                });
        sender.send(1);
        sender.sendUntil(500, SendFlow.NEVER, sender.now + 1);
        sender.send(501);
        sender.send(3);
        sender.send(4);
        sender.send(5);
        sender.now += 1;
        assertThat(sender.show()).startsWith("1/0, ").doesNotContain("abandon");
        assertThat(expired).containsExactly(500);
        assertThat(flow.queuedBytes()).isEqualTo(1 + 4 + 5);
        sender.packets();
        flow.abandonExpired(sender.now + 1000);
        assertThat(expired).containsExactly(500);
        assertThat(judged).containsExactly(501, 3, 4);
    }

    @Test
    void someOfWhatIsBehindAnExpiredMessageCanBeKeptAndWhatIsBehindANumberIs() {
        flow.onExpired((message, number) -> flow.abandonBehind(number, 7, this::upToAnEvenOne));
        sender.sendUntil(1, SendFlow.NEVER, sender.now + 1);
        for (int length : new int[] {3, 77, 5, 77, 7, 9, 11}) {
            sender.send(length);
        }
        sender.now += 1;
        sender.packets();
        assertThat(flow.queuedBytes()).isEqualTo(77 + 77 + 9 + 11);
    }

    private SendFlow.Following upToAnEvenOne(byte[] behind) {
        judged.add(behind.length);
        if (behind.length == 77) {
            return SendFlow.Following.KEEP;
        }
        return behind.length % 2 == 0 ? SendFlow.Following.STOP : SendFlow.Following.ABANDON;
    }

    @Test
    void whatIsAcknowledgedBehindAGapIsCounted() {
        IntStream.range(0, 10).forEach(i -> sender.send(10));
        sender.packets();
        sender.ack(0, 2, 9);
        assertThat(flow.acknowledgedBehindGap()).isEqualTo(8);
        sender.ack(0, 2, 10);
        assertThat(flow.acknowledgedBehindGap()).isEqualTo(9);
        sender.ack(10);
        assertThat(flow.acknowledgedBehindGap()).isZero();
    }

    @Test
    void theLastFragmentIsFinalIfItWasNotSent() {
        sender.send(10);
        sender.send(10);
        flow.close();
        assertThat(flow.send(new byte[1], SendFlow.NEVER, SendFlow.NEVER)).isFalse();
        assertThat(sender.show()).isEqualTo("1/0, 2/0 final");
        sender.ack(1);
        assertThat(flow.state()).isEqualTo(SendFlow.State.CLOSING);
        sender.ack(2);
        assertThat(flow.state()).isEqualTo(SendFlow.State.COMPLETE);
    }

    @Test
    void aMarkerIsFinalIfTheLastFragmentWasSentAndWaitsUntilItIsAtTheHead() {
        sender.send(10);
        sender.packet();
        flow.close();
        flow.close();
        assertThat(sender.show()).isEmpty();
        sender.lose();
        assertThat(sender.show()).isEqualTo("1/0");
        sender.ack(1);
        assertThat(sender.show()).isEqualTo("2/2 abandon final");
        sender.ack(2);
        assertThat(flow.state()).isEqualTo(SendFlow.State.COMPLETE);
        assertThat(sender.outstanding.bytes()).isZero();
    }

    @Test
    void aFlowWithoutMessagesIsClosedByTheMarkerAlone() {
        flow.close();
        List<Sent> packet = sender.packet();
        assertThat(packet).hasToString("[1/1 abandon final]");
        assertThat(packet.get(0).options()).isTrue();
        sender.ack(1);
        assertThat(flow.state()).isEqualTo(SendFlow.State.COMPLETE);
    }

    @Test
    void aFinalMessageThatExpiresIsStillFinal() {
        sender.sendUntil(10, sender.now + 1, SendFlow.NEVER);
        flow.close();
        sender.now += 1;
        assertThat(sender.show()).isEqualTo("1/1 abandon final");
    }

    @Test
    void anExceptionAbandonsAllAndClosesEvenWithAClosedWindow() {
        IntStream.range(0, 3).forEach(i -> sender.send(150));
        sender.packet();
        flow.onAcknowledgement(0, 1, new long[0]);
        assertThat(sender.show()).isEmpty();
        assertThat(flow.isSuspended()).isTrue();
        assertThat(flow.onException()).isTrue();
        assertThat(flow.onException()).isFalse();
        assertThat(flow.isSuspended()).isFalse();
        assertThat(flow.queuedBytes()).isZero();
        assertThat(sender.showAll()).isEqualTo("3/3 abandon final");
        sender.ack(3);
        assertThat(flow.state()).isEqualTo(SendFlow.State.COMPLETE);
    }

    @Test
    void aClosedWindowLetsNothingThroughButOneFragmentForAProbe() {
        IntStream.range(0, 3).forEach(i -> sender.send(150));
        sender.packet();
        flow.onAcknowledgement(0, 1, new long[0]);
        assertThat(sender.showAll()).isEmpty();
        flow.probe();
        assertThat(sender.showAll()).isEqualTo("2/1");
        sender.ack(2);
        assertThat(sender.showAll()).isEqualTo("3/2");
    }

    @Test
    void theForwardNumberDoesNotPassWhatIsInFlightWithItsData() {
        sender.sendUntil(150, SendFlow.NEVER, sender.now + 5);
        sender.send(150);
        assertThat(sender.show()).isEqualTo("1/0");
        flow.abandonExpired(sender.now + 5);
        assertThat(sender.show()).isEqualTo("2/0");
        sender.lose();
        assertThat(sender.show()).isEqualTo("1/1 abandon, 2/1");
    }

    @Test
    void whatIsAcknowledgedOrLostOpensTheWindowAgain() {
        for (int i = 0; i < 500; i++) {
            sender.send(150);
            assertThat(sender.packets()).hasSize(1);
            if (i % 3 == 0) {
                sender.lose();
                assertThat(sender.packets()).hasSize(1);
            }
            assertThat(flow.onAcknowledgement(1, i + 1, new long[0])).isPositive();
        }
        assertThat(sender.outstanding.bytes()).isZero();
    }

    @Test
    void noMoreIsSentThanTheWindowLets() {
        IntStream.range(0, 20).forEach(i -> sender.send(150));
        sender.packet();
        flow.onAcknowledgement(450, 1, new long[0]);
        assertThat(sender.packets()).hasSize(3);
        assertThat(sender.outstanding.bytes()).isBetween(450L, 450L + Sender.MAX_CHUNK);
    }

    @Test
    void threeLaterAcknowledgementsMakeALoss() {
        IntStream.range(0, 6).forEach(i -> sender.send(150));
        sender.packets();
        NotingController noted = new NotingController();
        for (int last = 2; last <= 4; last++) {
            sender.ack(0, 2, last);
            assertThat(sender.show()).isEmpty();
            sender.outstanding.detectLoss(noted, 0);
        }
        assertThat(noted.negative).isEqualTo(3);
        assertThat(noted.losses).isEqualTo(1);
        assertThat(sender.show()).isEqualTo("1/0");
        sender.outstanding.detectLoss(noted, 0);
        assertThat(noted.negative).as("sent anew, so no longer passed over").isEqualTo(3);
    }

    @Test
    void whatWasPassedOverThreeTimesIsLostAsSoonAsItIsOverdue() {
        NotingController noted = new NotingController();
        sendAt(0, 2);
        acknowledge(noted, 50, 0, 2, 2);
        acknowledge(noted, 70, 2);
        noted.negative = 0;
        for (int i = 0; i < 6; i++) {
            sendAt(100 + 5 * i, 1);
        }
        for (int i = 1; i < 5; i++) {
            acknowledge(noted, 150 + 5 * i, 2, 4, 3 + i);
        }
        assertThat(noted.negative).as("one that is 20 ms late was seen").isZero();
        assertThat(sender.show()).isEmpty();
        acknowledge(noted, 175, 2, 4, 8);
        assertThat(noted.negative).isEqualTo(1);
        assertThat(noted.losses).isEqualTo(1);
        assertThat(sender.show()).isEqualTo("3/2");
    }

    private void sendAt(long millis, int messages) {
        sender.now = MILLISECONDS.toNanos(millis);
        IntStream.range(0, messages).forEach(i -> sender.send(150));
        assertThat(sender.packets()).hasSize(messages);
    }

    private void acknowledge(NotingController noted, long millis, long cumulative, long... ranges) {
        sender.outstanding.beginPacket(MILLISECONDS.toNanos(millis));
        sender.ack(cumulative, ranges);
        sender.outstanding.detectLoss(noted, MILLISECONDS.toNanos(100));
    }
}
