/** Holds the code to the architecture: which package may use what. */
package org.altocumulus.architecture;
