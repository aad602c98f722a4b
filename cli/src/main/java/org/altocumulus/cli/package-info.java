/** Placeholder. */
package org.altocumulus.cli;
