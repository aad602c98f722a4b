/**
 * Which edge publishes which stream, and which edges want it: soft state that the edges own and
 * announce, gone with the edge's connection. Not thread-safe: it belongs to the thread of the link.
 */
package org.altocumulus.origin.directory;
