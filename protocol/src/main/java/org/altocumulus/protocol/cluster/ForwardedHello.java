package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.wire.HostPort;

/**
 * FORWARD: a hello that the origin redirected, for one of the edges to answer at once (RFC 7016
 * §3.5.1.5, over the link instead of a session). The arrays are not to be changed.
 *
 * @param tag of the hello, at most {@value #MAX_TAG} bytes
 * @param from where the hello came from, so it says; nobody has proved that
 * @param endpointDiscriminator of the hello, 1 to {@value #MAX_DISCRIMINATOR} bytes
 */
public record ForwardedHello(byte[] tag, InetSocketAddress from, byte[] endpointDiscriminator) {
    /** A longer tag is not forwarded; sixteen bytes are usual. */
    public static final int MAX_TAG = 128;

    /** A longer discriminator is not forwarded, as a frame has to fit a line. */
    public static final int MAX_DISCRIMINATOR = 1500;

    /** Whether a hello fits a frame. */
    public static boolean fits(byte[] tag, byte[] endpointDiscriminator) {
        return tag.length <= MAX_TAG && endpointDiscriminator.length <= MAX_DISCRIMINATOR;
    }

    static ForwardedHello read(Frame frame) throws LinkRefusal {
        InetSocketAddress from = Registration.address("from", frame.text("from"));
        if (from.getPort() == 0) {
            throw Frame.bad("from", frame.text("from"), "a port from 1 to 65535");
        }
        return new ForwardedHello(
                frame.hex("tag", 0, MAX_TAG), from, frame.hex("epd", 1, MAX_DISCRIMINATOR));
    }

    Frame toFrame() {
        return Frame.of(Verb.FORWARD)
                .hex("tag", tag)
                .with("from", HostPort.format(from))
                .hex("epd", endpointDiscriminator)
                .build();
    }
}
