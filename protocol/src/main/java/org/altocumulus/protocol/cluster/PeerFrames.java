package org.altocumulus.protocol.cluster;

import java.util.ArrayList;
import java.util.List;

/** PEERS, GONE and EVICT. */
final class PeerFrames {
    /** Most peers of one frame, so that its line has room for all of their digits. */
    static final int MAX_PEERS = 45;

    private static final long MAX_AGE = 999_999_999_999L;
    private static final int MAX_AGE_DIGITS = 12;
    private static final String PEERS = "peers";
    private static final String PEER = "peer";

    private PeerFrames() {}

    static Frame present(List<PresentPeer> peers) {
        StringBuilder list = new StringBuilder();
        for (PresentPeer each : peers) {
            separate(list).append(each.peer()).append(':').append(Math.min(each.age(), MAX_AGE));
        }
        return Frame.of(Verb.PEERS).with(PEERS, list.toString()).build();
    }

    static Frame gone(List<PeerId> peers) {
        StringBuilder list = new StringBuilder();
        peers.forEach(peer -> separate(list).append(peer));
        return Frame.of(Verb.GONE).with(PEERS, list.toString()).build();
    }

    static Frame evict(PeerId peer) {
        return Frame.of(Verb.EVICT)
                .with(PEER, peer.toString())
                .with("reason", Reason.REPLACED.token())
                .with("message", "a newer session of this peer is at another node")
                .build();
    }

    private static StringBuilder separate(StringBuilder list) {
        return list.isEmpty() ? list : list.append(',');
    }

    static List<PresentPeer> readPresent(Frame frame) throws LinkRefusal {
        List<PresentPeer> peers = new ArrayList<>();
        for (String text : list(frame)) {
            int colon = text.indexOf(':');
            if (colon < 0) {
                throw Frame.bad(PEERS, text, "a peer id, a colon and an age");
            }
            PeerId peer = PeerId.read(PEERS, text.substring(0, colon));
            peers.add(new PresentPeer(peer, age(text, colon + 1)));
        }
        return peers;
    }

    static List<PeerId> readGone(Frame frame) throws LinkRefusal {
        List<PeerId> peers = new ArrayList<>();
        for (String text : list(frame)) {
            peers.add(PeerId.read(PEERS, text));
        }
        return peers;
    }

    static PeerId peer(Frame frame) throws LinkRefusal {
        return PeerId.read(PEER, frame.text(PEER));
    }

    private static String[] list(Frame frame) throws LinkRefusal {
        String text = frame.text(PEERS);
        String[] list = text.split(",", MAX_PEERS + 1);
        if (list.length > MAX_PEERS) {
            throw Frame.bad(PEERS, text, "1 to " + MAX_PEERS + " peers");
        }
        return list;
    }

    private static long age(String text, int from) throws LinkRefusal {
        long age = 0;
        boolean good = text.length() > from && text.length() - from <= MAX_AGE_DIGITS;
        for (int at = from; good && at < text.length(); at++) {
            char digit = text.charAt(at);
            good = digit >= '0' && digit <= '9';
            age = age * 10 + digit - '0';
        }
        if (!good) {
            throw Frame.bad(PEERS, text, "an age of 1 to " + MAX_AGE_DIGITS + " digits");
        }
        return age;
    }
}
