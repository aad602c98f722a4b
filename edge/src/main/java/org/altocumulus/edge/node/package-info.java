/**
 * The media node: UDP sockets, one event loop for each core, the table of sessions of each loop,
 * their timers, and the threads that agree on keys. Netty stays in this package and in the links;
 * what a session does once it is open is told by {@link org.altocumulus.edge.node.SessionUsers}.
 *
 * <p>A session belongs to one loop. The low byte of its id names the loop, so a packet that the
 * kernel gives to another loop is handed over whole.
 */
package org.altocumulus.edge.node;
