package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of librtmfp with a server and between two librtmfp, with secrets and keys. */
class RecordedLibrtmfpTest {
    private static final Negotiation CHECKSUM_ONLY = new Negotiation(0, 0, false, false);

    @ParameterizedTest
    @ValueSource(strings = {"librtmfp-connect", "librtmfp-netgroup", "librtmfp-p2p"})
    void secretsGiveTheRecordedKeys(String name) {
        JsonNode vector = Vectors.load(name);
        for (JsonNode session : vector.get("sessions")) {
            byte[] initiatorKey = Vectors.bytes(session.get("initiatorKey"));
            byte[] responderKey = Vectors.bytes(session.get("responderKey"));
            SessionKeys initiator = keys(session, true);
            SessionKeys responder = keys(session, false);

            assertThat(initiator.near().aesKey()).isEqualTo(Arrays.copyOf(initiatorKey, 16));
            assertThat(initiator.far().aesKey()).isEqualTo(Arrays.copyOf(responderKey, 16));
            assertThat(responder.near().aesKey()).isEqualTo(initiator.far().aesKey());
            assertThat(responder.far().aesKey()).isEqualTo(initiator.near().aesKey());
            assertThat(initiator.negotiatedMoreThanChecksum()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"librtmfp-connect", "librtmfp-netgroup", "librtmfp-p2p"})
    void everyDatagramOpensToTheRecordedPacket(String name) {
        JsonNode vector = Vectors.load(name);
        Map<String, PacketOpener> openers = new HashMap<>();
        for (JsonNode packet : vector.get("packets")) {
            PacketOpener opener =
                    openers.computeIfAbsent(
                            direction(packet),
                            direction ->
                                    isStartup(packet)
                                            ? StartupKeys.newOpener()
                                            : keys(session(vector, packet), isToInitiator(packet))
                                                    .newOpener());
            byte[] datagram = Vectors.bytes(packet.get("udp"));
            byte[] plaintext = Vectors.bytes(packet.get("plaintext"));
            byte[] opened = Datagrams.open(opener, datagram);

            // The recorded plaintext ends with the last chunk.
            byte[] expected = Arrays.copyOf(plaintext, opened.length);
            Arrays.fill(expected, plaintext.length, opened.length, (byte) 0xff);
            assertThat(opened).as(packet.get("n").asText()).isEqualTo(expected);
            assertThat(Datagrams.sessionId(datagram))
                    .isEqualTo(Vectors.sessionId(packet.get("sessionId")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"librtmfp-connect", "librtmfp-netgroup", "librtmfp-p2p"})
    void sealingThePacketsAgainGivesTheRecordedDatagrams(String name) {
        JsonNode vector = Vectors.load(name);
        Map<String, PacketSealer> sealers = new HashMap<>();
        for (JsonNode packet : vector.get("packets")) {
            PacketSealer sealer =
                    sealers.computeIfAbsent(
                            direction(packet),
                            direction ->
                                    isStartup(packet)
                                            ? StartupKeys.newSealer()
                                            : keys(session(vector, packet), !isToInitiator(packet))
                                                    .newSealer());
            byte[] sealed =
                    Datagrams.seal(
                            sealer,
                            Vectors.sessionId(packet.get("sessionId")),
                            Vectors.bytes(packet.get("plaintext")));
            assertThat(Vectors.hex(sealed))
                    .as(packet.get("n").asText())
                    .isEqualTo(packet.get("udp").asText());
        }
    }

    /** The recording calls the components nonces, as librtmfp does. */
    private static SessionKeys keys(JsonNode session, boolean initiator) {
        byte[] secret = Vectors.bytes(session.get("sharedSecret"));
        byte[] ours = Vectors.bytes(session.get("initiatorNonce"));
        byte[] theirs = Vectors.bytes(session.get("responderNonce"));
        return initiator
                ? SessionKeys.ofInitiator(secret, ours, theirs, CHECKSUM_ONLY)
                : SessionKeys.ofResponder(secret, ours, theirs, CHECKSUM_ONLY);
    }

    private static JsonNode session(JsonNode vector, JsonNode packet) {
        return vector.get("sessions").get(packet.get("session").asInt());
    }

    private static boolean isStartup(JsonNode packet) {
        return packet.get("key").asText().equals("default");
    }

    private static boolean isToInitiator(JsonNode packet) {
        return packet.get("mode").asText().equals("responder");
    }

    private static String direction(JsonNode packet) {
        return isStartup(packet)
                ? "startup"
                : packet.get("session").asText() + packet.get("mode").asText();
    }
}
