package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.chunk.IIKeying;
import org.altocumulus.protocol.chunk.RHello;
import org.altocumulus.protocol.chunk.RIKeying;
import org.altocumulus.protocol.chunk.Redirect;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.InitiatorKeying;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.wire.Address;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hello to the origin that is answered by an edge, over real sockets. */
@Timeout(120)
class ForwardedHelloTest {
    private static final byte[] TAG = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    private static final String URI = "rtmfp://127.0.0.1/live";

    private static IHello hello() {
        return new IHello(EndpointDiscriminator.ofUri(URI).encoded(), TAG);
    }

    @Test
    void oneHelloToTheOriginGetsARedirectAndTheAnswerOfTheBestEdgeOnItsList() throws Exception {
        try (TestCluster cluster = TestCluster.of(3, "redirect.forward = on");
                StartupSocket client = new StartupSocket()) {
            int sent = client.send(hello(), cluster.originAddress());
            List<StartupSocket.Answer> answers = client.receive(2);
            assertThat(client.isSilent()).isTrue();

            StartupSocket.Answer redirect = only(answers, Redirect.class);
            StartupSocket.Answer answer = only(answers, RHello.class);
            assertThat(redirect.from()).isEqualTo(cluster.originAddress());
            List<InetSocketAddress> listed =
                    ((Redirect) redirect.chunk())
                            .destinations().stream().map(Address::socket).toList();
            // The origin's own address comes first.
            assertThat(listed).hasSize(4).startsWith(cluster.originAddress(), answer.from());
            RHello rhello = (RHello) answer.chunk();
            assertThat(rhello.tagEcho()).isEqualTo(TAG);
            assertThat(sent + " in, " + redirect.bytes() + " and " + answer.bytes() + " out")
                    .isEqualTo("68 in, 68 and 180 out");

            // The cookie is for this address: the keying that shows it is answered.
            client.send(keying(rhello), answer.from());
            StartupSocket.Answer keyed = client.receive(1).get(0);
            assertThat(keyed.chunk()).isInstanceOf(RIKeying.class);
            assertThat(keyed.from()).isEqualTo(answer.from());
        }
    }

    /** What docs/operations.md says of the gain of who forges a source. */
    @Test
    void theSmallestHelloIsForwardedToo() throws Exception {
        try (TestCluster cluster = TestCluster.of(6, "redirect.forward = on");
                StartupSocket client = new StartupSocket()) {
            byte[] emptyUri = {1, 0x0a};
            int sent = client.send(new IHello(emptyUri, new byte[0]), cluster.originAddress());
            List<StartupSocket.Answer> answers = client.receive(2);
            int redirect = only(answers, Redirect.class).bytes();
            int answer = only(answers, RHello.class).bytes();
            assertThat(sent + " in, " + redirect + " and " + answer + " out")
                    .isEqualTo("20 in, 68 and 164 out");
        }
    }

    @Test
    void aSourceThatSaysHelloTooOftenIsOnlyRedirected() throws Exception {
        String settings = "redirect { forward = on, forward-per-source = 1, forward-in-all = 1 }";
        try (TestCluster cluster = TestCluster.of(1, settings);
                StartupSocket client = new StartupSocket()) {
            client.send(hello(), cluster.originAddress());
            assertThat(client.receive(2)).anyMatch(answer -> answer.chunk() instanceof RHello);
            // The same hello again within a second is no new one; another is over the limit.
            client.send(hello(), cluster.originAddress());
            assertThat(client.receive(1).get(0).chunk()).isInstanceOf(Redirect.class);
            assertThat(client.isSilent()).isTrue();
        }
    }

    @Test
    void unlessItIsConfiguredTheEdgeHearsNothing() throws Exception {
        try (TestCluster cluster = TestCluster.of(1);
                StartupSocket client = new StartupSocket()) {
            client.send(hello(), cluster.originAddress());
            assertThat(client.receive(1).get(0).chunk()).isInstanceOf(Redirect.class);
            assertThat(client.isSilent()).isTrue();
        }
    }

    private static StartupSocket.Answer only(List<StartupSocket.Answer> answers, Class<?> kind) {
        List<StartupSocket.Answer> found =
                answers.stream().filter(answer -> kind.isInstance(answer.chunk())).toList();
        assertThat(found).as("of %s", answers).hasSize(1);
        return found.get(0);
    }

    private static IIKeying keying(RHello answer) throws Exception {
        SecureRandom random = new SecureRandom();
        List<DhGroup> groups = List.of(DhGroup.MODP_1024);
        Identity own = Identity.ephemeralServer("", groups, random);
        KeyingPolicy policy =
                new KeyingPolicy(
                        groups,
                        Protection.ON_REQUEST,
                        Protection.ON_REQUEST,
                        KeyingPolicy.DEFAULT_HMAC_LENGTH);
        InitiatorKeying keying =
                InitiatorKeying.begin(own, policy, Certificate.parse(answer.certificate()), random);
        return new IIKeying(
                77,
                answer.cookie(),
                own.certificate().encoded(),
                keying.component(),
                new byte[] {'X'});
    }
}
