/**
 * Values of the Action Message Format, versions 0 and 3: an immutable model ({@link
 * org.altocumulus.protocol.amf.AmfValue}) and a reader and a writer for each version.
 *
 * <p>Readers take hostile input: depth, counts and what references stand for are bounded, and a
 * reference to a value that is not complete yet (a cycle) is refused, so that a value which was
 * read can be written, compared and printed without further care. Writers write no references.
 */
package org.altocumulus.protocol.amf;
