package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.congestion.AppendixAController;
import org.altocumulus.protocol.crypto.Certificate;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.InitiatorKeying;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.ResponderKeying;
import org.altocumulus.protocol.crypto.SessionKeys;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.PeerAddresses;
import org.altocumulus.protocol.session.Role;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionContext;
import org.altocumulus.protocol.session.SessionHost;
import org.altocumulus.protocol.session.SessionIdentity;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.session.SessionParameters;
import org.altocumulus.protocol.session.TransportCounters;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

class NodePeersTest {
    private static final InetSocketAddress HERE = HostPort.parseNumeric("192.0.2.1:5000");
    private static final InetSocketAddress THERE = HostPort.parseNumeric("192.0.2.2:5000");
    private static final InetSocketAddress INSIDE = HostPort.parseNumeric("[fd00::7]:5000");

    private final SecureRandom random = new SecureRandom();
    private final NodePeers peers = new NodePeers();
    private final List<String> told = new ArrayList<>();
    private final Loop loop = new Loop();
    private Identity client = Identity.staticClient(DhGroup.MODP_1024, random);
    private Certificate certificate = client.certificate();

    private static final class Loop implements SessionLoop {
        private final List<Runnable> tasks = new ArrayList<>();
        private final List<Discard> discards = new ArrayList<>();
        private long now = 100;

        @Override
        public boolean isCurrent() {
            return false;
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public long now() {
            return now;
        }

        @Override
        public void discard(Discard reason) {
            discards.add(reason);
        }

        void run() {
            List<Runnable> waiting = List.copyOf(tasks);
            tasks.clear();
            waiting.forEach(Runnable::run);
        }
    }

    private void watch() {
        peers.watch(
                new NodePeers.Watcher() {
                    @Override
                    public void here(Fingerprint peerId, long since) {
                        told.add((peerId.equals(id()) ? "here " : "other ") + since);
                    }

                    @Override
                    public void gone(Fingerprint peerId) {
                        told.add(peerId.equals(id()) ? "gone" : "other");
                    }
                });
    }

    private void ephemeral() {
        client = Identity.ephemeralClient(List.of(DhGroup.MODP_1024), random);
        certificate = client.certificate();
    }

    private Session session(InetSocketAddress address) throws Exception {
        return new Session(
                new SessionContext(SessionParameters.DEFAULT, new TransportCounters(), random),
                new Host(),
                new Nobody(),
                AppendixAController::new,
                new SessionIdentity(Role.RESPONDER, 1, 2, certificate, keys()),
                address,
                0);
    }

    private SessionKeys keys() throws Exception {
        KeyingPolicy policy = KeyingPolicy.DEFAULT;
        Identity server = Identity.ephemeralServer("", List.of(DhGroup.MODP_1024), random);
        byte[] component =
                InitiatorKeying.begin(client, policy, server.certificate(), random).component();
        return ResponderKeying.respond(server, policy, certificate, component, random).keys();
    }

    private final class Host implements SessionHost {
        @Override
        public void wake(Session session) {}

        @Override
        public void moved(Session session) {
            peers.moved(session);
        }

        @Override
        public void terminated(Session session) {}
    }

    private final class Nobody implements SessionListener {
        @Override
        public void onFlow(Session session, ReceiveFlow flow) {}

        @Override
        public void onClosed(Session session, CloseReason reason) {
            peers.left(session);
        }
    }

    private Fingerprint id() {
        return certificate.fingerprint();
    }

    @Test
    void hellosThatDoNotFitBeforeTheLoopOfAClientAreCounted() throws Exception {
        peers.joined(loop, session(HERE));
        PeerDirectory.Peer peer = peers.find(id()).orElseThrow();
        for (int i = 0; i < 1000; i++) {
            peer.forward(
                    new FIHello(
                            new byte[0],
                            new Address(AddressOrigin.REFLEXIVE, THERE),
                            new byte[16]));
        }
        assertThat(loop.tasks).hasSize(500);
        assertThat(loop.discards).hasSize(500).containsOnly(Discard.PEER_HELLOS_LIMITED);
        loop.run();
        assertThat(loop.tasks).isEmpty();
        peer.forward(
                new FIHello(
                        new byte[0], new Address(AddressOrigin.REFLEXIVE, THERE), new byte[16]));
        assertThat(loop.tasks).hasSize(1);
        assertThat(loop.discards).hasSize(500);
    }

    @Test
    void aClientIsFoundFromItsFirstPacketToItsEnd() throws Exception {
        Session session = session(HERE);
        assertThat(peers.find(id())).isEmpty();
        peers.joined(loop, session);
        assertThat(peers.find(id()).orElseThrow().addresses())
                .isEqualTo(PeerAddresses.of(HERE, List.of()));
        assertThat(peers.find(Fingerprint.of(new byte[32]))).isEmpty();
        peers.left(session);
        assertThat(peers.find(id())).isEmpty();
        assertThat(peers.size()).isZero();
    }

    @Test
    void addressesThatItReportsAreToldWheneverThatWas() throws Exception {
        Session session = session(HERE);
        session.reportAddresses(List.of(INSIDE));
        peers.joined(loop, session);
        assertThat(peers.find(id()).orElseThrow().addresses())
                .isEqualTo(PeerAddresses.of(HERE, List.of(INSIDE)));
        session.reportAddresses(List.of(THERE, INSIDE));
        assertThat(peers.find(id()).orElseThrow().addresses())
                .isEqualTo(PeerAddresses.of(HERE, List.of(THERE, INSIDE)));
    }

    @Test
    void aClientThatProvesItselfHasOneSessionTheNewest() throws Exception {
        watch();
        Session old = session(HERE);
        Session fresh = session(THERE);
        peers.joined(loop, old);
        loop.now = 200;
        peers.joined(loop, fresh);
        loop.run();
        assertThat(old.state()).isEqualTo(Session.State.NEARCLOSE);
        assertThat(fresh.state()).isEqualTo(Session.State.OPEN);
        assertThat(peers.find(id()).orElseThrow().addresses())
                .isEqualTo(PeerAddresses.of(THERE, List.of()));
        fresh.terminate(CloseReason.TIMED_OUT);
        assertThat(told).containsExactly("here 100", "here 200", "gone");
    }

    @Test
    void aCopiedCertificateEndsNobodysSessionAndAnOlderOneIsFoundAgain() throws Exception {
        ephemeral();
        watch();
        Session first = session(HERE);
        Session second = session(THERE);
        Session third = session(HERE);
        for (Session each : List.of(first, second, third)) {
            peers.joined(loop, each);
            loop.now += 100;
        }
        peers.evict(id(), 1000);
        loop.run();
        assertThat(List.of(first, second, third))
                .extracting(Session::state)
                .containsOnly(Session.State.OPEN);
        second.terminate(CloseReason.TIMED_OUT);
        first.reportAddresses(List.of(INSIDE));
        third.terminate(CloseReason.TIMED_OUT);
        assertThat(peers.find(id()).orElseThrow().addresses())
                .isEqualTo(PeerAddresses.of(HERE, List.of(INSIDE)));
        first.terminate(CloseReason.TIMED_OUT);
        assertThat(told).containsExactly("here 100", "here 200", "here 300", "here 100", "gone");
        assertThat(peers.size()).isZero();
    }

    @Test
    void aSessionThatIsNewerThanTheOneEvictedStays() throws Exception {
        Session session = session(HERE);
        peers.joined(loop, session);
        peers.evict(id(), 99);
        loop.run();
        assertThat(session.state()).isEqualTo(Session.State.OPEN);
        peers.evict(Fingerprint.of(new byte[32]), 100);
        peers.evict(id(), 100);
        loop.run();
        assertThat(session.state()).isEqualTo(Session.State.NEARCLOSE);
        assertThat(peers.find(id())).isEmpty();
    }

    @Test
    void ofTwoSessionsOfOneClientTheNewestIsFoundAndTheOldOneChangesNothing() throws Exception {
        Session old = session(HERE);
        Session fresh = session(THERE);
        peers.joined(loop, old);
        peers.joined(loop, fresh);
        old.reportAddresses(List.of(INSIDE));
        peers.left(old);
        assertThat(peers.find(id()).orElseThrow().addresses())
                .isEqualTo(PeerAddresses.of(THERE, List.of()));
        assertThat(peers.size()).isEqualTo(1);
    }
}
