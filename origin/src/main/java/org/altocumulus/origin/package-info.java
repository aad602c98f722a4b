/** Placeholder. */
package org.altocumulus.origin;
