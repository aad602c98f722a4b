/** Tests of the parts of an edge as a process. */
package org.altocumulus.edge.daemon;
