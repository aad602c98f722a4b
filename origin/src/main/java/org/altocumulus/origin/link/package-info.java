/**
 * The origin's side of the links as one whole: sessions, registry, directory and hub, put together.
 * Not thread-safe: all of it belongs to one thread.
 */
package org.altocumulus.origin.link;
