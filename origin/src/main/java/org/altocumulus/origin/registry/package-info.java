/**
 * Which edges there are, how they are, what they carry, and which of them a newcomer is sent to. No
 * I/O and no clock; not thread-safe: it belongs to the thread of the link.
 */
package org.altocumulus.origin.registry;
