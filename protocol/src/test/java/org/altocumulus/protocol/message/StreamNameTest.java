package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamNameTest {
    @ParameterizedTest
    @CsvSource({
        "cam, cam, ''",
        "flv:cam, cam, ''",
        "mp4:cam, cam, ''",
        "MP4:cam, cam, ''",
        "f4v:cam, cam, ''",
        "mp3:cam, cam, ''",
        "raw:cam, cam, ''",
        "mp4:flv:cam, flv:cam, ''",
        "flv:, '', ''",
        "id3:cam, id3:cam, ''",
        "a:cam, a:cam, ''",
        "cam.mp4, cam.mp4, ''",
        "Cam, Cam, ''",
        "mp4:cam?key=A, cam, key=A",
        "cam?token=a/b=c?d%20e, cam, token=a/b=c?d%20e",
        "cam?, cam, ''",
        "?key, '', key",
        "my%20cam, my cam, ''",
        "my cam, my cam, ''",
        "my+cam, my+cam, ''",
        "caf%C3%A9, caf\u00e9, ''",
        "caf\u00e9, caf\u00e9, ''",
        "cafe\u0301, caf\u00e9, ''",
        "cafe%CC%81, caf\u00e9, ''",
        "100%, 100%, ''",
        "100%2, 100%2, ''",
        "100%zz, 100%zz, ''",
        "a%2520b, a%20b, ''",
        "what%3F, what?, ''",
        "a%2Fb, a/b, ''",
        "latin%E9, latin%E9, ''",
        "line%0Afeed, line%0Afeed, ''",
        "nul%00, nul%00, ''",
        "'', '', ''"
    })
    void whichNamesMeanOneStream(String written, String name, String query) {
        assertThat(StreamName.of(written)).isEqualTo(new StreamName(name, query));
    }
}
