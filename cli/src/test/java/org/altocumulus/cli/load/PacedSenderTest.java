package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.message.MessageType;
import org.junit.jupiter.api.Test;

class PacedSenderTest {
    private static final long START = SECONDS.toNanos(7);
    private static final long MILLI = MILLISECONDS.toNanos(1);
    private static final Programme HUNDRED_A_SECOND =
            new EvenProgramme(MessageType.VIDEO, 100, 100, 10);

    private final VirtualTimers time = new VirtualTimers(START - MILLI);
    private final List<Long> intended = new ArrayList<>();
    private final List<Long> sentAt = new ArrayList<>();
    private final Latency latency = new Latency();

    private PacedSender sender(long end) {
        return new PacedSender(
                time,
                time,
                HUNDRED_A_SECOND.source(0, 1),
                (message, meant) -> {
                    assertThat(Stamp.nanos(message.encoded())).isEqualTo(meant);
                    intended.add(meant);
                    sentAt.add(time.nanos());
                    latency.record(time.nanos() - meant);
                },
                START,
                end);
    }

    @Test
    void messagesLeaveAtTheirTimesAndNotAfterTheEnd() {
        sender(START + SECONDS.toNanos(1)).run();
        assertThat(intended).isEmpty();
        time.runUntil(START + SECONDS.toNanos(5));
        assertThat(intended).hasSize(100).isEqualTo(sentAt);
        assertThat(intended.get(0)).isEqualTo(START);
        assertThat(intended.get(99)).isEqualTo(START + 990 * MILLI);
    }

    /** A generator that hangs for half a second sends nothing then, and must not hide it. */
    @Test
    void whatAStalledSenderSendsLateShowsInTheLatency() {
        sender(START + SECONDS.toNanos(1)).run();
        time.runUntil(START + 305 * MILLI);
        assertThat(intended).hasSize(31);
        time.stall(500 * MILLI);
        time.runUntil(START + SECONDS.toNanos(5));

        assertThat(intended).hasSize(100);
        for (int i = 0; i < 100; i++) {
            assertThat(intended.get(i)).isEqualTo(START + 10L * i * MILLI);
        }
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        latency.write(json);
        // 50 of 100 were due during the stall, the first of them 495 ms before its end.
        assertThat(json.path("max").asDouble()).isBetween(494.0, 496.0);
        assertThat(json.path("p90").asDouble()).isBetween(390.0, 400.0);
        assertThat(json.path("p50").asDouble()).isBetween(0.0, 6.0);
    }

    @Test
    void aStoppedSenderSendsNoMore() {
        PacedSender sender = sender(Long.MAX_VALUE);
        sender.run();
        time.runUntil(START + 105 * MILLI);
        sender.stop();
        time.runUntil(START + SECONDS.toNanos(5));
        assertThat(intended).hasSize(11);
    }
}
