package org.altocumulus.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.RtmpMessage;
import org.junit.jupiter.api.Test;

class MediaCountTest {
    @Test
    void oneOfAKindIsNotToldAsMany() {
        MediaCount count = new MediaCount();
        assertThat(count.shown()).isEqualTo("0 audio, 0 video, 0 data messages, 0 bytes");
        count.add(RtmpMessage.of(MessageType.DATA_AMF0, 0, new byte[1]));
        assertThat(count.shown()).isEqualTo("0 audio, 0 video, 1 data message, 1 byte");
        count.add(RtmpMessage.of(MessageType.VIDEO, 0, new byte[1]));
        assertThat(count.shown()).isEqualTo("0 audio, 1 video, 1 data message, 2 bytes");
    }
}
