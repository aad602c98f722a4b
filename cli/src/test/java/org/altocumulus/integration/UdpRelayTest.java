package org.altocumulus.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.altocumulus.relay.LinkConditions;
import org.altocumulus.relay.LinkCounters;
import org.altocumulus.relay.RelaySettings;
import org.altocumulus.relay.UdpRelay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The relay before a server that answers each datagram with the port that it came from. */
@Timeout(120)
class UdpRelayTest {
    private static final int LIMIT_MILLIS = 45_000;
    private static final int AT_ONCE = 50;

    private DatagramSocket server;
    private Thread answering;

    @BeforeEach
    void startServer() throws Exception {
        server = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        answering = new Thread(this::answer, "answering");
        answering.setDaemon(true);
        answering.start();
    }

    @AfterEach
    void stopServer() throws Exception {
        server.close();
        answering.join();
    }

    private static DatagramSocket socket() throws SocketException {
        DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(LIMIT_MILLIS);
        return socket;
    }

    private void answer() {
        DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
        while (!server.isClosed()) {
            try {
                server.receive(packet);
                byte[] port = (packet.getPort() + " " + text(packet)).getBytes(UTF_8);
                server.send(new DatagramPacket(port, port.length, packet.getSocketAddress()));
                packet.setLength(2048);
            } catch (IOException e) {
                // The socket was closed.
                return;
            }
        }
    }

    private static String text(DatagramPacket packet) {
        return new String(packet.getData(), packet.getOffset(), packet.getLength(), UTF_8);
    }

    private UdpRelay relay(String conditions) throws Exception {
        return UdpRelay.open(
                RelaySettings.before(serverAddress(), LinkConditions.parse(conditions), 1));
    }

    private InetSocketAddress serverAddress() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    private static void send(DatagramSocket client, UdpRelay relay, String text) throws Exception {
        byte[] bytes = text.getBytes(UTF_8);
        client.send(new DatagramPacket(bytes, bytes.length, relay.address()));
    }

    private static String receive(DatagramSocket client) throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
        client.receive(packet);
        return text(packet);
    }

    private static String ask(DatagramSocket client, UdpRelay relay, String text) throws Exception {
        send(client, relay, text);
        return receive(client);
    }

    @Test
    void eachClientHasAPortOfItsOwnAndGetsItsOwnAnswers() throws Exception {
        try (UdpRelay relay = relay("delay=2ms jitter=1ms");
                DatagramSocket first = socket();
                DatagramSocket second = socket()) {
            String atFirst = ask(first, relay, "a");
            String atSecond = ask(second, relay, "b");
            assertThat(atFirst).endsWith(" a");
            assertThat(atSecond).endsWith(" b");
            Set<Integer> ports = new HashSet<>(List.of(port(atFirst), port(atSecond)));
            ports.add(first.getLocalPort());
            ports.add(second.getLocalPort());
            assertThat(ports).hasSize(4);
            assertThat(port(ask(first, relay, "c"))).isEqualTo(port(atFirst));
        }
    }

    private static int port(String answer) {
        return Integer.parseInt(answer.substring(0, answer.indexOf(' ')));
    }

    @Test
    void aClientThatIsReboundComesFromAnotherPortAndGetsAnswersThere() throws Exception {
        try (UdpRelay relay = relay("");
                DatagramSocket client = socket()) {
            int before = port(ask(client, relay, "a"));
            assertThat(relay.rebind()).isOne();
            assertThat(relay.rebinds()).as("nothing was sent since").isZero();
            int after = port(ask(client, relay, "b"));
            assertThat(after).isNotEqualTo(before);
            assertThat(relay.rebinds()).isOne();
            assertThat(relay.followedRebinds()).isZero();
            for (int i = 0; i < 10; i++) {
                assertThat(port(ask(client, relay, "c"))).isEqualTo(after);
            }
            assertThat(relay.followedRebinds()).isOne();
        }
    }

    @Test
    void clientsMoveByThemselvesAfterTheTimeGiven() throws Exception {
        RelaySettings settings =
                new RelaySettings(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        serverAddress(),
                        LinkConditions.CLEAN,
                        LinkConditions.CLEAN,
                        1,
                        List.of(Duration.ofMillis(20)));
        try (UdpRelay relay = UdpRelay.open(settings);
                DatagramSocket client = socket()) {
            int first = port(ask(client, relay, "a"));
            Set<Integer> ports = new HashSet<>(Set.of(first));
            Await.until("a move", () -> ports.add(port(ask(client, relay, "b"))));
            assertThat(relay.rebinds()).isOne();
            assertThat(port(ask(client, relay, "c"))).isNotEqualTo(first);
        }
    }

    @Test
    void whatIsLostDoubledAndSentOnAddsUp() throws Exception {
        try (UdpRelay relay = relay("loss=20% burst=2% burst-length=3 duplicate=10% reorder=10%");
                DatagramSocket client = socket()) {
            for (int sent = AT_ONCE; sent <= 2000; sent += AT_ONCE) {
                for (int i = 0; i < AT_ONCE; i++) {
                    send(client, relay, "datagram");
                }
                int all = sent;
                Await.until("all came", () -> relay.toTarget().received.sum() == all);
            }
            Await.until("all are away", () -> isDone(relay.toTarget()));
            assertThat(relay.toTarget().lost.sum()).isBetween(300L, 500L);
            assertThat(relay.toTarget().lostInBursts.sum()).isBetween(30L, 250L);
            assertThat(relay.toTarget().duplicated.sum()).isBetween(80L, 220L);
            assertThat(relay.toTarget().heldBack.sum()).isBetween(80L, 220L);
        }
    }

    private static boolean isDone(LinkCounters counters) {
        return counters.forwarded.sum() + counters.unsent.sum()
                == counters.received.sum() - counters.allLost() + counters.duplicated.sum();
    }

    @Test
    void orderIsKeptUnlessReorderingIsAskedFor() throws Exception {
        try (UdpRelay relay = relay("delay=20ms jitter=15ms");
                DatagramSocket client = socket()) {
            List<String> sent = new ArrayList<>();
            List<String> received = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                sent.add(Integer.toString(i));
                send(client, relay, Integer.toString(i));
            }
            for (int i = 0; i < AT_ONCE; i++) {
                received.add(receive(client).replaceFirst(".* ", ""));
            }
            assertThat(received).isEqualTo(sent);
        }
    }

    @Test
    void aRelayWithoutATargetWaitsForIt() throws Exception {
        InetSocketAddress address = serverAddress();
        try (UdpRelay relay = relay("");
                DatagramSocket client = socket()) {
            server.close();
            answering.join();
            send(client, relay, "into the void");
            send(client, relay, "into the void");
            Await.until("both came", () -> relay.toTarget().received.sum() == 2);
            Await.until("both are away", () -> isDone(relay.toTarget()));
            server = new DatagramSocket(address);
            answering = new Thread(this::answer, "answering");
            answering.start();
            // The refusal of the first may cost another one.
            client.setSoTimeout(100);
            Optional<String> answer = Optional.empty();
            for (int i = 0; i < 100 && answer.isEmpty(); i++) {
                answer = tryToAsk(client, relay);
            }
            assertThat(answer).contains("hello");
        }
    }

    private static Optional<String> tryToAsk(DatagramSocket client, UdpRelay relay)
            throws Exception {
        try {
            return Optional.of(ask(client, relay, "hello").replaceFirst(".* ", ""));
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        }
    }

    @Test
    void aClosedRelayLeavesItsPort() throws Exception {
        UdpRelay relay = relay("");
        relay.close();
        new DatagramSocket(relay.address()).close();
    }

    @Test
    void addressesOfOtherHostsAreRefused() {
        InetSocketAddress elsewhere = new InetSocketAddress("192.0.2.1", 1935);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RelaySettings.before(elsewhere, LinkConditions.CLEAN, 1));
    }
}
