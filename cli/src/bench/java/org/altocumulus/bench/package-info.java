/**
 * JMH benchmarks of what a node does for each packet, message or handshake. Compiled and run by the
 * Maven profile {@code bench} only.
 */
package org.altocumulus.bench;
