/**
 * What the origin answers to a hello: a redirect to edges, nothing, or itself. Only the decision
 * and the count behind it; the packets are elsewhere.
 */
package org.altocumulus.origin.redirect;
