/** The edge's link to its origin: dials it, again and again, and drives the two connections. */
package org.altocumulus.edge.link;
