package org.altocumulus.protocol.amf;

import java.util.Set;

/**
 * An object that wrote itself (AMF3), of one of the classes that are known to write exactly one
 * value. Others cannot be read, as nothing says where they end.
 *
 * @param className one of the known classes
 * @param value what the object wrote
 */
public record AmfExternalizable(String className, AmfValue value) implements AmfValue {
    private static final Set<String> KNOWN =
            Set.of(
                    "flex.messaging.io.ArrayCollection",
                    "flex.messaging.io.ArrayList",
                    "flex.messaging.io.ObjectProxy");

    /**
     * @throws IllegalArgumentException if the class is not known
     */
    public AmfExternalizable {
        if (!isKnown(className)) {
            throw new IllegalArgumentException("'" + className + "': expected one of " + KNOWN);
        }
    }

    static boolean isKnown(String className) {
        return KNOWN.contains(className);
    }
}
