package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.altocumulus.protocol.sim.SeededRandom;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;

/** Truncated and mutated input gives a declared error or a result, and nothing else. */
class CryptoMutationTest {
    private static final int ROUNDS = Boolean.getBoolean("altocumulus.test.long") ? 100_000 : 2_000;
    private static final long BASE = 70_167_425;
    private static final long ROTATING = System.nanoTime();

    private final SecureRandom random = SeededRandom.of(BASE);
    private final Identity server =
            Identity.ephemeralServer("loop", List.of(DhGroup.MODP_1024), random);
    private final Identity pinned =
            Identity.staticServer("loop", List.of(DhGroup.MODP_1024), random);
    private final Identity client = Identity.staticClient(DhGroup.MODP_1024, random);
    private final Identity anonymous = Identity.ephemeralClient(List.of(DhGroup.MODP_1024), random);

    /** What a reader of hostile bytes may throw. */
    private interface Reader {
        void read(byte[] input) throws WireException, KeyingException;
    }

    @Test
    void certificates() {
        for (Identity identity : List.of(server, pinned, client, anonymous)) {
            attack(
                    identity.certificate().encoded(),
                    input -> {
                        Certificate certificate = Certificate.parse(input);
                        assertThat(certificate.prevailsOver(certificate)).isTrue();
                    });
        }
    }

    @Test
    void discriminators() {
        byte[] uri = EndpointDiscriminator.ofUri("rtmfp://[2001:db8::1]:1935/app?x=1").encoded();
        byte[] peer =
                EndpointDiscriminator.ofFingerprint(client.certificate().fingerprint()).encoded();
        byte[] both = Arrays.copyOf(uri, uri.length + peer.length);
        System.arraycopy(peer, 0, both, uri.length, peer.length);
        for (byte[] valid : List.of(uri, peer, both)) {
            attack(
                    valid,
                    input -> {
                        EndpointDiscriminator epd = EndpointDiscriminator.parse(input);
                        epd.selects(server.certificate());
                        epd.selects(client.certificate());
                        epd.uriHost();
                        epd.uriPath();
                        assertThat(epd.toString()).isNotEmpty();
                    });
        }
    }

    @Test
    void componentsOfInitiators() throws Exception {
        for (Identity initiator : List.of(client, anonymous)) {
            byte[] component =
                    InitiatorKeying.begin(
                                    initiator, Handshake.plain(), server.certificate(), random)
                            .component();
            attack(
                    component,
                    input ->
                            ResponderKeying.respond(
                                    pinned,
                                    KeyingPolicy.DEFAULT,
                                    initiator.certificate(),
                                    input,
                                    random));
        }
    }

    @Test
    void certificatesOfInitiators() throws Exception {
        InitiatorKeying keying =
                InitiatorKeying.begin(client, Handshake.plain(), server.certificate(), random);
        attack(
                client.certificate().encoded(),
                input ->
                        ResponderKeying.respond(
                                pinned,
                                KeyingPolicy.DEFAULT,
                                Certificate.parse(input),
                                keying.component(),
                                random));
    }

    @Test
    void componentsOfResponders() throws Exception {
        for (Identity responder : List.of(server, pinned)) {
            Handshake handshake =
                    Handshake.of(client, Handshake.plain(), responder, Handshake.plain(), random);
            attack(handshake.answer().component(), input -> handshake.opening().complete(input));
        }
    }

    @Test
    void cookies() {
        InetSocketAddress address = HostPort.parseNumeric("192.0.2.1:1");
        CookieFactory factory = new CookieFactory(new byte[32]);
        byte[] cookie = factory.bake(1_000, address);
        attack(
                cookie,
                input -> {
                    CookieStatus status = factory.check(input, 1_000, address);
                    assertThat(status == CookieStatus.VALID)
                            .isEqualTo(Arrays.equals(input, cookie));
                });
    }

    @Test
    void datagrams() {
        for (int hmacLength : new int[] {0, 10, 32}) {
            for (boolean sequence : new boolean[] {false, true}) {
                DirectionKeys keys =
                        DirectionKeys.of(new byte[1], new byte[32], hmacLength, sequence);
                PacketOpener opener = new PacketOpener(keys);
                byte[] packet = new byte[90];
                byte[] datagram = Datagrams.seal(new PacketSealer(keys), 7, packet);
                byte[] out = new byte[200];
                attack(
                        datagram,
                        input -> {
                            OpenResult result = opener.open(input, 0, input.length, out);
                            int end = opener.packetOffset() + opener.packetLength();
                            assertThat(end).isLessThanOrEqualTo(Math.max(0, input.length - 4));
                            assertThat(result == OpenResult.OPENED)
                                    .isEqualTo(opener.packetLength() > 0);
                        });
            }
        }
    }

    @Test
    void textsOfIdentities() {
        byte[] text = pinned.format().getBytes(StandardCharsets.UTF_8);
        attack(
                text,
                input -> {
                    try {
                        Identity.parse(new String(input, StandardCharsets.UTF_8));
                    } catch (IllegalArgumentException e) {
                        assertThat(e).hasMessageContaining(" ");
                    }
                });
    }

    /** Every truncation, and mutations by seed. */
    private static void attack(byte[] valid, Reader reader) {
        for (int length = 0; length <= valid.length; length++) {
            byte[] input = Arrays.copyOf(valid, length);
            assertHarmless(reader, input, "truncated to " + length);
        }
        for (int round = 0; round < ROUNDS; round++) {
            long seed = round % 10 == 9 ? ROTATING + round : BASE + round;
            byte[] input = mutate(valid, new Random(seed));
            assertHarmless(reader, input, "seed " + seed);
        }
    }

    private static void assertHarmless(Reader reader, byte[] input, String name) {
        assertThatCode(
                        () -> {
                            try {
                                reader.read(input);
                            } catch (WireException | KeyingException e) {
                                assertThat(e.getMessage()).isNotEmpty();
                            }
                        })
                .as(() -> name + ": " + Vectors.hex(input))
                .doesNotThrowAnyException();
    }

    private static byte[] mutate(byte[] valid, Random random) {
        byte[] input = valid.clone();
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            input =
                    switch (random.nextInt(5)) {
                        case 0 ->
                                changed(
                                        input,
                                        b ->
                                                b[random.nextInt(b.length)] ^=
                                                        (byte) (1 << random.nextInt(8)));
                        case 1 ->
                                changed(
                                        input,
                                        b -> b[random.nextInt(b.length)] = (byte) random.nextInt());
                        case 2 ->
                                changed(
                                        input,
                                        b ->
                                                b[random.nextInt(Math.min(8, b.length))] =
                                                        (byte) 0xff);
                        case 3 -> Arrays.copyOf(input, random.nextInt(input.length + 20));
                        default -> changed(input, b -> b[random.nextInt(b.length)] = 0);
                    };
        }
        return input;
    }

    private static byte[] changed(byte[] input, Consumer<byte[]> change) {
        if (input.length > 0) {
            change.accept(input);
        }
        return input;
    }
}
