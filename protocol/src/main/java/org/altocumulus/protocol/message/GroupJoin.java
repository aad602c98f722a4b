package org.altocumulus.protocol.message;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.altocumulus.protocol.wire.WireWriter;

/**
 * What a client sends on a flow with {@link FlowMetadata.Group} to join a group: {@code 01 | length
 * VLU | 15 | id}, {@code 01 | length VLU | 10 | groupspec text}, or the bare id. Such messages have
 * no type or timestamp.
 *
 * @param groupId 32 bytes, not to be changed
 */
public record GroupJoin(byte[] groupId) {
    /** Bytes of a group id and of a peer id. */
    public static final int ID_SIZE = 32;

    private static final int JOIN = 0x01;
    private static final int MEMBER = 0x0b;
    private static final int BY_ID = 0x15;
    private static final int BY_SPEC = 0x10;

    /**
     * @throws IllegalArgumentException if the id does not have 32 bytes
     */
    public GroupJoin {
        if (groupId.length != ID_SIZE) {
            throw new IllegalArgumentException("group id of " + groupId.length + " bytes");
        }
    }

    /**
     * Reads the message; the id of a group named by its groupspec is the SHA-256 of that text.
     *
     * @throws WireException if it has none of the three forms, or a length that it does not have
     */
    public static GroupJoin parse(byte[] message) throws WireException {
        WireReader reader = new WireReader(message);
        if (message.length == ID_SIZE && !isTagged(message)) {
            return new GroupJoin(reader.rest());
        }
        int first = reader.u8();
        if (first != JOIN) {
            throw new WireException(
                    "group message " + first + " of " + message.length + " bytes: not a join");
        }
        WireReader name = reader.slice(reader.vluLength());
        int form = name.u8();
        if (form == BY_ID && name.remaining() == ID_SIZE) {
            return new GroupJoin(name.rest());
        }
        if (form == BY_SPEC && name.remaining() > 0) {
            return new GroupJoin(sha256(name.rest()));
        }
        throw new WireException(
                "group named in form " + form + " by " + name.remaining() + " bytes");
    }

    /** Whether 32 bytes are a short groupspec with its head rather than an id. */
    private static boolean isTagged(byte[] message) {
        return message[0] == JOIN && message[1] == ID_SIZE - 2 && message[2] == BY_SPEC;
    }

    /** The message that joins by id. */
    public byte[] encode() {
        WireWriter writer = new WireWriter(3 + ID_SIZE);
        return writer.u8(JOIN).vlu(1 + ID_SIZE).u8(BY_ID).bytes(groupId).array();
    }

    /** The message that tells a client of a member, by its 32-byte peer id. */
    public static byte[] member(byte[] peerId) {
        return new WireWriter(1 + ID_SIZE).u8(MEMBER).bytes(peerId).array();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GroupJoin that && Arrays.equals(groupId, that.groupId);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(groupId);
    }

    @Override
    public String toString() {
        return "GroupJoin[" + HexFormat.of().formatHex(groupId) + ']';
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
