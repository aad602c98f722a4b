/**
 * Round trip time, retransmission timeout and the congestion window of a session (RFC 7016 §3.5.2,
 * appendix A). Times are nanoseconds of the host's monotonic clock, passed in.
 */
package org.altocumulus.protocol.congestion;
