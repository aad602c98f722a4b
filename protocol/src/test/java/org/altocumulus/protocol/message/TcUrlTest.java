package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TcUrlTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "rtmfp://127.0.0.1/app, 127.0.0.1, 1935, app, '', ''",
                "rtmfp://media.example:1936/app/room, media.example, 1936, app, room, ''",
                "rtmfp://h/app/room/deep/, h, 1935, app, room/deep, ''",
                "rtmfp://h/app/, h, 1935, app, '', ''",
                "rtmfp://h//app//room//, h, 1935, app, room, ''",
                "RTMFP://Media.EXAMPLE/App, media.example, 1935, App, '', ''",
                "rtmfp://[2001:DB8::1]:80/a, 2001:db8::1, 80, a, '', ''",
                "rtmfp://[::1]/a, ::1, 1935, a, '', ''",
                "rtmfp://h/app?user=x&t=a/b, h, 1935, app, '', user=x&t=a/b",
                "rtmfp://h/?x, h, 1935, '', '', x",
                "rtmfp://h?x, h, 1935, '', '', x",
                "rtmfp://h/, h, 1935, '', '', ''",
                "rtmfp://h, h, 1935, '', '', ''",
                "rtmfp://edge/?rtmfp://origin/app, edge, 1935, '', '', rtmfp://origin/app",
                "rtmfp://h/0123456789abcdef0123456789abcdef-1a2b3c/, h, 1935,"
                        + " 0123456789abcdef0123456789abcdef-1a2b3c, '', ''",
                "rtmfp://h/a%20b, h, 1935, a%20b, '', ''",
                "app, -, 1935, app, '', ''",
                "/app/room?q, -, 1935, app, room, q",
                "'', -, 1935, '', '', ''",
                "/, -, 1935, '', '', ''"
            })
    void urlsAndBarePathsAreTakenApart(
            String text, String host, int port, String application, String instance, String query)
            throws WireException {
        TcUrl url = TcUrl.parse(text);
        assertThat(url.server() == null ? null : url.server().host()).isEqualTo(host);
        assertThat(url.port()).isEqualTo(port);
        assertThat(url.application()).isEqualTo(application);
        assertThat(url.instance()).isEqualTo(instance);
        assertThat(url.query()).isEqualTo(query);
        assertThat(TcUrl.parse(url.toString())).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rtmp://h/app",
                "://h/app",
                "rtmfp:///app",
                "rtmfp://:1935/app",
                "rtmfp://h:65536/app",
                "rtmfp://h:x/app",
                "rtmfp://10.0.0.256/app",
                "rtmfp://[::1/app",
                "rtmfp://user@h/app",
                "rtmfp://h/a\nb",
                "a\u0000b"
            })
    void whatIsNoUrlIsRefused(String text) {
        assertThatThrownBy(() -> TcUrl.parse(text)).isInstanceOf(WireException.class);
    }

    /** What a client says whose URL was meant for a relay, or for another protocol. */
    @ParameterizedTest
    @CsvSource({
        "rtmp://h/app, app, '', ''",
        "rtmps://h:443/app/room, app, room, ''",
        "RTMP://H/App, App, '', ''",
        "http://h/app/, app, '', ''",
        "https://h./app//room, app, room, ''",
        "rtmpt://h:80//app, app, '', ''",
        "srt+x://h/app, app, '', ''",
        "rtmp://h./app/?t=a/b==&u=x://y, app, '', t=a/b==&u=x://y",
        "rtmp://[::1]:1935/app/room/deep//, app, room/deep, ''",
        "rtmp://h, '', '', ''",
        "rtmp://h/, '', '', ''",
        "app?rtmp://h/x, app, '', rtmp://h/x"
    })
    void thePathCountsNotTheScheme(String text, String application, String instance, String query)
            throws WireException {
        TcUrl url = TcUrl.parseAnyScheme(text);
        assertThat(url.application()).isEqualTo(application);
        assertThat(url.instance()).isEqualTo(instance);
        assertThat(url.query()).isEqualTo(query);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"://h/app", "1x://h/app", "a b://h/app", "rtmp://h:x/app", "rtmp:///app"})
    void whatIsNoUrlOfAnySchemeIsRefused(String text) {
        assertThatThrownBy(() -> TcUrl.parseAnyScheme(text)).isInstanceOf(WireException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtmfp://user:geheim@h/app", "rtmp://geheim@h:1/app?key=geheim"})
    void theReasonHasNoSecretInIt(String text) {
        assertThatThrownBy(() -> TcUrl.parseAnyScheme(text))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("user name or password")
                .hasMessageNotContaining("geheim");
        assertThatThrownBy(() -> TcUrl.parse("rtmfp://h:x/app?key=geheim"))
                .isInstanceOf(WireException.class)
                .hasMessageNotContaining("geheim");
    }

    @Test
    void pathsOfSeveralKibibytesAreRead() throws WireException {
        String key = "ab".repeat(3000);
        assertThat(TcUrl.parse("rtmfp://h/" + key).application()).isEqualTo(key);
        String tooLong = "x".repeat(TcUrl.MAX_LENGTH + 1);
        assertThatThrownBy(() -> TcUrl.parse(tooLong)).isInstanceOf(WireException.class);
    }

    @Test
    void aPortThatIsNotNamedIsTheDefaultOne() throws WireException {
        assertThat(TcUrl.parse("rtmfp://h/a").server().port()).isEqualTo(HostPort.NO_PORT);
        assertThat(TcUrl.parse("rtmfp://h:0/a").port()).isZero();
    }
}
