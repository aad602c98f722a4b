package org.altocumulus.protocol.amf;

/**
 * A point in time. The time zone of AMF0 is reserved: ignored when read, written as 0.
 *
 * @param millis milliseconds since 1970-01-01 UTC
 */
public record AmfDate(double millis) implements AmfValue {}
