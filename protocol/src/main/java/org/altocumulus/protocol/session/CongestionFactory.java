package org.altocumulus.protocol.session;

import org.altocumulus.protocol.congestion.CongestionController;

/** Makes the congestion controller of a session. */
@FunctionalInterface
public interface CongestionFactory {
    /**
     * Makes a controller in its initial state.
     *
     * @param maxSegment the most user data that one packet carries, in bytes
     */
    CongestionController create(int maxSegment);
}
