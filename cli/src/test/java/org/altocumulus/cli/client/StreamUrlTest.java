package org.altocumulus.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamUrlTest {
    @ParameterizedTest
    @CsvSource({
        "rtmfp://host/live/show, rtmfp://host/live, host, 1935, show",
        "rtmfp://host:1945/live/show, rtmfp://host:1945/live, host, 1945, show",
        "rtmfp://host/live/room/show, rtmfp://host/live/room, host, 1935, show",
        "rtmfp://host/live#a/b/c, rtmfp://host/live, host, 1935, a/b/c",
        "rtmfp://[::1]:1945/live/show, rtmfp://[::1]:1945/live, ::1, 1945, show",
        "RTMFP://host/live/show, RTMFP://host/live, host, 1935, show",
    })
    void urlsHaveTheirParts(String text, String connection, String host, int port, String stream) {
        StreamUrl url = StreamUrl.parse(text);
        assertThat(url.connection()).isEqualTo(connection);
        assertThat(url.server().host()).isEqualTo(host);
        assertThat(url.server().port()).isEqualTo(port);
        assertThat(url.stream()).isEqualTo(stream);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "show",
                "rtmfp://",
                "rtmfp://host",
                "rtmfp://host/show",
                "rtmfp://host/live/",
                "rtmfp://host/live#",
                "rtmfp://host:0x1/live/show",
                "rtmfp://host:99999/live/show",
                "rtmp://host/live/show",
                "rtmfp://edge:1945/?rtmfp://origin/live/show",
            })
    void othersAreRefusedByName(String text) {
        assertThatThrownBy(() -> StreamUrl.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void anotherSchemeIsSaidToBeOne() {
        assertThatThrownBy(() -> StreamUrl.parse("rtmp://host/live/show"))
                .hasMessage("'rtmp://host/live/show': URL of another scheme than rtmfp");
    }
}
