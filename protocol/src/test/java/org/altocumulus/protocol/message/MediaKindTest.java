package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.altocumulus.protocol.vectors.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MediaKindTest {
    @ParameterizedTest
    @CsvSource({
        "17 00 000000 0142, VIDEO_CONFIGURATION",
        "17 01 000000 65, KEY_FRAME",
        "27 01 000000 41, INTER_FRAME",
        "37 01 000000 41, DISPOSABLE_FRAME",
        "47 01 000000 65, KEY_FRAME",
        "17 02 000000, VIDEO_END",
        "1c 00 000000 01, VIDEO_CONFIGURATION", // HEVC as some encoders write it
        "2c 01 000000 02, INTER_FRAME",
        "12 00 84, KEY_FRAME", // Sorenson H.263, whose second byte is no packet type
        "22 00 84, INTER_FRAME",
        "32 00 84, DISPOSABLE_FRAME",
        "52 00, VIDEO_INFO",
        "57 01, VIDEO_INFO",
        "'', VIDEO_EMPTY",
        "17, VIDEO_EMPTY",
        "07 01 00, INTER_FRAME",
        "f7 01 00, INTER_FRAME",
        "90 61766331 01, VIDEO_CONFIGURATION", // enhanced RTMP
        "91 68766331 00, KEY_FRAME",
        "a1 61763031 00, INTER_FRAME",
        "a3 61763031 00, INTER_FRAME",
        "b3 68766331 00, DISPOSABLE_FRAME",
        "92 68766331, VIDEO_END",
        "94 68766331 02, VIDEO_INFO",
        "95 68766331, VIDEO_CONFIGURATION",
        "96 00 61766331, VIDEO_CONFIGURATION",
        "96 11 61766331, KEY_FRAME",
        "a6 21 61766331, INTER_FRAME",
        "97 00, KEY_FRAME",
        "d1 00, VIDEO_INFO",
        "96, KEY_FRAME"
    })
    void videoIsTakenFromItsFirstBytes(String hex, MediaKind kind) {
        assertThat(kind(MessageType.VIDEO, hex)).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "af 00 1210, AUDIO_CONFIGURATION",
        "af 01 21, AUDIO",
        "2f ff, AUDIO", // MP3
        "b2 00, AUDIO", // Speex
        "'', AUDIO_EMPTY",
        "af, AUDIO_EMPTY",
        "90 4f707573 00, AUDIO_CONFIGURATION", // enhanced RTMP
        "91 4f707573 00, AUDIO",
        "92 4f707573, AUDIO_EMPTY",
        "95 01, AUDIO"
    })
    void audioIsTakenFromItsFirstBytes(String hex, MediaKind kind) {
        assertThat(kind(MessageType.AUDIO, hex)).isEqualTo(kind);
    }

    @Test
    void otherMessagesAreNoMedia() {
        assertThat(kind(MessageType.DATA_AMF0, "1701")).isEqualTo(MediaKind.OTHER);
        assertThat(kind(MessageType.COMMAND_AMF0, "")).isEqualTo(MediaKind.OTHER);
    }

    @ParameterizedTest
    @EnumSource
    void everyKindIsAudioOrVideoOrNoMedia(MediaKind kind) {
        assertThat(kind.isMedia()).isEqualTo(kind.isAudio() || kind.isVideo());
        assertThat(kind.isAudio() && kind.isVideo()).isFalse();
        assertThat(kind.isDisposable() && (kind.isKeyFrame() || kind.isConfiguration())).isFalse();
    }

    private static MediaKind kind(int type, String hex) {
        return MediaKind.of(RtmpMessage.of(type, 0, Vectors.hex(hex)));
    }
}
