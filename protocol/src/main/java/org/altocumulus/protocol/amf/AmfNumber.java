package org.altocumulus.protocol.amf;

/** A double-precision number. */
public record AmfNumber(double value) implements AmfValue {
    @Override
    public double toNumber(double otherwise) {
        return value;
    }
}
