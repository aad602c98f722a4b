/** Tests of the load generator's arithmetic, in virtual time. */
package org.altocumulus.cli.load;
