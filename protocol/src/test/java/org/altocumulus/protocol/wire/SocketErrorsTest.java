package org.altocumulus.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SocketErrorsTest {
    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(
                        new ConnectException("finishConnect(..) failed with error(-111)"),
                        "connection refused"),
                Arguments.of(
                        new ConnectException("Connection refused: no further information"),
                        "connection refused"),
                Arguments.of(new ConnectException(), "connection refused"),
                Arguments.of(
                        new IOException("finishConnect(..) failed with error(-113): /10.0.0.1:1"),
                        "no route to the host"),
                Arguments.of(new NoRouteToHostException(), "no route to the host"),
                Arguments.of(
                        new IOException("bind(..) failed with error(-98): Address already in use"),
                        "the address is in use"),
                Arguments.of(
                        new BindException("Cannot assign requested address"),
                        "the address is none of this host"),
                Arguments.of(new BindException(), "the address cannot be bound"),
                Arguments.of(new IOException("Permission denied"), "permission denied"),
                Arguments.of(
                        new ConnectException("connection timed out after 10 ms: /10.0.0.1:1"),
                        "no answer in time"),
                Arguments.of(new SocketTimeoutException(), "no answer in time"),
                Arguments.of(new TimeoutException(), "no answer in time"),
                Arguments.of(
                        new UnknownHostException("nowhere.example"),
                        "the host's name is not known"),
                Arguments.of(new ClosedChannelException(), "closed channel"),
                Arguments.of(new IOException("what\nnobody  foresaw"), "what nobody foresaw"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failuresOfSocketsBecomeWords(Throwable failure, String reason) {
        assertThat(SocketErrors.reason(failure)).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1935 | bind(..) failed with error(-98): Address already in use |"
                        + " another process uses TCP port 1935",
                "1935 | Address already in use | another process uses TCP port 1935",
                "1935 | Cannot assign requested address | this host does not have the address",
                "443 | bind(..) failed with error(-13) |"
                        + " permission denied; ports below 1024 need CAP_NET_BIND_SERVICE",
                "1935 | Permission denied | permission denied",
            })
    void aSocketThatCannotBeBoundIsToldWithAddressAndReason(
            int port, String message, String reason) {
        BindException cause = new BindException(message);
        assertThat(
                        SocketErrors.cannotBind(
                                "TCP",
                                HostPort.parseNumeric("127.0.0.1:" + port),
                                "the link",
                                new IOException("wrapped", cause)))
                .hasMessage("cannot bind TCP 127.0.0.1:%d for the link: %s", port, reason)
                .hasRootCause(cause);
    }

    @Test
    void theCauseThatIsUnderstoodCountsAndNoNumberIsTakenForAnother() {
        IOException wrapped =
                new IOException("HTTP request failed", new ConnectException("error(-111)"));
        assertThat(SocketErrors.reason(wrapped)).isEqualTo("connection refused");
        assertThat(SocketErrors.reason(new IOException("error(-1110) of something")))
                .isEqualTo("error(-1110) of something");
    }

    @Test
    void causesThatGoInACircleEnd() {
        IOException first = new IOException("first");
        IOException second = new IOException("second", first);
        first.initCause(second);
        assertThat(SocketErrors.reason(first)).isEqualTo("first");
    }
}
