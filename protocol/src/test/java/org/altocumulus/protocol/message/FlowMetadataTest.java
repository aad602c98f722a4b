package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.altocumulus.protocol.vectors.Mutations;
import org.altocumulus.protocol.vectors.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlowMetadataTest {
    @ParameterizedTest
    @CsvSource({
        "54430400, 0, false",
        "54430401, 1, false",
        "54430501, 1, true",
        "5443048100, 128, false",
        "5443048fffffff7f, 4294967295, false"
    })
    void streamFlowsNameTheirStreamAndOrder(String hex, long streamId, boolean networkOrder) {
        FlowMetadata metadata = new FlowMetadata.Stream(streamId, networkOrder);
        assertThat(FlowMetadata.parse(Vectors.hex(hex))).isEqualTo(metadata);
        assertThat(metadata.encode()).isEqualTo(Vectors.hex(hex));
    }

    @Test
    void otherFlagsAndMoreBytesAreIgnored() {
        assertThat(FlowMetadata.parse(Vectors.hex("5443fc0700")))
                .isEqualTo(new FlowMetadata.Stream(7, false));
    }

    @Test
    void groupFlowsAreKnown() {
        assertThat(FlowMetadata.parse(Vectors.hex("4743"))).isEqualTo(new FlowMetadata.Group());
        assertThat(new FlowMetadata.Group().encode()).isEqualTo(Vectors.hex("4743"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "54",
                "5443",
                "544304",
                "54430481",
                "54430000",
                "54430490808080 00",
                "47521c",
                "544304ffffffffffffffffffff7f",
                "0102"
            })
    void anythingElseIsUnknownAndKept(String hex) {
        FlowMetadata metadata = FlowMetadata.parse(Vectors.hex(hex));
        assertThat(metadata).isInstanceOf(FlowMetadata.Unknown.class);
        assertThat(metadata.encode()).isEqualTo(Vectors.hex(hex));
    }

    @Test
    void streamIdsHave32Bits() {
        assertThatThrownBy(() -> new FlowMetadata.Stream(1L << 32, false))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FlowMetadata.Stream(-1, false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void damagedMetadataIsNeverAnError() {
        List<byte[]> samples = List.of(Vectors.hex("5443048fffffff7f"), Vectors.hex("4743"));
        Mutations.mutateAll(samples, bytes -> FlowMetadata.parse(bytes).encode());
    }
}
