package org.altocumulus.origin.registry;

/**
 * A client that asks the origin for a server.
 *
 * @param room a hash, of where it wants to go or of its tag: equal for those that want the same
 * @param hello which of its hellos this is, from 1
 * @param repeated whether it is a repetition within a second of a hello that was counted: it shall
 *     get the same answer, and expects no other client
 */
public record Newcomer(long room, int hello, boolean repeated) {}
