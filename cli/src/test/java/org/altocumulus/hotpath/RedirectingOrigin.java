package org.altocumulus.hotpath;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.altocumulus.origin.redirect.HelloCounter;
import org.altocumulus.origin.redirect.RedirectDecision;
import org.altocumulus.origin.redirect.RedirectSettings;
import org.altocumulus.origin.redirect.Redirector;
import org.altocumulus.origin.registry.EdgeRegistry;
import org.altocumulus.origin.registry.LeastClients;
import org.altocumulus.origin.registry.RegistrySettings;
import org.altocumulus.protocol.chunk.IHello;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.LoadReport;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.cluster.Registration;
import org.altocumulus.protocol.crypto.CookieFactory;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.PacketSealer;
import org.altocumulus.protocol.crypto.StartupKeys;
import org.altocumulus.protocol.packet.PacketHeader;
import org.altocumulus.protocol.session.HandshakeResponder;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionIdentity;
import org.altocumulus.protocol.wire.WireWriter;

/** An origin with edges that answers hellos, each of another client, with Redirects. */
public final class RedirectingOrigin implements HandshakeResponder.Host {
    private static final InetSocketAddress OWN = new InetSocketAddress("10.0.0.1", 1935);
    private static final InetSocketAddress CLIENT = new InetSocketAddress("10.1.0.1", 1935);
    private static final int TAG = 16;
    private static final long WALL = 1_790_000_000_000L;

    /** More than the counter remembers, so that each is new when its turn comes again. */
    private static final int HELLOS = 8192;

    private static final int REMEMBERED = 4096;

    private final Identity identity =
            Identity.ephemeralServer("", List.of(DhGroup.MODP_1024), Keys.random());
    private final Redirector redirector;
    private final RedirectDecision decision = new RedirectDecision();
    private final HelloAnswer redirect = new HelloAnswer.RedirectTo(decision.destinations());
    private final HandshakeResponder responder;
    private final byte[][] hellos = new byte[HELLOS][];
    private int next;
    private long redirects;

    /** An origin with so many edges that are ready and alike. */
    public RedirectingOrigin(int edges) {
        EdgeRegistry registry =
                new EdgeRegistry(
                        RegistrySettings.DEFAULT, new LeastClients(LeastClients.DEFAULT_LIMIT), 0);
        for (int i = 0; i < edges; i++) {
            register(registry, i);
        }
        redirector =
                new Redirector(
                        new RedirectSettings(2, true, List.of(OWN), false),
                        new HelloCounter(REMEMBERED, 1, 2),
                        registry);
        responder =
                new HandshakeResponder(
                        LoopOfOne.context(),
                        this,
                        identity,
                        KeyingPolicy.DEFAULT,
                        new CookieFactory(new byte[32]));
        Random random = new Random(7016);
        for (int i = 0; i < HELLOS; i++) {
            byte[] tag = new byte[TAG];
            random.nextBytes(tag);
            hellos[i] = hello(tag);
        }
    }

    private static void register(EdgeRegistry registry, int number) {
        String node = "edge-" + number;
        InetSocketAddress address = new InetSocketAddress("10.0.1." + number, 1935);
        try {
            registry.register(
                    new NodeIdentity(node, "1", "test"),
                    new Registration(List.of(address), 0, new byte[32]),
                    0);
        } catch (LinkRefusal e) {
            throw new IllegalStateException(e);
        }
        registry.probed(node, address, true, 0);
        registry.report(node, new LoadReport(1, 100), 0);
        registry.synced(node, 0);
    }

    private static byte[] hello(byte[] tag) {
        byte[] wanted = EndpointDiscriminator.ofUri("rtmfp://media.example.net/live").encoded();
        WireWriter packet = new WireWriter(200);
        PacketHeader.startup(4711).write(packet);
        new IHello(wanted, tag).write(packet);
        int start = PacketSealer.HEADROOM;
        int end = start + packet.written();
        byte[] scratch = new byte[end + PacketSealer.TAILROOM];
        System.arraycopy(packet.array(), 0, scratch, start, packet.written());
        byte[] sealed = new byte[scratch.length + TAG];
        int length = StartupKeys.newSealer().seal(0, scratch, start, end, sealed, 0);
        return Arrays.copyOf(sealed, length);
    }

    /** A hello, and the Redirect; how many there were. */
    public long answerHello() {
        byte[] hello = hellos[next++ & (HELLOS - 1)];
        responder.onDatagram(0, WALL, hello, 0, hello.length, CLIENT);
        return redirects;
    }

    @Override
    public HelloAnswer onHello(
            long now, EndpointDiscriminator wanted, byte[] tag, InetSocketAddress from) {
        if (wanted.fingerprint().isPresent() || !wanted.selects(identity.certificate())) {
            throw new IllegalStateException("another hello than was sent");
        }
        redirector.decide(wanted, tag, from.getAddress(), now, decision);
        if (decision.kind() == RedirectDecision.Kind.REDIRECT) {
            return redirect;
        }
        throw new IllegalStateException("not redirected");
    }

    @Override
    public void send(byte[] datagram, int length, InetSocketAddress destination) {
        redirects++;
    }

    @Override
    public boolean admits() {
        return true;
    }

    @Override
    public int newSessionId() {
        return 1;
    }

    @Override
    public Session open(long now, SessionIdentity of, InetSocketAddress address) {
        throw new IllegalStateException("hellos open no sessions");
    }

    @Override
    public <T> boolean submit(Callable<T> work, Completion<T> then) {
        throw new IllegalStateException("hellos need no keys");
    }
}
