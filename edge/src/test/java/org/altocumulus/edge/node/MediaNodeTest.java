package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.crypto.CookieFactory;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.session.SessionParameters;
import org.junit.jupiter.api.Test;

class MediaNodeTest {
    private static final int LOOPS = 3;

    /** Two loops that share one make cookies that nobody takes. */
    @Test
    void eachLoopHasAFactoryOfCookiesOfItsOwn() throws InterruptedException {
        SecureRandom random = new SecureRandom();
        List<DhGroup> groups = List.of(DhGroup.MODP_1024);
        Identity identity = Identity.ephemeralServer("", groups, random);
        List<CookieFactory> made = new ArrayList<>();
        Responding responding =
                new Responding(
                        identity,
                        new KeyingPolicy(
                                groups,
                                Protection.ON_REQUEST,
                                Protection.ON_REQUEST,
                                KeyingPolicy.DEFAULT_HMAC_LENGTH),
                        () -> {
                            made.add(new CookieFactory(new byte[32]));
                            return made.get(made.size() - 1);
                        });
        NodeParameters parameters =
                new NodeParameters(
                        List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                        LOOPS,
                        true,
                        Duration.ZERO,
                        1 << 16,
                        1 << 16,
                        1,
                        1,
                        1,
                        HalfOpenLimits.DEFAULT,
                        Duration.ofSeconds(1),
                        Duration.ZERO,
                        SessionParameters.DEFAULT,
                        CongestionAlgorithm.WINDOW);
        MediaNode node =
                new MediaNode(
                        parameters,
                        NodeClock.system(),
                        random,
                        responding,
                        new OwnHellos(
                                identity.certificate(),
                                new Introducer(id -> Optional.empty(), random, List.of())),
                        loop -> null);
        assertThat(made).hasSize(node.loops().size()).doesNotHaveDuplicates();
        node.stop();
    }
}
