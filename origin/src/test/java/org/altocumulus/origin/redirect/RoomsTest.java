package org.altocumulus.origin.redirect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoomsTest {
    @ParameterizedTest
    @CsvSource({
        "rtmfp://host/live, live",
        "rtmfp://host:1935/live/room, live/room",
        "rtmfp://[2001:db8::1]:1935//live//room/stream?key=1#x, live/room",
        "RTMFP://host/live?to=rtmfp://x/y, live",
        "live/room/stream, live/room",
        "/live/, live",
        "rtmfp://host, ''",
        "rtmfp://host/?a=b, ''",
        "'', ''",
        "'?', ''",
        "://, ''",
        "rtmfp://edge/?rtmfp://origin/app/room/x, app/room",
        "rtmfp://a?rtmfp://b?rtmfp://c/app, app",
    })
    void theRoomIsApplicationAndInstance(String uri, String room) {
        assertThat(Rooms.of(uri)).isEqualTo(room);
    }

    @Test
    void theSameRoomHasOnePlaceWhateverHostAndQuery() {
        assertThat(hash("rtmfp://a/live/1?token=x")).isEqualTo(hash("live/1/stream"));
        assertThat(hash("rtmfp://a/live/1")).isNotEqualTo(hash("rtmfp://a/live/2"));
        assertThat(hash("rtmfp://a/")).isEqualTo(hash("rtmfp://b"));
    }

    /** Of a hello for a host name alone, without a URI. */
    @Test
    void withoutAUriTheTagDecides() throws WireException {
        EndpointDiscriminator wanted =
                EndpointDiscriminator.parse(HexFormat.of().parseHex("030068" + "69"));
        assertThat(wanted.isValid()).isTrue();
        assertThat(Rooms.hash(wanted, new byte[] {1, 2}))
                .isEqualTo(Rooms.hash(wanted, new byte[] {1, 2}))
                .isNotEqualTo(Rooms.hash(wanted, new byte[] {1, 3}));
    }

    private static long hash(String uri) {
        return Rooms.hash(EndpointDiscriminator.ofUri(uri), new byte[] {(byte) uri.length()});
    }
}
