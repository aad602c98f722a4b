/**
 * What a node does for each packet, message or hello, cut out so that it can be repeated without
 * sockets: the benchmarks time it, and {@code AllocationTest} bounds what it allocates.
 */
package org.altocumulus.hotpath;
