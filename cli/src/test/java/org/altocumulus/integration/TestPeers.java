package org.altocumulus.integration;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.altocumulus.edge.node.HalfOpenLimits;
import org.altocumulus.edge.node.MediaNode;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.node.NodeLoop;
import org.altocumulus.edge.node.NodeParameters;
import org.altocumulus.edge.node.Responding;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.protocol.amf.AmfObject;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.chunk.FlowOptions;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.crypto.CookieFactory;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Fingerprint;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.FlowMetadata;
import org.altocumulus.protocol.message.MessageType;
import org.altocumulus.protocol.message.PeerInfo;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.InitiatorListener;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.session.SessionParameters;
import org.altocumulus.protocol.wire.WireException;

/** Clients that can be asked for, and that ask for others; each has a socket and an identity. */
final class TestPeers implements AutoCloseable {
    private static final List<DhGroup> GROUPS = List.of(DhGroup.MODP_1024);
    private static final KeyingPolicy POLICY =
            new KeyingPolicy(GROUPS, Protection.ON_REQUEST, Protection.ON_REQUEST, 16);

    private static final Command CONNECT =
            new Command(
                    "connect",
                    1,
                    AmfObject.builder()
                            .put("app", "live")
                            .put("tcUrl", "rtmfp://server/live")
                            .put("objectEncoding", 0)
                            .build(),
                    List.of());

    private final SecureRandom random = new SecureRandom();
    private final MediaNode node;
    private final NodeLoop loop;

    private TestPeers() {
        node =
                new MediaNode(
                        parameters(new InetSocketAddress(0)),
                        NodeClock.system(),
                        random,
                        null,
                        (now, wanted, tag, from) -> new HelloAnswer.Ignore(Discard.UNWANTED_HELLO),
                        at -> {
                            throw new AssertionError("nobody opens sessions to it");
                        });
        loop = node.loops().get(0);
    }

    private static NodeParameters parameters(InetSocketAddress bind) {
        return new NodeParameters(
                List.of(bind),
                1,
                true,
                Duration.ZERO,
                1 << 20,
                1 << 20,
                1,
                64,
                100,
                HalfOpenLimits.DEFAULT,
                Duration.ofSeconds(2),
                Duration.ZERO,
                SessionParameters.DEFAULT,
                CongestionAlgorithm.WINDOW);
    }

    static TestPeers open() {
        TestPeers peers = new TestPeers();
        peers.node.start();
        return peers;
    }

    /** A new identity, whose certificate has its public key in it. */
    Identity newIdentity() {
        return Identity.staticClient(DhGroup.MODP_1024, random);
    }

    /**
     * A socket at which the owner of that identity answers hellos, as a client does that can be
     * asked for.
     *
     * @param messages takes what is sent to it in sessions
     */
    MediaNode answering(Identity identity, Consumer<byte[]> messages) throws IOException {
        MediaNode answering =
                new MediaNode(
                        parameters(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                        NodeClock.system(),
                        random,
                        new Responding(
                                identity, POLICY, () -> new CookieFactory(new byte[32], 100_000)),
                        (now, wanted, tag, from) ->
                                wanted.selects(identity.certificate())
                                        ? new HelloAnswer.Respond()
                                        : new HelloAnswer.Ignore(Discard.UNWANTED_HELLO),
                        at -> new Listening(messages));
        answering.bind();
        answering.start();
        return answering;
    }

    private record Listening(Consumer<byte[]> messages) implements SessionListener {
        @Override
        public void onFlow(Session session, ReceiveFlow flow) {
            flow.handler((receiving, bytes) -> messages.accept(bytes));
        }

        @Override
        public void onClosed(Session session, CloseReason reason) {}
    }

    /** Connects to a server and reports addresses. */
    Peer connect(InetSocketAddress server, List<InetSocketAddress> addresses) {
        Peer peer = new Peer(newIdentity(), addresses, CONNECT);
        open(peer, EndpointDiscriminator.ofUri("rtmfp://server/live"), server);
        return peer;
    }

    /** Opens a session, and sends all sorts of commands but connect. */
    Peer open(InetSocketAddress server) {
        Peer peer = new Peer(newIdentity(), List.of(), new Command("createStream", 1));
        open(peer, EndpointDiscriminator.ofUri("rtmfp://server/live"), server);
        return peer;
    }

    /** Connects to that very node, wherever it would send others, and reports addresses. */
    Peer connect(NodeServer server, Identity identity, List<InetSocketAddress> addresses) {
        Peer peer = new Peer(identity, addresses, CONNECT);
        open(
                peer,
                EndpointDiscriminator.ofFingerprint(server.certificate().fingerprint()),
                server.node().boundAddresses().get(0));
        return peer;
    }

    /** Says hello to a server for the owner of a fingerprint, and to where that leads. */
    Peer ask(InetSocketAddress server, Fingerprint peerId) {
        Peer peer = new Peer(newIdentity(), List.of(), CONNECT);
        open(peer, EndpointDiscriminator.ofFingerprint(peerId), server);
        return peer;
    }

    private void open(Peer peer, EndpointDiscriminator wanted, InetSocketAddress server) {
        node.openSocket(
                loop,
                socket -> {
                    var unused =
                            loop.connect(
                                    socket,
                                    peer,
                                    peer,
                                    peer.identity,
                                    POLICY,
                                    wanted,
                                    List.of(server));
                },
                failure -> peer.reported.completeExceptionally(failure));
    }

    /** A client; what it sends is the least that a node wants. */
    final class Peer implements InitiatorListener, SessionListener {
        private final Identity identity;
        private final List<InetSocketAddress> addresses;
        private final Command first;
        private final List<FIHello> forwarded = new CopyOnWriteArrayList<>();
        private final CompletableFuture<Void> reported = new CompletableFuture<>();
        private final CompletableFuture<InetSocketAddress> opened = new CompletableFuture<>();
        private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
        private Session session;
        private SendFlow control;

        Peer(Identity identity, List<InetSocketAddress> addresses, Command first) {
            this.identity = identity;
            this.addresses = addresses;
            this.first = first;
        }

        Fingerprint id() {
            return identity.certificate().fingerprint();
        }

        /** Completes when the node has taken the addresses. */
        CompletableFuture<Void> reported() {
            return reported;
        }

        /** Completes with the address of the other end, when the session is open. */
        CompletableFuture<InetSocketAddress> opened() {
            return opened;
        }

        CompletableFuture<CloseReason> closed() {
            return closed;
        }

        List<FIHello> forwarded() {
            return forwarded;
        }

        void close() {
            loop.execute(() -> session.close(loop.now()));
        }

        @Override
        public void onOpened(Session newSession) {
            session = newSession;
            opened.complete(session.address());
            byte[] metadata = new FlowMetadata.Stream(0, false).encode();
            control = session.openFlow(metadata, FlowOptions.NO_FLOW, Priority.CONTROL);
            send(first);
        }

        private void send(Command command) {
            session.send(control, command.encode(0).encoded());
        }

        @Override
        public void onFlow(Session from, ReceiveFlow flow) {
            flow.handler((receiving, bytes) -> onMessage(bytes));
        }

        private void onMessage(byte[] bytes) {
            try {
                int type = RtmpMessage.parse(bytes).type();
                if (type == MessageType.COMMAND_AMF0) {
                    send(new PeerInfo(addresses, 0, List.of()).toCommand());
                } else if (type == MessageType.USER_CONTROL) {
                    reported.complete(null);
                }
            } catch (WireException e) {
                reported.completeExceptionally(e);
            }
        }

        @Override
        public void onForwardedHello(Session from, FIHello hello) {
            forwarded.add(hello);
        }

        @Override
        public void onFailed(String why) {
            reported.completeExceptionally(new AssertionError(why));
            opened.completeExceptionally(new AssertionError(why));
        }

        @Override
        public void onClosed(Session from, CloseReason reason) {
            closed.complete(reason);
        }
    }

    @Override
    public void close() {
        try {
            node.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
