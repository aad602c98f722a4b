package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;

class RtmpMessageTest {
    @Test
    void typeTimestampAndPayloadAreWrittenAndRead() throws WireException {
        RtmpMessage message = RtmpMessage.of(9, 0xffff_ffffL, Vectors.hex("1702"));
        assertThat(message.encoded()).isEqualTo(Vectors.hex("09 ffffffff 1702"));
        RtmpMessage parsed = RtmpMessage.parse(message.encoded());
        assertThat(parsed.type()).isEqualTo(MessageType.VIDEO);
        assertThat(parsed.timestamp()).isEqualTo(0xffff_ffffL);
        assertThat(parsed.payloadLength()).isEqualTo(2);
        assertThat(parsed.payload().rest()).isEqualTo(Vectors.hex("1702"));
    }

    @Test
    void parsingSharesTheArray() throws WireException {
        byte[] bytes = Vectors.hex("08 00000001 af");
        assertThat(RtmpMessage.parse(bytes).encoded()).isSameAs(bytes);
    }

    @Test
    void aMessageMayBeEmptyButNotShorterThanItsHeader() throws WireException {
        assertThat(RtmpMessage.parse(new byte[5]).payloadLength()).isZero();
        for (int length = 0; length < RtmpMessage.HEADER_SIZE; length++) {
            byte[] bytes = new byte[length];
            assertThatThrownBy(() -> RtmpMessage.parse(bytes)).isInstanceOf(WireException.class);
        }
    }

    @Test
    void whatDoesNotFitTheHeaderIsOurError() {
        byte[] none = new byte[0];
        assertThatThrownBy(() -> RtmpMessage.of(256, 0, none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RtmpMessage.of(8, 1L << 32, none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RtmpMessage.of(8, -1, none))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
