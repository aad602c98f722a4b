package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bounds the system calls of an origin for each message that a player gets.
 *
 * <p>A server that strace looks at is slow, and one call does more then than otherwise; so the
 * bounds are wide. They are exceeded when datagrams leave one by one, or unsegmented, or when each
 * is acknowledged.
 */
@Timeout(240)
class SystemCallsTest {
    private static final String ANY = "127.0.0.1:0";

    @TempDir private Path folder;

    /**
     * A message of 1000 bytes is one datagram; one of 8000 is six or seven, which leave as one
     * piece. Every second one is acknowledged by the player. All counts are for each message and
     * player.
     */
    @Tag("strace")
    @ParameterizedTest
    @CsvSource({"1000, 120, 0.5, 1.3, 2, 1.5", "8000, 30, 0.7, 3, 8, 4"})
    void aMessageTakesFewSystemCalls(
            int size, int rate, double sending, double pieces, double receiving, double waiting)
            throws Exception {
        try (TestProcess origin = origin()) {
            origin.await("ready");
            String server = origin.await("bound: UDP (127[^ ]+) .*").group(1);
            try (Strace strace = Strace.attach(origin.pid(), folder)) {
                double delivered = load(server, size, rate);
                SystemCalls calls = strace.end();
                assertThat(delivered).isGreaterThan(500);
                String all = calls + " for " + delivered + " messages";
                assertThat(calls.sending() / delivered).as(all).isBetween(0.001, sending);
                assertThat(calls.piecesSent() / delivered).as(all).isBetween(0.3, pieces);
                assertThat(calls.receiving() / delivered).as(all).isBetween(0.1, receiving);
                assertThat(calls.waiting() / delivered).as(all).isBetween(0.001, waiting);
            }
        }
    }

    /** The number of loops bounds how many players' messages one call can send. */
    private static TestProcess origin() throws Exception {
        return TestProcess.start(
                "origin",
                "--bind",
                ANY,
                "--link",
                ANY,
                "--admin",
                ANY,
                "--set",
                "node.event-loops=2");
    }

    /** Messages that all players together got. */
    private static long load(String server, int size, int rate) throws Exception {
        try (TestProcess load =
                TestProcess.start(
                        "load",
                        "fanout",
                        "--players",
                        "20",
                        "--size",
                        Integer.toString(size),
                        "--rate",
                        Integer.toString(rate),
                        "--warmup",
                        "0s",
                        "--time",
                        "4s",
                        "rtmfp://" + server + "/live/x")) {
            assertThat(load.exitCode()).as("%s", load.err()).isZero();
            String report = load.out().get(load.out().size() - 1);
            return new ObjectMapper().readTree(report).path("delivered").asLong();
        }
    }

    @Test
    void callsAreCountedWhereTheyEnd() {
        SystemCalls calls =
                SystemCalls.parse(
                        List.of(
                                "strace: Process 7 attached with 2 threads",
                                "7 sendmmsg(30, 0x7f01, 20, 0) = 20",
                                "7 sendmmsg(30, 0x7f01, 5, 0 <unfinished ...>",
                                "8 recvmsg(31, 0x7f02, 0) = -1 EAGAIN (Resource unavailable)",
                                "7 <... sendmmsg resumed>)             = 5",
                                "8 epoll_pwait2(39,  <unfinished ...>",
                                "7 sendto(30, 0x7f01, 100, 0, 0x7f03, 16) = 100",
                                "8 <... epoll_pwait2 resumed>[], 4096, 0x7f04, NULL, 8) = 0",
                                "8 recvmsg(31,  <detached ...>"));
        assertThat(calls.sending()).isEqualTo(3);
        assertThat(calls.piecesSent()).isEqualTo(26);
        assertThat(calls.receiving()).isOne();
        assertThat(calls.waiting()).isOne();
    }
}
