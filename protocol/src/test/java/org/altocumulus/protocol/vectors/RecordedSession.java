package org.altocumulus.protocol.vectors;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The keys of a recorded session. Keys and secrets are as the profile uses them: without leading
 * zero bytes where it says so.
 *
 * @param initiator who sent IIKeying, as named in the file
 * @param responder who answered
 * @param initiatorSessionId of packets to the initiator; 0 if the file does not tell
 * @param responderSessionId of packets to the responder; 0 if the file does not tell
 * @param sharedSecret of the key agreement
 * @param initiatorComponent the session key component in IIKeying
 * @param responderComponent the session key component in RIKeying
 * @param initiatorKey 32 bytes, whose first 16 encrypt what the initiator sends
 * @param responderKey 32 bytes, whose first 16 encrypt what the responder sends
 * @param initiatorHmacLength bytes of HMAC behind what the initiator sends; 0 for a checksum
 * @param responderHmacLength bytes of HMAC behind what the responder sends; 0 for a checksum
 * @param sequenceNumbers whether packets under the session's keys are numbered
 * @param json all that the file says of the session, such as nonces and private keys
 */
public record RecordedSession(
        String initiator,
        String responder,
        int initiatorSessionId,
        int responderSessionId,
        byte[] sharedSecret,
        byte[] initiatorComponent,
        byte[] responderComponent,
        byte[] initiatorKey,
        byte[] responderKey,
        int initiatorHmacLength,
        int responderHmacLength,
        boolean sequenceNumbers,
        JsonNode json) {}
