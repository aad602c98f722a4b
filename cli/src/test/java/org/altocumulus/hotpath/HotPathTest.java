package org.altocumulus.hotpath;

import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.crypto.OpenResult;
import org.junit.jupiter.api.Test;

/** What is measured is what it is said to be. */
class HotPathTest {
    private static final int TIMES = 1_000;

    @Test
    void anAcknowledgementIsSealedInto48BytesBehindTheSessionIdAndAllOpen() {
        assertThat(SealedPackets.acknowledgement(Keys.checksum()).length()).isEqualTo(52);
        SealedPackets message = SealedPackets.message(Keys.hmac());
        assertThat(message.seal()).isEqualTo(message.length());
        assertThat(message.open()).isEqualTo(OpenResult.DUPLICATE);
        assertThat(SealedPackets.message(Keys.checksum()).open()).isEqualTo(OpenResult.OPENED);
    }

    @Test
    void eachMessageLeavesInOnePacketAndIsAcknowledged() {
        SendingSession sending = new SendingSession(Keys.checksum());
        sending.sendMessage();
        sending.sendMessage();
        long before = sending.sent();
        for (int i = 0; i < TIMES; i++) {
            sending.sendMessage();
        }
        assertThat(sending.sent() - before).isEqualTo(TIMES);
        assertThat(sending.unacknowledged()).isZero();
    }

    @Test
    void eachMessageThatComesIsDeliveredAndEverySecondAcknowledged() {
        ReceivingSession receiving = new ReceivingSession(Keys.checksum());
        receiving.takeMessage();
        long before = receiving.sent();
        for (int i = 0; i < TIMES; i++) {
            receiving.takeMessage();
        }
        assertThat(receiving.takeMessage()).isEqualTo((TIMES + 2) * (long) Inputs.MESSAGE);
        assertThat(receiving.sent() - before).isEqualTo(TIMES / 2);
    }

    @Test
    void everyHelloIsRedirected() {
        RedirectingOrigin origin = new RedirectingOrigin(100);
        for (int i = 1; i <= 20_000; i++) {
            assertThat(origin.answerHello()).isEqualTo(i);
        }
    }

    @Test
    void eachFrameReachesAllPlayersAndIsAcknowledged() {
        FanOut fanOut = new FanOut(20);
        for (int i = 1; i <= TIMES; i++) {
            assertThat(fanOut.sendFrame()).isEqualTo(20L * i);
        }
        assertThat(fanOut.unacknowledged()).isZero();
    }
}
