package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.altocumulus.protocol.wire.HostPort;

/**
 * REGISTER: what an edge tells about itself.
 *
 * @param advertised the UDP addresses at which clients reach it, 1 to {@value #MAX_ADDRESSES}, all
 *     different
 * @param capacity most clients that it takes, or 0 for no such limit
 * @param fingerprint of its RTMFP certificate, 32 bytes
 */
public record Registration(List<InetSocketAddress> advertised, int capacity, byte[] fingerprint) {
    /** Most addresses of one edge. */
    public static final int MAX_ADDRESSES = 8;

    private static final int FINGERPRINT = 32;

    /** Copies the list. */
    public Registration {
        advertised = List.copyOf(advertised);
    }

    static Registration read(Frame frame) throws LinkRefusal {
        List<InetSocketAddress> advertised = new ArrayList<>();
        String list = frame.text("advertise");
        for (String text : list.split(",", MAX_ADDRESSES + 1)) {
            advertised.add(address("advertise", text));
        }
        if (advertised.size() > MAX_ADDRESSES
                || new HashSet<>(advertised).size() < advertised.size()) {
            throw Frame.bad("advertise", list, "1 to " + MAX_ADDRESSES + " different addresses");
        }
        return new Registration(
                advertised,
                (int) frame.number("capacity", 0, Integer.MAX_VALUE),
                frame.hex("fingerprint", FINGERPRINT));
    }

    /** An address that is written out; a wildcard or multicast address leads nobody anywhere. */
    static InetSocketAddress address(String key, String text) throws LinkRefusal {
        try {
            InetSocketAddress address = HostPort.parseNumeric(text);
            if (!address.getAddress().isAnyLocalAddress()
                    && !address.getAddress().isMulticastAddress()) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            // falls through to the refusal
        }
        throw Frame.bad(key, text, "the IP address and port of one host");
    }

    Frame toFrame() {
        return Frame.of(Verb.REGISTER)
                .with(
                        "advertise",
                        advertised.stream().map(HostPort::format).collect(Collectors.joining(",")))
                .with("capacity", capacity)
                .hex("fingerprint", fingerprint)
                .build();
    }
}
