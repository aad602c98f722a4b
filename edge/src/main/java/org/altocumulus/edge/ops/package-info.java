/**
 * Configuration of the daemons: where settings come from, and one immutable record for each
 * subsystem. {@code reference.conf} is the manual.
 */
package org.altocumulus.edge.ops;
