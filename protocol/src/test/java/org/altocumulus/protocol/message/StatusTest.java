package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.amf.AmfConstant;
import org.altocumulus.protocol.amf.AmfObject;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.vectors.Vectors;
import org.junit.jupiter.api.Test;

class StatusTest {
    @Test
    void connectSucceedsWithTheBytesThatClientsKnow() {
        Status status =
                Status.of(StatusCode.CONNECT_SUCCESS, "Connection succeeded")
                        .with("objectEncoding", AmfValue.of(3));
        RtmpMessage recorded =
                RtmpMessage.of(
                        20,
                        0,
                        Vectors.hex(
                                "02 0007 5f726573756c74 00 0000000000000000 05 03"
                                        + "0005 6c6576656c 02 0006 737461747573"
                                        + "0004 636f6465 02 001d 4e6574436f6e6e656374696f6e2e"
                                        + "436f6e6e6563742e53756363657373"
                                        + "000b 6465736372697074696f6e 02 0014"
                                        + "436f6e6e656374696f6e20737563636565646564"
                                        + "000e 6f626a656374456e636f64696e67 00 4008000000000000"
                                        + "0000 09"));
        assertThat(status.answer(0).encode(0).encoded()).isEqualTo(recorded.encoded());
    }

    @Test
    void errorsAreAnsweredAsErrors() {
        Command command = Status.of(StatusCode.CONNECT_REJECTED, "full").answer(4);
        assertThat(command.name()).isEqualTo("_error");
        assertThat(command.transactionId()).isEqualTo(4);
        assertThat(command.argument(0).get("level").toText("")).isEqualTo("error");
        assertThat(command.argument(0).get("description").toText("")).isEqualTo("full");
    }

    @Test
    void onStatusIsReadBack() {
        Status status =
                Status.of(StatusCode.PLAY_START, "Started playing x")
                        .with("details", AmfValue.of("x"));
        assertThat(status.onStatus().name()).isEqualTo("onStatus");
        assertThat(Status.in(status.onStatus())).contains(status);
        assertThat(status.is(StatusCode.PLAY_START)).isTrue();
        assertThat(status.is(StatusCode.PLAY_RESET)).isFalse();
    }

    @Test
    void theStatusMayStandInPlaceOfTheCommandObject() {
        AmfObject info = Status.of(StatusCode.PLAY_RESET, "").toObject();
        Command command = new Command("onStatus", 0, info, List.of());
        assertThat(Status.in(command).orElseThrow().is(StatusCode.PLAY_RESET)).isTrue();
    }

    @Test
    void aCommandWithoutACodeHasNoStatus() {
        assertThat(Status.in(new Command("_result", 0))).isEmpty();
        assertThat(Status.in(new Command("_result", 0, AmfValue.of(1), AmfConstant.NULL)))
                .isEmpty();
        AmfValue noText = AmfObject.builder().put("code", 5).build();
        assertThat(Status.in(new Command("_result", 0, noText))).isEmpty();
    }

    @Test
    void everyCodeHasALevelThatClientsKnow() {
        assertThat(StatusCode.values())
                .extracting(StatusCode::level)
                .containsOnly("status", "warning", "error");
        assertThat(Arrays.stream(StatusCode.values()).map(StatusCode::text))
                .doesNotHaveDuplicates();
    }
}
