package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecentRequestsTest {
    private final RecentRequests requests = new RecentRequests();

    private static ConnectRequest request(String application, String... properties) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < properties.length; i += 2) {
            map.put(properties[i], properties[i + 1]);
        }
        return new ConnectRequest(
                application, 3, "rtmfp://h/" + application, map, List.of("argument"));
    }

    @Test
    void clientsThatSayTheSameShareWhatTheySaid() {
        ConnectRequest first = requests.shared(request("live", "a", "1", "b", "2"));
        assertThat(requests.shared(request("live", "a", "1", "b", "2"))).isSameAs(first);
    }

    @Test
    void whoSaysAnythingElseIsToldApart() {
        ConnectRequest first = requests.shared(request("live", "a", "1", "b", "2"));
        assertThat(requests.shared(request("other", "a", "1", "b", "2")).application())
                .isEqualTo("other");
        assertThat(requests.shared(request("live", "a", "1", "b", "3")).properties())
                .containsEntry("b", "3");
        ConnectRequest otherOrder = requests.shared(request("live", "b", "2", "a", "1"));
        assertThat(otherOrder).isNotSameAs(first);
        assertThat(otherOrder.properties().keySet()).containsExactly("b", "a");
    }

    @Test
    void onlySoManyAreKeptAndThoseInUseLongest() {
        ConnectRequest often = requests.shared(request("often"));
        ConnectRequest once = requests.shared(request("once"));
        for (int i = 0; i < 63; i++) {
            requests.shared(request("other" + i));
            assertThat(requests.shared(request("often"))).isSameAs(often);
        }
        assertThat(requests.shared(request("once"))).isNotSameAs(once);
        assertThat(requests.shared(request("often"))).isSameAs(often);
    }
}
