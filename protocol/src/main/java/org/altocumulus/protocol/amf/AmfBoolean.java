package org.altocumulus.protocol.amf;

/** True or false. */
public record AmfBoolean(boolean value) implements AmfValue {
    @Override
    public boolean toBoolean(boolean otherwise) {
        return value;
    }
}
