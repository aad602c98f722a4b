/**
 * Moves media from the edge that publishes a stream to the edges that want it, one copy each, and
 * keeps what an edge needs that comes later. Not thread-safe: it belongs to the thread of the link.
 */
package org.altocumulus.origin.hub;
