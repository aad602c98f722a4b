package org.altocumulus.protocol.cluster;

/** HMAC-SHA256, which the host lends to the link. */
@FunctionalInterface
public interface LinkMac {
    /** The 32 bytes of the code over the parts one after the other. */
    byte[] mac(byte[] key, byte[]... parts);
}
