package org.altocumulus.protocol.amf;

import java.util.Map;

/**
 * An array with named members, such as stream metadata. AMF3 writes an array of both kinds; the
 * numbered part is read as members "0", "1", …
 *
 * @param members in their order; keys are at most 65535 bytes of UTF-8
 */
public record AmfEcmaArray(Map<String, AmfValue> members) implements AmfValue {
    /**
     * @throws IllegalArgumentException if a key is too long for AMF0
     */
    public AmfEcmaArray {
        members = Members.copy(members);
    }
}
