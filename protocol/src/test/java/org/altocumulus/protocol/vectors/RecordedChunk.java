package org.altocumulus.protocol.vectors;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A chunk of a recorded packet.
 *
 * @param type the chunk type code
 * @param length bytes of the payload
 * @param fields what the recorder read in it; names differ between the two forms of files
 */
public record RecordedChunk(int type, int length, JsonNode fields) {
    /**
     * The first of {@code names} that is there, or null: the forms name the same field differently.
     */
    public JsonNode field(String... names) {
        for (String name : names) {
            if (fields.has(name)) {
                return fields.get(name);
            }
        }
        return null;
    }
}
