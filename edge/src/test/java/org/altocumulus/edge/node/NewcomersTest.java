package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

class NewcomersTest {
    private static final InetSocketAddress CLIENT = address("198.51.100.1:4000");
    private static final InetSocketAddress CLIENT6 = address("[2001:db8::9]:4000");
    private static final InetSocketAddress FIRST = address("192.0.2.1:1935");
    private static final InetSocketAddress FIRST6 = address("[2001:db8::1]:1935");
    private static final InetSocketAddress SECOND = address("192.0.2.2:1935");

    private final SecureRandom random = new SecureRandom();
    private final Identity own = Identity.ephemeralServer("", List.of(DhGroup.MODP_1024), random);
    private final Newcomers newcomers = new Newcomers();
    private final OwnHellos hellos =
            new OwnHellos(
                    own.certificate(),
                    new Introducer(id -> Optional.empty(), random, List.of()),
                    newcomers);

    private static InetSocketAddress address(String text) {
        return HostPort.parseNumeric(text);
    }

    private HelloAnswer hello(InetSocketAddress from) {
        return hellos.onHello(
                0, EndpointDiscriminator.ofUri("rtmfp://edge/live"), new byte[16], from);
    }

    private static HelloAnswer redirect(InetSocketAddress... destinations) {
        return new HelloAnswer.RedirectTo(
                List.of(destinations).stream()
                        .map(address -> new Address(AddressOrigin.LOCAL, address))
                        .toList());
    }

    @Test
    void aNodeThatTakesNewcomersAnswersThem() {
        newcomers.origin(0, List.of(FIRST));
        assertThat(hello(CLIENT)).isInstanceOf(HelloAnswer.Respond.class);
        assertThat(newcomers.areTaken()).isTrue();
    }

    @Test
    void aDrainingNodeSendsThemToTheOriginsByFamily() {
        newcomers.origin(0, List.of(FIRST, FIRST6));
        newcomers.origin(1, List.of(SECOND));
        newcomers.drain();
        assertThat(hello(CLIENT)).isEqualTo(redirect(FIRST, SECOND));
        assertThat(hello(CLIENT6)).isEqualTo(redirect(FIRST6));
        newcomers.origin(0, List.of());
        assertThat(hello(CLIENT)).isEqualTo(redirect(SECOND));
        assertThat(hello(CLIENT6)).isEqualTo(redirect(SECOND));
    }

    @Test
    void whoAsksForThisNodeByItsFingerprintIsAnsweredEvenThen() {
        newcomers.origin(0, List.of(FIRST));
        newcomers.drain();
        EndpointDiscriminator wanted =
                EndpointDiscriminator.ofFingerprint(own.certificate().fingerprint());
        assertThat(hellos.onHello(0, wanted, new byte[16], CLIENT))
                .isInstanceOf(HelloAnswer.Respond.class);
    }

    @Test
    void whereNoOriginHasSaidWhereItIsAllIsAsEver() {
        newcomers.drain();
        assertThat(hello(CLIENT)).isInstanceOf(HelloAnswer.Respond.class);
        assertThat(newcomers.areTaken()).isFalse();
    }

    @Test
    void noMoreAreToldThanAClientTakesThoseOfTheFirstOriginsFirst() {
        newcomers.drain();
        for (int i = 9; i >= 0; i--) {
            newcomers.origin(i, List.of(address("192.0.2.1:" + (i + 1))));
        }
        assertThat(((HelloAnswer.RedirectTo) hello(CLIENT)).destinations())
                .extracting(address -> address.socket().getPort())
                .containsExactly(1, 2, 3, 4, 5, 6, 7);
    }
}
