package org.altocumulus.integration;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.altocumulus.edge.admin.AdminAccess;
import org.altocumulus.edge.admin.AdminAnswer;
import org.altocumulus.edge.admin.AdminServer;
import org.altocumulus.edge.admin.AdminSite;
import org.altocumulus.edge.admin.AdminTimes;
import org.altocumulus.edge.admin.ClientQuery;
import org.altocumulus.edge.admin.Readiness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a few connections can take of an admin port, over sockets and with short times. */
@Timeout(120)
class AdminBoundsTest {
    private static final AdminTimes TIMES =
            new AdminTimes(
                    Duration.ofMillis(700),
                    Duration.ofMillis(1500),
                    Duration.ofMillis(200),
                    Duration.ofMillis(1500));
    private static final String REQUEST = "GET /state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

    /** More than the kernel keeps for a connection, in both of its buffers. */
    private static final int STATE = 16 << 20;

    private static final int READERS = 4;
    private static final long MOST_MEMORY = 32 << 20;
    private static final Duration SOON = Duration.ofSeconds(1);

    /** A node with a large state. */
    private static final class Site implements AdminSite {
        final String filler = "x".repeat(STATE);
        final AtomicInteger states = new AtomicInteger();

        @Override
        public Readiness readiness() {
            return Readiness.READY;
        }

        @Override
        public Object state() {
            states.incrementAndGet();
            return Map.of("filler", filler);
        }

        @Override
        public Object clients(ClientQuery query) {
            return Map.of();
        }

        @Override
        public Optional<Supplier<AdminAnswer>> action(List<String> path) {
            return Optional.empty();
        }

        @Override
        public String paths() {
            return "";
        }
    }

    private final Site site = new Site();
    private final AdminServer server =
            new AdminServer(site, AdminAccess.LOCAL, TIMES, System::nanoTime);

    @BeforeEach
    void start() throws IOException {
        server.start(new InetSocketAddress(InetAddress.getByName("127.32.2.1"), 0));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Asks, and returns how long the answer took. */
    private Duration probe(String path) throws Exception {
        long begin = System.nanoTime();
        assertThat(AdminHttp.send(server.address(), "GET", path).statusCode()).isEqualTo(200);
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private SocketChannel reader() throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
        channel.connect(server.address());
        channel.configureBlocking(false);
        return channel;
    }

    @Test
    void clientsThatReadNoAnswersDelayNobodyTakeLittleMemoryAndAreClosed() throws Exception {
        probe("/ready");
        probe("/live");
        long before = PlatformDependent.usedDirectMemory();
        long most = before;
        byte[] requests = REQUEST.repeat(1000).getBytes(US_ASCII);
        List<SocketChannel> readers = new ArrayList<>();
        try {
            for (int i = 0; i < READERS; i++) {
                readers.add(reader());
            }
            List<SocketChannel> open = new ArrayList<>(readers);
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (!open.isEmpty()) {
                assertThat(System.nanoTime() - end).as("connections stay open").isNegative();
                open.removeIf(reader -> !ask(reader, requests));
                assertThat(probe("/ready")).isLessThan(SOON);
                assertThat(probe("/live")).isLessThan(SOON);
                most = Math.max(most, PlatformDependent.usedDirectMemory());
                TimeUnit.MILLISECONDS.sleep(20);
            }
            assertThat(site.states.get()).as("states that were built").isBetween(1, READERS);
            assertThat(most - before).as("bytes of direct memory").isLessThan(MOST_MEMORY);
            assertThat(probe("/ready")).isLessThan(SOON);
        } finally {
            for (SocketChannel reader : readers) {
                reader.close();
            }
        }
    }

    /** Whether the port has not closed the connection; answers are not read. */
    private static boolean ask(SocketChannel reader, byte[] requests) {
        try {
            int written;
            do {
                written = reader.write(ByteBuffer.wrap(requests));
            } while (written > 0);
        } catch (IOException e) {
            return false;
        }
        return true;
    }

    @Test
    void aRequestOfWhichAByteComesNowAndThenEndsWithItsTime() throws Exception {
        byte[] slow = "GET /ready HTTP/1.1\r\nX-Filler: ".getBytes(US_ASCII);
        try (Socket socket = new Socket()) {
            socket.connect(server.address());
            socket.setSoTimeout(50);
            long begin = System.nanoTime();
            int sent = 0;
            boolean open = true;
            while (open && sent < 1000) {
                socket.getOutputStream().write(sent < slow.length ? slow[sent] : 'x');
                sent++;
                open = isOpen(socket);
            }
            assertThat(open).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isGreaterThanOrEqualTo(TIMES.request())
                    .isLessThan(Duration.ofSeconds(20));
        }
        probe("/ready");
    }

    @Test
    void aConnectionWithoutARequestEndsWithItsTime() throws Exception {
        try (Socket socket = new Socket()) {
            socket.connect(server.address());
            socket.setSoTimeout(50);
            Await.until("it is closed", () -> !isOpen(socket));
        }
    }

    /** Whether nothing comes, not even an end, for a moment. */
    private static boolean isOpen(Socket socket) {
        try {
            return socket.getInputStream().read() >= 0;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** More than the port takes from one address; the newest are let in. */
    @Test
    void connectionsOfOneAddressAreBoundedAndProbesGetIn() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                Socket socket = new Socket();
                sockets.add(socket);
                socket.connect(server.address());
                socket.setSoTimeout(1);
            }
            assertThat(probe("/ready")).isLessThan(SOON);
            Await.until(
                    "the others are closed",
                    () -> sockets.stream().filter(AdminBoundsTest::isOpen).count() <= 16);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
