package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.altocumulus.protocol.message.StreamKey;

/** An origin that takes everything and writes it down. */
final class RecordingHandler implements OriginLinkHandler {
    final List<String> calls = new ArrayList<>();
    final List<StreamEvent> events = new ArrayList<>();
    final Map<PeerId, Long> ages = new HashMap<>();
    final Set<PeerId> elsewhere = new HashSet<>();
    final List<IntroductionAnswer> introductions = new ArrayList<>();
    LinkRefusal refusal;
    boolean reachable = true;

    /** What is said to be published, whatever is wanted. */
    Publication known;

    String token;
    OriginLinkSession session;
    LoadReport report;
    Registration registration;

    private void note(String call) throws LinkRefusal {
        if (refusal != null) {
            throw refusal;
        }
        calls.add(call);
    }

    @Override
    public void heard(OriginLinkSession edge, long now) {}

    @Override
    public void register(
            OriginLinkSession edge, Registration newRegistration, String newToken, long now)
            throws LinkRefusal {
        note("register " + edge.node().node() + ' ' + newRegistration.advertised());
        session = edge;
        registration = newRegistration;
        token = newToken;
    }

    @Override
    public void probe(OriginLinkSession edge, InetSocketAddress address, long now) {
        calls.add("probe " + address);
        edge.probed(address, reachable, now);
    }

    @Override
    public void load(OriginLinkSession edge, LoadReport newReport, long now) {
        calls.add("load " + newReport.clients());
        report = newReport;
    }

    @Override
    public void publish(OriginLinkSession edge, PublishRequest request, long now)
            throws LinkRefusal {
        String decider = request.decider() == null ? "" : " decided by " + request.decider();
        note("publish " + request.publication() + ' ' + request.age() + decider);
    }

    @Override
    public void unpublish(OriginLinkSession edge, Publication publication, long now) {
        calls.add("unpublish " + publication);
    }

    @Override
    public Publication want(OriginLinkSession edge, StreamKey stream, long now) throws LinkRefusal {
        note("want " + stream);
        return known;
    }

    @Override
    public Publication relay(OriginLinkSession edge, Publication publication, long now) {
        calls.add("relay " + publication);
        return null;
    }

    @Override
    public void unwant(OriginLinkSession edge, StreamKey stream, long now) {
        calls.add("unwant " + stream);
    }

    @Override
    public void synced(OriginLinkSession edge, long now) {
        calls.add("synced");
    }

    @Override
    public List<PeerId> present(OriginLinkSession edge, List<PresentPeer> present, long now) {
        List<PeerId> older = new ArrayList<>();
        for (PresentPeer each : present) {
            ages.put(each.peer(), each.age());
            if (elsewhere.contains(each.peer())) {
                older.add(each.peer());
            }
        }
        return older;
    }

    @Override
    public void gone(OriginLinkSession edge, List<PeerId> gone, long now) {
        ages.keySet().removeAll(gone);
    }

    @Override
    public void introduce(
            OriginLinkSession edge,
            Introduction introduction,
            IntroductionAnswer answer,
            long now) {
        calls.add("introduce " + introduction.peer() + " to " + introduction.from());
        introductions.add(answer);
    }

    @Override
    public void draining(OriginLinkSession edge, long now) {
        calls.add("draining");
    }

    @Override
    public void admitMedia(OriginLinkSession media, String shown) throws LinkRefusal {
        if (!shown.equals(token)) {
            throw new LinkRefusal(Reason.NO_SESSION, "no such session");
        }
    }

    @Override
    public void mediaJoined(OriginLinkSession media, long now) {
        calls.add("media joined");
    }

    @Override
    public void media(OriginLinkSession media, StreamEvent event, long now) {
        events.add(event);
    }

    @Override
    public void failed(OriginLinkSession from, String reason, String message) {
        calls.add("failed " + reason);
    }

    @Override
    public void ended(OriginLinkSession ended, Reason reason, String message, long now) {
        calls.add("ended " + reason);
    }
}
