package org.altocumulus.protocol.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions between the author's own client and server, with all their keys. */
class RecordedSessionsTest {
    private static final String SESSIONS =
            "rtmfp-session-1 rtmfp-session-2 rtmfp-session-3-short-secret"
                    + " rtmfp-session-4-short-server-public";

    private JsonNode vector;
    private byte[] initiatorComponent;
    private byte[] responderComponent;

    private void load(String name) {
        vector = Vectors.load(name);
        initiatorComponent = keying("skic");
        responderComponent = keying("skrc");
    }

    static String[] sessions() {
        return SESSIONS.split(" ", -1);
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void privateKeysGiveTheRecordedPublicKeysAndSecret(String name) throws Exception {
        load(name);
        DhKeyPair client = pair("client_private");
        DhKeyPair server = pair("server_private");

        assertThat(client.publicKey()).isEqualTo(dh("client_public"));
        assertThat(server.publicKey()).isEqualTo(dh("server_public"));
        assertThat(client.sharedSecret(dh("server_public"))).isEqualTo(dh("shared_secret"));
        assertThat(server.sharedSecret(dh("client_public"))).isEqualTo(dh("shared_secret"));
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void initiatorDerivesTheRecordedKeys(String name) throws Exception {
        load(name);
        SessionKeys keys = initiatorKeys();

        assertDirection(keys.near(), "c2s");
        assertDirection(keys.far(), "s2c");
        assertThat(keys.nearNonce()).isEqualTo(keying("initiator_nonce"));
        assertThat(keys.farNonce()).isEqualTo(keying("responder_nonce"));
        assertThat(keys.negotiatedMoreThanChecksum()).isEqualTo(negotiated("hmac").asBoolean());
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void responderDerivesTheRecordedKeys(String name) throws Exception {
        load(name);
        SessionKeys keys = responderKeys();

        assertDirection(keys.near(), "s2c");
        assertDirection(keys.far(), "c2s");
        assertThat(keys.nearNonce()).isEqualTo(keying("responder_nonce"));
        assertThat(keys.farNonce()).isEqualTo(keying("initiator_nonce"));
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void everyDatagramOpensToTheRecordedPacket(String name) throws Exception {
        load(name);
        Map<String, PacketOpener> openers = new HashMap<>();
        openers.put("default", StartupKeys.newOpener());
        openers.put("session_c2s", responderKeys().newOpener());
        openers.put("session_s2c", initiatorKeys().newOpener());

        for (JsonNode packet : vector.get("packets")) {
            PacketOpener opener = openers.get(packet.get("key").asText());
            byte[] opened = Datagrams.open(opener, Vectors.bytes(packet.get("datagram")));
            byte[] plaintext = Vectors.bytes(packet.get("plaintext"));
            int offset = packet.get("rtmfp_packet_offset").asInt();
            assertThat(opener.packetOffset()).as(packet.get("n").asText()).isEqualTo(offset);
            assertThat(opened)
                    .as(packet.get("n").asText())
                    .isEqualTo(Arrays.copyOfRange(plaintext, offset, plaintext.length));
        }
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void sealingThePacketsAgainGivesTheRecordedDatagrams(String name) throws Exception {
        load(name);
        Map<String, PacketSealer> sealers = new HashMap<>();
        sealers.put("default", StartupKeys.newSealer());
        sealers.put("session_c2s", initiatorKeys().newSealer());
        sealers.put("session_s2c", responderKeys().newSealer());

        for (JsonNode packet : vector.get("packets")) {
            byte[] plaintext = Vectors.bytes(packet.get("plaintext"));
            int end = plaintext.length - Vectors.bytes(packet.get("padding")).length;
            int offset = packet.get("rtmfp_packet_offset").asInt();
            byte[] sealed =
                    Datagrams.seal(
                            sealers.get(packet.get("key").asText()),
                            Vectors.sessionId(packet.get("session_id")),
                            Arrays.copyOfRange(plaintext, offset, end));
            assertThat(Vectors.hex(sealed))
                    .as(packet.get("n").asText())
                    .isEqualTo(packet.get("datagram").asText());
        }
    }

    @Test
    void everyDatagramShownAgainIsADuplicateWhereThereAreSequenceNumbers() throws Exception {
        load("rtmfp-session-2");
        PacketOpener opener = responderKeys().newOpener();
        for (JsonNode packet : vector.get("packets")) {
            if (packet.get("key").asText().equals("session_c2s")) {
                byte[] datagram = Vectors.bytes(packet.get("datagram"));
                Datagrams.open(opener, datagram);
                assertThat(Datagrams.result(opener, datagram)).isEqualTo(OpenResult.DUPLICATE);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sessions")
    void recordedCertificatesHaveTheRecordedFingerprints(String name) throws Exception {
        load(name);
        JsonNode identity = vector.get("client_identity");
        Certificate certificate = Certificate.parse(Vectors.bytes(identity.get("certificate")));

        assertThat(certificate.isStatic()).isTrue();
        assertThat(certificate.fingerprint())
                .hasToString(identity.get("fingerprint_sha256").asText());
        assertThat(certificate.staticKey(DhGroup.MODP_1024)).hasValue(dh("client_public"));

        Certificate server = serverCertificate();
        assertThat(server.isStatic()).isFalse();
        assertThat(server.acceptsAncillaryData()).isTrue();
        assertThat(DhGroup.values()).allMatch(server::offers);
    }

    /** Plays the recorded client through the real classes, up to its own random bytes. */
    private SessionKeys initiatorKeys() throws Exception {
        JsonNode clientLength = negotiated("hmac_len_c2s");
        KeyingPolicy policy = policy(initiatorComponent, clientLength.asInt(16));
        InitiatorKeying keying =
                new InitiatorKeying(
                        policy, serverCertificate(), pair("client_private"), initiatorComponent);
        return keying.complete(responderComponent);
    }

    private SessionKeys responderKeys() throws Exception {
        KeyingComponent ours = KeyingComponent.parse(responderComponent);
        KeyingComponent theirs = KeyingComponent.parse(initiatorComponent);
        KeyingPolicy policy = policy(responderComponent, negotiated("hmac_len_s2c").asInt(16));
        Certificate client =
                Certificate.parse(Vectors.bytes(vector.at("/client_identity/certificate")));
        DhGroup group = theirs.chosenGroup(client);
        byte[] secret = pair("server_private").sharedSecret(theirs.publicKey(client, group));
        Negotiation negotiation =
                Negotiation.of(policy, ours.hmacFlags(), ours.sequenceFlags(), theirs);
        return SessionKeys.ofResponder(secret, initiatorComponent, responderComponent, negotiation);
    }

    private static KeyingPolicy policy(byte[] component, int hmacLength) throws Exception {
        KeyingComponent parsed = KeyingComponent.parse(component);
        return new KeyingPolicy(
                KeyingPolicy.DEFAULT.groups(),
                protection(parsed.hmacFlags()),
                protection(parsed.sequenceFlags()),
                hmacLength);
    }

    private static Protection protection(int flags) {
        return (flags & Protection.REQUESTS) != 0 ? Protection.REQUIRE : Protection.ON_REQUEST;
    }

    private Certificate serverCertificate() throws Exception {
        JsonNode hello = vector.at("/packets/1/chunks/0/parsed/responder_certificate");
        return Certificate.parse(Vectors.bytes(hello));
    }

    private void assertDirection(DirectionKeys keys, String direction) {
        assertThat(keys.aesKey()).isEqualTo(keying("aes_key_" + direction));
        JsonNode hmacKey = vector.get("keying").get("hmac_key_" + direction);
        if (hmacKey.isNull()) {
            assertThat(keys.hmacKey()).isNull();
        } else {
            assertThat(keys.hmacKey()).isEqualTo(Vectors.bytes(hmacKey));
        }
        assertThat(keys.hmacLength()).isEqualTo(negotiated("hmac_len_" + direction).asInt(0));
        assertThat(keys.sequenceNumbers())
                .isEqualTo(negotiated("session_sequence_numbers").asBoolean());
    }

    private DhKeyPair pair(String field) {
        return DhKeyPair.of(DhGroup.MODP_1024, new BigInteger(1, dh(field)));
    }

    private byte[] dh(String field) {
        return Vectors.bytes(vector.get("dh").get(field));
    }

    private byte[] keying(String field) {
        return Vectors.bytes(vector.get("keying").get(field));
    }

    private JsonNode negotiated(String field) {
        return vector.get("negotiated").get(field);
    }
}
