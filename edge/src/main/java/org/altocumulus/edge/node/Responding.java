package org.altocumulus.edge.node;

import org.altocumulus.protocol.crypto.CookieFactory;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyingPolicy;

/**
 * Who a node is to those that open sessions with it.
 *
 * @param identity the certificate, and the key pair if it is a static one
 * @param policy groups and what is negotiated
 * @param cookies made from one secret for all loops
 */
public record Responding(Identity identity, KeyingPolicy policy, CookieFactory cookies) {}
