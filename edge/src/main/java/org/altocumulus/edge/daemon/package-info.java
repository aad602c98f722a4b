/** The edge as a process: a media node and its link to the origin, started and stopped. */
package org.altocumulus.edge.daemon;
