/**
 * Tests of the application over real sessions without a network: {@link
 * org.altocumulus.edge.netconnection.World} has loops, links and clients in virtual time, {@link
 * org.altocumulus.edge.netconnection.Client} does what it is told to, and notes what it gets.
 */
package org.altocumulus.edge.netconnection;
