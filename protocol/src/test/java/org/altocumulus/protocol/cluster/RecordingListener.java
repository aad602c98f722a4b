package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** A host that writes down what its link says. */
class RecordingListener implements EdgeLinkDialer, EdgeLinkListener {
    final List<String> calls = new ArrayList<>();
    final List<MediaFrame> frames = new ArrayList<>();

    @Override
    public void dial(LinkRole role) {
        calls.add("dial " + role);
    }

    @Override
    public void joined(NodeIdentity origin) {
        calls.add("joined " + origin.node());
    }

    @Override
    public void left(Reason reason, String message) {
        calls.add("left " + reason);
    }

    @Override
    public void probed(InetSocketAddress address, boolean answered) {
        calls.add("probed " + answered);
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
