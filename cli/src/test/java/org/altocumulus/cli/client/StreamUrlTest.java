package org.altocumulus.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamUrlTest {
    /** Field case 101 among them: what stands behind '?' is neither split nor changed. */
    @ParameterizedTest
    @CsvSource({
        "rtmfp://host/live/show, rtmfp://host/live, host, 1935, show",
        "rtmfp://host:1945/live/show, rtmfp://host:1945/live, host, 1945, show",
        "rtmfp://host/live/room/show, rtmfp://host/live/room, host, 1935, show",
        "rtmfp://host/live#a/b/c, rtmfp://host/live, host, 1935, a/b/c",
        "rtmfp://[::1]:1945/live/show, rtmfp://[::1]:1945/live, ::1, 1945, show",
        "RTMFP://host/live/show, rtmfp://host/live, host, 1935, show",
        "rtmfp://HOST/live/show, rtmfp://HOST/live, host, 1935, show",
        "rtmfp://host./live/show, rtmfp://host./live, host., 1935, show",
        "rtmfp://host/live/show/, rtmfp://host/live, host, 1935, show",
        "rtmfp://host/live/show//, rtmfp://host/live, host, 1935, show",
        "rtmfp://host//live///room//show, rtmfp://host/live/room, host, 1935, show",
        "rtmfp://host/live/show?token=a/b==, rtmfp://host/live, host, 1935, show?token=a/b==",
        "rtmfp://host/live/show/?a=b//c/, rtmfp://host/live, host, 1935, show?a=b//c/",
        "rtmfp://host/live/show?u=a@b.c, rtmfp://host/live, host, 1935, show?u=a@b.c",
        "rtmfp://host/live/show?t=%2f%3D?&, rtmfp://host/live, host, 1935, show?t=%2f%3D?&",
        "rtmfp://host/live?key=a/b#show?t=c/d, rtmfp://host/live?key=a/b, host, 1935, show?t=c/d",
        "rtmfp://host/live/#show, rtmfp://host/live, host, 1935, show",
        "rtmfp://host/live/me@home, rtmfp://host/live, host, 1935, me@home",
    })
    void urlsHaveTheirParts(String text, String connection, String host, int port, String stream) {
        StreamUrl url = StreamUrl.parse(text);
        assertThat(url.connection()).isEqualTo(connection);
        assertThat(url.server().host()).isEqualTo(host);
        assertThat(url.server().port()).isEqualTo(port);
        assertThat(url.stream()).isEqualTo(stream);
        assertThat(url.stream()).startsWith(url.name());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "show",
                "rtmfp://",
                "rtmfp:///",
                "rtmfp:///live/show",
                "rtmfp://host",
                "rtmfp://host/",
                "rtmfp://host/show",
                "rtmfp://host/live/",
                "rtmfp://host//live",
                "rtmfp://host/live#",
                "rtmfp://host:0x1/live/show",
                "rtmfp://host:0/live/show",
                "rtmfp://host:99999/live/show",
                "rtmp://host/live/show",
            })
    void othersAreRefusedByName(String text) {
        assertThatThrownBy(() -> StreamUrl.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text.replaceAll("#$", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rtmfp://edge:1945/?rtmfp://origin/live/show",
                "rtmfp://host/live/?secret",
                "rtmfp://host/live?secret",
                "rtmfp://host?secret/live/show",
                "rtmfp://host/live#?secret",
                "rtmp://host/live/show?token=secret",
                "rtmfp://host:99999/live/show?token=secret",
                "host/live/show?token=secret",
            })
    void refusalsDoNotShowTheQuery(String text) {
        assertThatThrownBy(() -> StreamUrl.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("secret", "origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rtmfp://user:hunter@host/live/show",
                "rtmfp://user:hun?ter@host/live/show",
                "rtmfp://user:hun#ter@host/live/show",
                "rtmfp://user@host/live/show",
                "rtmfp://:hunter@[::1]:1935/live#show",
                "RTMFP://user:hun@ter@host/live/show?x",
            })
    void credentialsAreRefusedByAMessageThatSaysSoWithoutThem(String text) {
        assertThatThrownBy(() -> StreamUrl.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("user and password before the host are not supported")
                .message()
                .doesNotContain("user:", "user@", "hun", "ter@", "host/live");
    }

    @Test
    void aPasswordWithASlashIsNotShownEither() {
        assertThatThrownBy(() -> StreamUrl.parse("rtmfp://user:se/cret@host/live/show"))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("user", "se/", "cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtmfp://::1:1935/live/show", "rtmfp://2001:db8::1/live/show"})
    void anIpv6AddressWithoutBracketsGetsAHint(String text) {
        assertThatThrownBy(() -> StreamUrl.parse(text))
                .hasMessageContaining("stands in brackets, as in rtmfp://[");
    }

    @Test
    void anotherSchemeIsSaidToBeOne() {
        assertThatThrownBy(() -> StreamUrl.parse("rtmp://host/live/show"))
                .hasMessage(
                        "'rtmp://host/live/show': expected rtmfp://HOST[:PORT]/APP/STREAM, not the"
                                + " scheme rtmp");
    }

    @Test
    void textsForPeopleLeaveTheQueryOut() {
        StreamUrl url = StreamUrl.parse("rtmfp://host/live?k=secret#show?t=secret");
        assertThat(url).hasToString("rtmfp://host/live?…/show");
        assertThat(url.name()).isEqualTo("show");
    }

    /** As load takes them. */
    @ParameterizedTest
    @CsvSource({
        "rtmfp://host/live, rtmfp://host/live, 1935",
        "RTMFP://host:1//live/room/, rtmfp://host:1/live/room, 1",
        "rtmfp://host/live?k=a/b//, rtmfp://host/live?k=a/b//, 1935",
    })
    void urlsOfApplicationsHaveTheirParts(String text, String normal, int port) {
        ClientUrl url = ClientUrl.parse(text, "rtmfp://HOST[:PORT]/APP");
        assertThat(url.text()).isEqualTo(normal);
        assertThat(url.server().port()).isEqualTo(port);
    }
}
