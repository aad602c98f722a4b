package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.altocumulus.protocol.wire.WireException;

/** Both sides of one keying. */
record Handshake(InitiatorKeying opening, ResponderKeying answer, SessionKeys initiator) {
    static Handshake of(
            Identity initiator,
            KeyingPolicy initiatorPolicy,
            Identity responder,
            KeyingPolicy responderPolicy,
            SecureRandom random)
            throws KeyingException, WireException {
        InitiatorKeying opening =
                InitiatorKeying.begin(initiator, initiatorPolicy, responder.certificate(), random);
        ResponderKeying answer =
                ResponderKeying.respond(
                        responder,
                        responderPolicy,
                        Certificate.parse(initiator.certificate().encoded()),
                        opening.component(),
                        random);
        return new Handshake(opening, answer, opening.complete(answer.component()));
    }

    static KeyingPolicy policy(Protection hmac, Protection sequence, int hmacLength) {
        List<DhGroup> all = List.of(DhGroup.MODP_4096, DhGroup.MODP_2048, DhGroup.MODP_1024);
        return new KeyingPolicy(all, hmac, sequence, hmacLength);
    }

    static KeyingPolicy plain() {
        return policy(Protection.ON_REQUEST, Protection.ON_REQUEST, 16);
    }

    SessionKeys responder() {
        return answer.keys();
    }

    /** Both have the same keys, and packets pass in both directions. */
    void assertWorks() {
        assertThat(initiator.near()).usingRecursiveComparison().isEqualTo(responder().far());
        assertThat(initiator.far()).usingRecursiveComparison().isEqualTo(responder().near());
        assertThat(initiator.nearNonce()).isEqualTo(responder().farNonce());
        assertThat(initiator.farNonce()).isEqualTo(responder().nearNonce());
        assertThat(initiator.nearNonce()).isNotEqualTo(initiator.farNonce());
        assertFlows(initiator, responder());
        assertFlows(responder(), initiator);
    }

    private static void assertFlows(SessionKeys from, SessionKeys to) {
        PacketSealer sealer = from.newSealer();
        PacketOpener opener = to.newOpener();
        for (int length = 1; length < 40; length++) {
            byte[] packet = new byte[length];
            Arrays.fill(packet, (byte) length);
            byte[] opened = Datagrams.open(opener, Datagrams.seal(sealer, length, packet));
            assertThat(opened).startsWith(packet);
            assertThat(opened.length - length).isBetween(0, 15);
        }
    }
}
