package org.altocumulus.edge.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdminConnectionsTest {
    private final AdminConnections connections = new AdminConnections();

    private EmbeddedChannel from(String address) throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel();
        connections.opened(channel, InetAddress.getByName(address));
        return channel;
    }

    private List<EmbeddedChannel> many(int count, String address) throws Exception {
        List<EmbeddedChannel> channels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            channels.add(from(address));
        }
        return channels;
    }

    @Test
    void anAddressThatHasTooManyLosesItsOwnThatWasAnsweredLongestAgo() throws Exception {
        EmbeddedChannel other = from("10.0.0.1");
        List<EmbeddedChannel> all = many(AdminConnections.MOST_OF_ONE, "10.0.0.2");
        connections.answered(all.get(0));
        EmbeddedChannel last = from("10.0.0.2");
        assertThat(all.get(1).isOpen()).isFalse();
        assertThat(all.get(0).isOpen()).isTrue();
        assertThat(last.isOpen()).isTrue();
        assertThat(other.isOpen()).isTrue();
    }

    @Test
    void whereThereAreTooManyInAllTheAddressWithMostLosesOne() throws Exception {
        EmbeddedChannel lonely = from("10.0.0.1");
        List<EmbeddedChannel> all = new ArrayList<>();
        for (int i = 2; all.size() < AdminConnections.MOST - 1; i++) {
            int left = AdminConnections.MOST - 1 - all.size();
            all.addAll(many(Math.min(left, AdminConnections.MOST_OF_ONE), "10.0.1." + i));
        }
        EmbeddedChannel last = from("10.0.2.1");
        assertThat(all).filteredOn(channel -> !channel.isOpen()).hasSize(1);
        assertThat(lonely.isOpen()).isTrue();
        assertThat(last.isOpen()).isTrue();
    }

    @Test
    void loopbackAndOthersTakeNothingFromEachOther() throws Exception {
        EmbeddedChannel local = from("127.0.0.1");
        for (int i = 0; i < 3 * AdminConnections.MOST; i++) {
            from("10.0." + i % 100 + ".1");
        }
        assertThat(local.isOpen()).isTrue();
        EmbeddedChannel far = from("10.9.9.9");
        for (int i = 0; i < 3 * AdminConnections.MOST; i++) {
            from("127.0.0." + i % 100);
        }
        assertThat(far.isOpen()).isTrue();
    }

    @Test
    void whatWasClosedMakesRoom() throws Exception {
        List<EmbeddedChannel> all = many(AdminConnections.MOST_OF_ONE, "10.0.0.2");
        connections.closed(all.get(5));
        from("10.0.0.2");
        assertThat(all).allMatch(EmbeddedChannel::isOpen);
    }
}
