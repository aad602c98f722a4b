/**
 * The recorded sessions in {@code /vectors}, read into one model whichever program recorded them,
 * and the seeded mutations of bytes. For the tests of every package.
 */
package org.altocumulus.protocol.vectors;
