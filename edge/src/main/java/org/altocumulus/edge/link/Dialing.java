package org.altocumulus.edge.link;

import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.altocumulus.protocol.cluster.EdgeLinkListener;
import org.altocumulus.protocol.cluster.LinkRole;
import org.altocumulus.protocol.cluster.MediaFrame;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.cluster.Reason;

/** Keeps dialling to the link, and passes all else on. */
final class Dialing implements EdgeLinkListener {
    private final EdgeLinkListener listener;
    private final Consumer<LinkRole> dialer;

    Dialing(EdgeLinkListener listener, Consumer<LinkRole> dialer) {
        this.listener = listener;
        this.dialer = dialer;
    }

    @Override
    public void dial(LinkRole role) {
        dialer.accept(role);
    }

    @Override
    public void joined(NodeIdentity origin) {
        listener.joined(origin);
    }

    @Override
    public void left(Reason reason, String message) {
        listener.left(reason, message);
    }

    @Override
    public void probed(InetSocketAddress address, boolean answered) {
        listener.probed(address, answered);
    }

    @Override
    public void drainRequested() {
        listener.drainRequested();
    }

    @Override
    public void publishAccepted(Publication publication) {
        listener.publishAccepted(publication);
    }

    @Override
    public void publishRefused(Publication publication, Reason reason, String message) {
        listener.publishRefused(publication, reason, message);
    }

    @Override
    public void replay(Publication publication) {
        listener.replay(publication);
    }

    @Override
    public void started(Publication publication) {
        listener.started(publication);
    }

    @Override
    public void media(MediaFrame frame) {
        listener.media(frame);
    }

    @Override
    public void ended(Publication publication) {
        listener.ended(publication);
    }
}
