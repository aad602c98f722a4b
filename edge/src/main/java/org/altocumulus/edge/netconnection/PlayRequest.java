package org.altocumulus.edge.netconnection;

import org.altocumulus.protocol.message.StreamKey;

/**
 * What a client asks to play.
 *
 * @param key which stream
 * @param written its name as the client wrote it, with its query, which may hold secrets
 * @param reset whether the client asked to play this only
 * @param mustExist whether the client is told if there is no such stream, and does not wait for it
 */
record PlayRequest(StreamKey key, String written, boolean reset, boolean mustExist) {}
