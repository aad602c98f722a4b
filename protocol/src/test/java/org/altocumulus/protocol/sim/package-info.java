/**
 * A network in virtual time for tests: links with impairments, and endpoints that host sessions
 * with simulated timers and key workers. Everything follows from a seed, so that a failure replays.
 */
package org.altocumulus.protocol.sim;
