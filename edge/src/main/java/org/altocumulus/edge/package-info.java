/** Placeholder. */
package org.altocumulus.edge;
