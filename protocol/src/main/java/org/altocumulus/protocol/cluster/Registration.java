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
 * @param bandwidth bits per second that it can send to clients, or 0 if that is not known
 * @param weight how much it can carry beside other edges, in hundredths: 1 to {@value #MAX_WEIGHT},
 *     usually {@value #USUAL_WEIGHT}
 * @param pull the TCP address at which other edges pull streams from it, or null if it neither
 *     gives nor takes them that way
 */
public record Registration(
        List<InetSocketAddress> advertised,
        int capacity,
        byte[] fingerprint,
        long bandwidth,
        int weight,
        InetSocketAddress pull) {
    /** Most addresses of one edge. */
    public static final int MAX_ADDRESSES = 8;

    /** The weight of an edge that names none. */
    public static final int USUAL_WEIGHT = 100;

    /** The largest weight. */
    public static final int MAX_WEIGHT = 10_000;

    private static final int FINGERPRINT = 32;
    private static final long MAX_BANDWIDTH = 999_999_999_999_999_999L;

    /** Copies the list. */
    public Registration {
        advertised = List.copyOf(advertised);
    }

    /** An edge of the usual weight whose bandwidth is not known. */
    public Registration(List<InetSocketAddress> advertised, int capacity, byte[] fingerprint) {
        this(advertised, capacity, fingerprint, 0, USUAL_WEIGHT, null);
    }

    /** The same edge, with direct pulls or, for null, without. */
    public Registration withPull(InetSocketAddress address) {
        return new Registration(advertised, capacity, fingerprint, bandwidth, weight, address);
    }

    static Registration read(Frame frame) throws LinkRefusal {
        return new Registration(
                addresses("advertise", frame.text("advertise")),
                (int) frame.number("capacity", 0, Integer.MAX_VALUE),
                frame.hex("fingerprint", FINGERPRINT),
                frame.number("bandwidth", 0, MAX_BANDWIDTH, 0),
                (int) frame.number("weight", 1, MAX_WEIGHT, USUAL_WEIGHT),
                pull(frame));
    }

    private static InetSocketAddress pull(Frame frame) throws LinkRefusal {
        String text = frame.text("pull", "");
        return text.isEmpty() ? null : address("pull", text);
    }

    /** Addresses with commas between them, 1 to {@value #MAX_ADDRESSES} without repetition. */
    static List<InetSocketAddress> addresses(String key, String list) throws LinkRefusal {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String text : list.split(",", MAX_ADDRESSES + 1)) {
            addresses.add(address(key, text));
        }
        if (addresses.size() > MAX_ADDRESSES
                || new HashSet<>(addresses).size() < addresses.size()) {
            throw Frame.bad(key, list, "1 to " + MAX_ADDRESSES + " different addresses");
        }
        return addresses;
    }

    static String written(List<InetSocketAddress> addresses) {
        return addresses.stream().map(HostPort::format).collect(Collectors.joining(","));
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
        Frame.Builder frame =
                Frame.of(Verb.REGISTER)
                        .with("advertise", written(advertised))
                        .with("capacity", capacity)
                        .hex("fingerprint", fingerprint);
        if (bandwidth != 0) {
            frame.with("bandwidth", bandwidth);
        }
        if (weight != USUAL_WEIGHT) {
            frame.with("weight", weight);
        }
        return (pull == null ? frame : frame.with("pull", HostPort.format(pull))).build();
    }
}
