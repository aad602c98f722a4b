/**
 * A media node put together from its settings, with its application and its part in a cluster: what
 * an edge is, and what an origin has inside. How it reaches the rest of the cluster is its host's.
 */
package org.altocumulus.edge.server;
