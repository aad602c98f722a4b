package org.altocumulus.origin.link;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.altocumulus.origin.directory.PeerDirectory;
import org.altocumulus.origin.directory.StreamDirectory;
import org.altocumulus.origin.hub.MediaHub;
import org.altocumulus.origin.redirect.HelloCounter;
import org.altocumulus.origin.redirect.RedirectSettings;
import org.altocumulus.origin.redirect.Redirector;
import org.altocumulus.origin.registry.EdgeChoice;
import org.altocumulus.origin.registry.EdgeRegistry;
import org.altocumulus.origin.registry.LeastClients;
import org.altocumulus.origin.registry.RegistrySettings;
import org.altocumulus.protocol.cluster.LinkPair;
import org.altocumulus.protocol.cluster.LinkSecurity;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.OriginLinkSettings;
import org.altocumulus.protocol.cluster.Reason;

/** An origin without sockets, whose probes are all answered. */
final class OriginUnderTest implements OriginLinksListener {
    final EdgeRegistry registry;

    /** Most streams of an edge, at an origin that is not one of several. */
    static final int FEW_STREAMS = 1000;

    final StreamDirectory directory;
    final PeerDirectory peers = new PeerDirectory(100_000);
    final MediaHub hub;
    final OriginLinks links;
    final Redirector redirector;
    final List<String> calls = new ArrayList<>();
    private final long skew;
    private final List<Runnable> probes = new ArrayList<>();

    OriginUnderTest(RandomGenerator random, String secret) {
        this(LinkPair.originSettings(), LinkPair.security(secret, random));
    }

    OriginUnderTest(OriginLinkSettings settings, LinkSecurity security) {
        this(settings, security, 0, 0, new LeastClients(LeastClients.NO_LIMIT), FEW_STREAMS);
    }

    /**
     * One of several, with the secret "secret".
     *
     * @param skew how far its clock is from that of the test
     */
    static OriginUnderTest named(
            String node, RandomGenerator random, long skew, long now, EdgeChoice choice) {
        LinkSecurity security = LinkPair.security("secret", random);
        return new OriginUnderTest(
                LinkPair.originSettings(node), security, skew, now, choice, 100_000);
    }

    private OriginUnderTest(
            OriginLinkSettings settings,
            LinkSecurity security,
            long skew,
            long now,
            EdgeChoice choice,
            int streamsPerEdge) {
        this.skew = skew;
        directory = new StreamDirectory(streamsPerEdge);
        hub = new MediaHub(directory, 4 << 20, 10_000);
        registry = new EdgeRegistry(RegistrySettings.DEFAULT, choice, now(now));
        redirector =
                new Redirector(
                        new RedirectSettings(3, false, List.of(), true),
                        new HelloCounter(1000, 1, 2),
                        registry);
        links = new OriginLinks(settings, security, registry, directory, peers, hub, this);
    }

    /** The time by the clock of this origin, for that of the test. */
    long now(long time) {
        return time + skew;
    }

    /** Answers the probes that wait. */
    void answerProbes() {
        List<Runnable> waiting = List.copyOf(probes);
        probes.clear();
        waiting.forEach(Runnable::run);
    }

    @Override
    public void probe(String node, InetSocketAddress address) {
        probes.add(() -> links.probed(node, address, true, 0));
    }

    @Override
    public void registered(NodeIdentity edge) {
        calls.add("registered " + edge.node());
    }

    @Override
    public void draining(NodeIdentity edge) {
        calls.add("draining " + edge.node());
    }

    @Override
    public void tooManyPeers(NodeIdentity edge, int held) {
        calls.add("more than " + held + " peers of " + edge.node());
    }

    @Override
    public void lost(NodeIdentity edge, Reason reason, String message) {
        calls.add("lost " + edge.node() + ' ' + reason);
    }

    @Override
    public void refused(String from, Reason reason, String message) {
        calls.add("refused " + from + ' ' + reason);
    }

    @Override
    public void failed(NodeIdentity edge, String reason, String message) {
        calls.add("failed " + edge.node() + ' ' + reason);
    }
}
