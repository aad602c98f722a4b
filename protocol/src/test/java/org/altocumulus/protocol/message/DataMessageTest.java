package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.altocumulus.protocol.amf.AmfObject;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataMessageTest {
    private static final String SET = "02 000d 40736574446174614672616d65";
    private static final String META = "02 000a 6f6e4d65746144617461";

    @Test
    void metadataIsUnwrappedByteForByte() throws WireException {
        String values = "08 00000001 0005 7769647468 00 4084000000000000 0000 09";
        DataMessage set = DataMessage.parse(message(18, SET + META + values));
        assertThat(set.isInstruction()).isTrue();
        DataMessage metadata = set.unwrap();
        assertThat(metadata.isMetadata()).isTrue();
        assertThat(metadata.isInstruction()).isFalse();
        assertThat(metadata.arguments().get(0).get("width").toNumber(0)).isEqualTo(640);
        assertThat(metadata.encode(7).encoded())
                .isEqualTo(Vectors.hex("12 00000007" + META + values));
    }

    @Test
    void anInstructionWithoutAHandlerIsRefused() throws WireException {
        DataMessage nothing = DataMessage.parse(message(18, SET));
        assertThatThrownBy(nothing::unwrap).isInstanceOf(WireException.class);
        DataMessage number = new DataMessage("@setDataFrame", List.of(AmfValue.of(1)));
        assertThatThrownBy(number::unwrap).isInstanceOf(WireException.class);
        assertThat(new DataMessage("@clearDataFrame", List.of()).isInstruction()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20})
    void sendHasAnyNumberOfArguments(int count) throws WireException {
        AmfValue argument = AmfObject.builder().put("a", "b").build();
        DataMessage data = new DataMessage("onCue", Collections.nCopies(count, argument));
        RtmpMessage message = data.encode(1234);
        assertThat(message.timestamp()).isEqualTo(1234);
        assertThat(message.type()).isEqualTo(MessageType.DATA_AMF0);
        assertThat(DataMessage.parse(message)).isEqualTo(data);
    }

    @Test
    void theHandlerIsReadThoughTheArgumentsCannotBe() throws WireException {
        RtmpMessage message = message(15, "00" + META + "11 0a 07 07 612e42 0401");
        assertThat(DataMessage.handlerOf(message)).isEqualTo("onMetaData");
        assertThatThrownBy(() -> DataMessage.parse(message)).isInstanceOf(WireException.class);
    }

    @Test
    void sampleAccessHasTheRecordedBytes() {
        assertThat(DataMessage.sampleAccess(true, true).encode(0).encoded())
                .isEqualTo(
                        Vectors.hex("12000000000200117c52746d7053616d706c6541636365737301010101"));
    }

    private static RtmpMessage message(int type, String hex) {
        return RtmpMessage.of(type, 0, Vectors.hex(hex));
    }
}
