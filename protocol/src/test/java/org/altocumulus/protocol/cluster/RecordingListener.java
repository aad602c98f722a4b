package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** A host that writes down what its link says. */
class RecordingListener implements EdgeLinkDialer, EdgeLinkListener {
    final List<String> calls = new ArrayList<>();
    final List<MediaFrame> frames = new ArrayList<>();
    List<InetSocketAddress> addresses = List.of();

    /** Whom an empty repetition is given when it is asked for, if anyone. */
    EdgeLinks links;

    /** What is about the first origin is noted as if it were alone. */
    private void note(int origin, String call) {
        calls.add(origin == 0 ? call : call + " at " + origin);
    }

    @Override
    public void dial(int origin, LinkRole role) {
        note(origin, "dial " + role);
    }

    @Override
    public void joined(int origin, NodeIdentity identity) {
        note(origin, "joined " + identity.node());
    }

    @Override
    public void originClients(int origin, List<InetSocketAddress> addresses) {
        if (!addresses.isEmpty()) {
            note(origin, "clients at " + addresses);
        }
    }

    @Override
    public void forwardedHello(ForwardedHello hello) {
        calls.add("hello from " + hello.from());
    }

    @Override
    public void left(int origin, Reason reason, String message) {
        note(origin, "left " + reason);
    }

    @Override
    public void probed(int origin, InetSocketAddress address, boolean answered) {
        note(origin, "probed " + answered);
    }

    @Override
    public void drainRequested() {
        calls.add("drain");
    }

    @Override
    public void publishAccepted(Publication publication) {
        calls.add("accepted " + publication);
    }

    @Override
    public void publishRefused(Publication publication, Reason reason, String message) {
        calls.add("refused " + publication + ' ' + reason);
    }

    @Override
    public void replay(Publication publication) {
        calls.add("replay " + publication);
        if (links != null) {
            links.replaying(publication.stream());
        }
    }

    @Override
    public void evicted(PeerId peer, long since) {
        calls.add("evicted " + peer + " of " + since);
    }

    @Override
    public List<InetSocketAddress> introduced(Introduction introduction) {
        calls.add("introduced " + introduction.peer() + " to " + introduction.from());
        return addresses;
    }

    @Override
    public void unneeded(Publication publication) {
        calls.add("unneeded " + publication);
    }

    @Override
    public void started(Publication publication) {
        calls.add("started " + publication);
    }

    @Override
    public void media(MediaFrame frame) {
        frames.add(frame);
    }

    @Override
    public void ended(Publication publication) {
        calls.add("ended " + publication);
    }
}
