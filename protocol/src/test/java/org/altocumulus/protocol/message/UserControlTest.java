package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserControlTest {
    static Stream<Arguments> events() {
        return Stream.of(
                Arguments.of("0000 00000001", new UserControl.StreamEvent(0, 1)),
                Arguments.of("0001 ffffffff", new UserControl.StreamEvent(1, 0xffff_ffffL)),
                Arguments.of("0003 00000001 00000000", new UserControl.SetBufferLength(1, 0)),
                Arguments.of("0003 00000001 00000bb8", new UserControl.SetBufferLength(1, 3000)),
                Arguments.of(
                        "0003 00000001 ffffffff",
                        new UserControl.SetBufferLength(1, (1L << 32) - 1)),
                Arguments.of("001f 00000002", new UserControl.StreamEvent(31, 2)),
                Arguments.of("0020 00000002", new UserControl.StreamEvent(32, 2)),
                Arguments.of("0022 00000001 00000003", new UserControl.FlowSync(1, 3)));
    }

    @ParameterizedTest
    @MethodSource("events")
    void eventsAreReadAndWritten(String hex, UserControl event) throws WireException {
        assertThat(parse(hex)).isEqualTo(event);
        assertThat(event.encode(5).encoded()).isEqualTo(Vectors.hex("04 00000005" + hex));
    }

    @ParameterizedTest
    @ValueSource(longs = {5_000, 65_000, 66_000, 180_000, 86_400_000, 86_400_001, 0xffff_ffffL})
    void keepalivePeriodsHave32Bits(long millis) throws WireException {
        UserControl event = new UserControl.SetKeepalive(millis, 10_000);
        RtmpMessage message = event.encode(0);
        assertThat(message.encoded())
                .isEqualTo(Vectors.hex(String.format("04 00000000 0029 %08x 00002710", millis)));
        assertThat(UserControl.parse(message)).isEqualTo(event);
    }

    @Test
    void unknownEventsAreKeptAsTheyAre() throws WireException {
        UserControl event = parse("0007 01020304 05");
        assertThat(event).isInstanceOf(UserControl.Other.class);
        assertThat(event.event()).isEqualTo(7);
        assertThat(event.encode(0).encoded())
                .isEqualTo(Vectors.hex("04 00000000 0007 01020304 05"));
        assertThat(parse("ffff").event()).isEqualTo(0xffff);
    }

    @Test
    void bytesBehindAKnownEventAreIgnored() throws WireException {
        assertThat(parse("0000 00000001 ff")).isEqualTo(new UserControl.StreamEvent(0, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00", "0000 000000", "0003 00000001", "0022 00000001 000000"})
    void cutEventsAreRefused(String hex) {
        assertThatThrownBy(() -> parse(hex)).isInstanceOf(WireException.class);
    }

    private static UserControl parse(String hex) throws WireException {
        return UserControl.parse(RtmpMessage.of(MessageType.USER_CONTROL, 0, Vectors.hex(hex)));
    }
}
