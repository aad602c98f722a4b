package org.altocumulus.edge.node;

import java.util.function.Supplier;
import org.altocumulus.protocol.crypto.CookieFactory;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyingPolicy;

/**
 * Who a node is to those that open sessions with it.
 *
 * @param identity the certificate, and the key pair if it is a static one
 * @param policy groups and what is negotiated
 * @param cookies makes a factory for each loop, all of one secret
 */
public record Responding(Identity identity, KeyingPolicy policy, Supplier<CookieFactory> cookies) {}
