/**
 * Puts a node together from its settings, starts it and stops it: what an edge is and what an
 * origin has inside.
 */
package org.altocumulus.edge.daemon;
