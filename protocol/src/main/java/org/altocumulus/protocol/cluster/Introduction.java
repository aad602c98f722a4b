package org.altocumulus.protocol.cluster;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.altocumulus.protocol.wire.HostPort;

/**
 * INTRODUCE: somebody said hello for a client of another node, which is to tell its client (RFC
 * 7016 §3.5.1.5) and to answer with the addresses of that.
 *
 * @param peer who is asked for
 * @param from where the hello came from, as its node saw it
 * @param behind the public address of the NAT that {@code from} is behind, if its node shares the
 *     private network of {@code from} and knows it
 * @param tag of the hello, at most {@link #MAX_TAG} bytes, shared and not to be changed
 */
public record Introduction(
        PeerId peer, InetSocketAddress from, Optional<InetAddress> behind, byte[] tag) {
    /** Longest tag: those of clients have 16 bytes. */
    public static final int MAX_TAG = 256;

    /** Most addresses of an answer; those of ours have no more than eight. */
    static final int MAX_ADDRESSES = 16;

    /** Most of them that wait for their answers at a time. */
    static final int MAX_PENDING = 4096;

    /** For the answer; the asker's next hello comes after a second and a half. */
    static final long TIMEOUT = TimeUnit.SECONDS.toNanos(2);

    private static final String ADDRESSES = "addresses";
    private static final String BEHIND = "behind";

    /**
     * @throws IllegalArgumentException if the tag is too long
     */
    public Introduction {
        if (tag.length > MAX_TAG) {
            throw new IllegalArgumentException("a tag of " + tag.length + " bytes");
        }
    }

    /** Whether somebody else can be told that address; what cannot is refused by who is asked. */
    public static boolean canTell(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        return address.getPort() != 0
                && !ip.isAnyLocalAddress()
                && !ip.isMulticastAddress()
                && !(ip instanceof Inet6Address && ip.isLinkLocalAddress());
    }

    static Introduction read(Frame frame) throws LinkRefusal {
        if (frame.id() == Frame.NO_ID) {
            throw new LinkRefusal(Reason.BAD_VALUE, "INTRODUCE needs an id: it is answered");
        }
        String tag = frame.text("tag");
        if (tag.length() > 2 * MAX_TAG || tag.length() % 2 != 0) {
            throw Frame.bad("tag", tag, "at most " + MAX_TAG + " bytes in hex");
        }
        return new Introduction(
                PeerFrames.peer(frame),
                Registration.address("from", frame.text("from")),
                readBehind(frame),
                frame.hex("tag", tag.length() / 2));
    }

    private static Optional<InetAddress> readBehind(Frame frame) throws LinkRefusal {
        String text = frame.text(BEHIND, null);
        if (text == null) {
            return Optional.empty();
        }
        // Any port makes a socket address of it, which is checked like the others.
        String socket = new HostPort(text, 1).toString();
        return Optional.of(Registration.address(BEHIND, socket).getAddress());
    }

    Frame toFrame() {
        Frame.Builder frame =
                Frame.of(Verb.INTRODUCE)
                        .with("peer", peer.toString())
                        .with("from", HostPort.format(from));
        behind.ifPresent(ip -> frame.with(BEHIND, HostPort.format(ip)));
        return frame.with("tag", HexFormat.of().formatHex(tag)).build();
    }

    /** What is answered: OK with the addresses, or ERROR if there are none. */
    static Frame answer(List<InetSocketAddress> addresses) {
        if (addresses.isEmpty()) {
            return Frame.of(Verb.ERROR)
                    .with("reason", Reason.NO_PEER.token())
                    .with("message", "no node of this cluster has that peer")
                    .build();
        }
        String list =
                addresses.stream()
                        .limit(MAX_ADDRESSES)
                        .map(HostPort::format)
                        .collect(Collectors.joining(","));
        return Frame.of(Verb.OK).with(ADDRESSES, list).build();
    }

    /** Those that wait; where nobody answers there are no addresses. */
    static PendingAnswers<List<InetSocketAddress>> pending() {
        return new PendingAnswers<>(MAX_PENDING, TIMEOUT, List.of());
    }

    /** OK came: gives the addresses to who waits for them, none if they cannot be read. */
    static void answered(PendingAnswers<List<InetSocketAddress>> pending, Frame frame, long now)
            throws LinkRefusal {
        if (!pending.has(frame.id())) {
            return;
        }
        try {
            pending.done(frame.id(), readAnswer(frame), now);
        } catch (LinkRefusal e) {
            pending.done(frame.id(), List.of(), now);
            throw e;
        }
    }

    /** The addresses of an answer, the one at which the peer was seen first. */
    static List<InetSocketAddress> readAnswer(Frame frame) throws LinkRefusal {
        String text = frame.text(ADDRESSES);
        String[] list = text.split(",", MAX_ADDRESSES + 1);
        if (list.length > MAX_ADDRESSES) {
            throw Frame.bad(ADDRESSES, text, "1 to " + MAX_ADDRESSES + " addresses");
        }
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String each : list) {
            addresses.add(Registration.address(ADDRESSES, each));
        }
        return addresses;
    }
}
