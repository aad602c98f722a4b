package org.altocumulus.edge.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.loop.ProcessEnd;
import org.altocumulus.protocol.crypto.CookieFactory;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.flow.Priority;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.flow.SendFlow;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.Discard;
import org.altocumulus.protocol.session.HelloAnswer;
import org.altocumulus.protocol.session.InitiatorListener;
import org.altocumulus.protocol.session.Session;
import org.altocumulus.protocol.session.SessionListener;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Errors that are thrown in the middle of a loop's work, in virtual time. */
class FailuresInLoopTest {
    private static final InetSocketAddress SERVER = HostPort.parseNumeric("192.0.2.1:1935");
    private static final InetSocketAddress CLIENT = HostPort.parseNumeric("192.0.2.7:5000");
    private static final InetSocketAddress STRANGER = HostPort.parseNumeric("198.51.100.9:5000");
    private static final List<DhGroup> GROUPS = List.of(DhGroup.MODP_1024);
    private static final KeyingPolicy KEYING =
            new KeyingPolicy(
                    GROUPS,
                    Protection.ON_REQUEST,
                    Protection.ON_REQUEST,
                    KeyingPolicy.DEFAULT_HMAC_LENGTH);

    /** Fails if it is to. */
    private static final class FaultyRandom extends SecureRandom {
        private static final long serialVersionUID = 1;
        private transient Throwable fault;

        @Override
        public void nextBytes(byte[] bytes) {
            raise(fault);
            super.nextBytes(bytes);
        }
    }

    private final ProcessEnd end = new ProcessEnd();
    private final FaultyRandom random = new FaultyRandom();
    private final List<byte[]> hellos = new ArrayList<>();
    private final List<CloseReason> ends = new ArrayList<>();
    private final TestLoop server =
            new TestLoop(
                    SERVER,
                    new Responding(
                            Identity.ephemeralServer("", GROUPS, random),
                            KEYING,
                            () -> new CookieFactory(new byte[32])),
                    (now, wanted, tag, from) -> answer(from),
                    loop -> new User(),
                    random,
                    this::now);
    private final TestLoop client =
            new TestLoop(CLIENT, null, null, loop -> new User(), random, this::now);
    private Throwable faultOfPolicy;
    private Throwable faultOfUser;
    private Session session;
    private long now = TimeUnit.SECONDS.toNanos(1);

    private long now() {
        return now;
    }

    private static void raise(Throwable fault) {
        if (fault instanceof Error error) {
            throw error;
        } else if (fault instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private HelloAnswer answer(InetSocketAddress from) {
        if (from.equals(STRANGER)) {
            raise(faultOfPolicy);
        }
        return new HelloAnswer.Respond();
    }

    private final class User implements SessionListener {
        @Override
        public void onFlow(Session of, ReceiveFlow flow) {
            flow.handler((f, message) -> raise(faultOfUser));
        }

        @Override
        public void onClosed(Session of, CloseReason reason) {
            ends.add(reason);
        }
    }

    @AfterEach
    void reset() {
        end.close();
        server.channel.finishAndReleaseAll();
        client.channel.finishAndReleaseAll();
    }

    private void connect() {
        session = null;
        client.loop.connect(
                0,
                new InitiatorListener() {
                    @Override
                    public void onOpened(Session opened) {
                        session = opened;
                    }

                    @Override
                    public void onFailed(String reason) {
                        throw new AssertionError(reason);
                    }
                },
                new User(),
                Identity.ephemeralClient(GROUPS, random),
                KEYING,
                EndpointDiscriminator.ofUri("rtmfp://server/app"),
                List.of(SERVER),
                () -> {});
    }

    /** Carries datagrams until both have nothing to say; the server agrees on no keys. */
    private void exchange() {
        boolean any = true;
        while (any) {
            any = client.agree();
            for (TestLoop.Sent packet : client.sent()) {
                if (hellos.isEmpty()) {
                    hellos.add(packet.data());
                }
                server.take(packet.data(), CLIENT);
                any = true;
            }
            server.loop.endTurn();
            for (TestLoop.Sent packet : server.sent()) {
                if (packet.to().equals(CLIENT)) {
                    client.take(packet.data(), SERVER);
                    any = true;
                }
            }
            client.loop.endTurn();
        }
    }

    /** Until the session is there, in steps of a second. */
    private void open() {
        for (int i = 0; i < 10 && session == null; i++) {
            exchange();
            while (server.agree()) {
                exchange();
            }
            now += TimeUnit.SECONDS.toNanos(1);
            client.channel.advanceTimeBy(1, TimeUnit.SECONDS);
        }
        assertThat(session).isNotNull();
    }

    private void say() {
        SendFlow flow = session.openFlow(new byte[] {0, 'T', 'C', 4, 0}, -1, Priority.CONTROL);
        session.send(flow, new byte[100]);
        exchange();
    }

    static List<Throwable> survivable() {
        return List.of(
                new NoClassDefFoundError("expected in the log of this test"),
                new StackOverflowError("expected in the log of this test"),
                new IllegalStateException("expected in the log of this test"));
    }

    private void failAgreement(Throwable thrown) {
        connect();
        exchange();
        assertThat(server.halfOpen.count()).as("keys are being agreed on").isEqualTo(1);
        random.fault = thrown;
        assertThat(server.agree()).isTrue();
        random.fault = null;
        assertThat(server.halfOpen.count()).isZero();
        assertThat(server.counters.discarded(Discard.BAD_KEYING)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("survivable")
    void aKeyAgreementThatFailsFreesItsOpeningAndTheClientGetsInByItsNextAttempt(Throwable thrown) {
        failAgreement(thrown);
        assertThat(end.survived()).isEqualTo(1);
        assertThat(end.codes()).isEmpty();
        open();
        say();
        assertThat(server.sessions.open()).isEqualTo(1);
        assertThat(server.halfOpen.count()).isZero();
    }

    @Test
    void outOfMemoryInAKeyAgreementEndsTheProcessWithCodeThree() {
        failAgreement(new OutOfMemoryError("expected in the log of this test"));
        assertThat(end.codes()).containsExactly(3);
        assertThat(end.survived()).isZero();
    }

    @ParameterizedTest
    @MethodSource("survivable")
    void aSessionInWhichSomethingIsThrownEndsAndTheLoopGoesOn(Throwable thrown) {
        connect();
        open();
        say();
        assertThat(server.sessions.open()).isEqualTo(1);
        faultOfUser = thrown;
        say();
        faultOfUser = null;
        assertThat(end.survived()).isEqualTo(1);
        assertThat(server.sessions.open()).isZero();
        assertThat(ends).as("both ends").contains(CloseReason.MISBEHAVED).hasSize(2);
        connect();
        open();
        say();
        assertThat(server.sessions.open()).isEqualTo(1);
        assertThat(end.codes()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("survivable")
    void aStartupPacketThatCannotBeHandledDelaysNoOther(Throwable thrown) {
        connect();
        open();
        faultOfPolicy = thrown;
        InetSocketAddress other = HostPort.parseNumeric("198.51.100.10:5000");
        server.take(hellos.get(0), STRANGER);
        server.take(hellos.get(0), other);
        server.loop.endTurn();
        assertThat(server.sent()).extracting(TestLoop.Sent::to).containsExactly(other);
        assertThat(end.survived()).isEqualTo(1);
        server.loop.endTurn();
        assertThat(server.sent()).as("nothing is handled twice").isEmpty();
        assertThat(end.survived()).isEqualTo(1);
    }
}
