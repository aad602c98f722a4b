package org.altocumulus.chaos;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.HostPort;

/**
 * Connections to the admin ports that ask for the state again and again, and read no answer. They
 * cost the nodes no more than some memory, others are answered, and nobody loses a frame.
 */
record SlowStateReader() implements Scenario {
    private static final int CONNECTIONS = 4;
    private static final long MOST_GROWTH = 96L << 20;
    private static final Duration READY = Duration.ofSeconds(3);
    private static final Duration PAUSE = Duration.ofMillis(5);

    @Override
    public String name() {
        return "slow-state-reader";
    }

    @Override
    public void run(Stage stage) throws Exception {
        ChaosCluster cluster = stage.cluster();
        List<AdminPort> ports = List.of(cluster.originAdmin(), cluster.edgeAdmin(0));
        List<Daemon> nodes = List.of(cluster.origin(), cluster.edge(0));
        List<Long> before = resident(nodes);
        Watch watch = stage.watch();
        List<SocketChannel> readers = new ArrayList<>();
        try {
            for (AdminPort port : ports) {
                for (int i = 0; i < CONNECTIONS; i++) {
                    SocketChannel reader = SocketChannel.open(port.address());
                    readers.add(reader);
                    reader.configureBlocking(false);
                }
            }
            ask(readers, stage.size().load());
            for (int i = 0; i < ports.size(); i++) {
                AdminPort port = ports.get(i);
                stage.checkWithin(
                        READY,
                        nodes.get(i).name() + " says that it is ready",
                        () -> port.status("GET", "/ready") == 200);
            }
        } finally {
            for (SocketChannel reader : readers) {
                reader.close();
            }
        }
        List<Long> after = resident(nodes);
        for (int i = 0; i < nodes.size(); i++) {
            long growth = after.get(i) - before.get(i);
            stage.check(
                    nodes.get(i).name() + " takes little memory",
                    growth < MOST_GROWTH,
                    "%d MB more".formatted(growth >> 20));
        }
        watch.nobodyLoses("all players", stage.crowd().players());
    }

    /** Sends requests wherever there is room for some. */
    private static void ask(List<SocketChannel> readers, Duration time) throws Exception {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < time.toNanos()) {
            for (SocketChannel reader : readers) {
                ask(reader);
            }
            Await.pass(PAUSE);
        }
    }

    private static void ask(SocketChannel reader) {
        try {
            String host = HostPort.format((InetSocketAddress) reader.getRemoteAddress());
            String request = "GET /state HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
            reader.write(ByteBuffer.wrap(request.repeat(20).getBytes(US_ASCII)));
        } catch (IOException e) {
            // The node has closed the connection, as it should.
        }
    }

    private static List<Long> resident(List<Daemon> nodes) throws IOException {
        List<Long> bytes = new ArrayList<>();
        for (Daemon node : nodes) {
            bytes.add(node.residentBytes());
        }
        return bytes;
    }
}
