package org.altocumulus.relay;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.altocumulus.edge.node.HalfOpenLimits;
import org.altocumulus.edge.node.NodeParameters;
import org.altocumulus.protocol.congestion.CongestionAlgorithm;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.session.CloseReason;
import org.altocumulus.protocol.session.SessionParameters;
import org.altocumulus.protocol.wire.HostPort;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Sends as much as the path takes, or receives it, to measure the congestion control of real
 * processes behind a {@link RelayMain}; either end may be another RTMFP library.
 */
@Command(name = "bulk", mixinStandardHelpOptions = true)
public final class BulkTransfer {
    static final KeyingPolicy POLICY = KeyingPolicy.DEFAULT;

    private static final int SOCKET_BUFFER = 4 << 20;
    private static final long SAMPLE_NANOS = 500_000_000;

    private BulkTransfer() {}

    /** Runs {@code send} or {@code receive}. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BulkTransfer()).execute(arguments));
    }

    /** What a node of one loop and few sessions is built from. */
    static NodeParameters parameters(InetSocketAddress bind, CongestionAlgorithm congestion) {
        return new NodeParameters(
                List.of(bind),
                1,
                true,
                Duration.ZERO,
                SOCKET_BUFFER,
                SOCKET_BUFFER,
                1,
                16,
                16,
                HalfOpenLimits.DEFAULT,
                Duration.ofSeconds(1),
                Duration.ZERO,
                SessionParameters.DEFAULT,
                congestion);
    }

    @Command(name = "receive", description = "Counts from the first message on.")
    int receive(
            @Option(names = "--bind", required = true) String bind,
            @Option(names = "--for", required = true) String time)
            throws Exception {
        long nanos = LinkConditions.time(time);
        try (BulkReceiver receiver = new BulkReceiver(HostPort.parseNumeric(bind))) {
            receiver.begun().get();
            NANOSECONDS.sleep(nanos);
            System.out.printf("RESULT %.0f bytes/s%n", receiver.bytes() * 1e9 / nanos);
        }
        return 0;
    }

    @Command(name = "send", description = "Sends until the time is over or the session ends.")
    int send(
            @Option(names = "--to", required = true) String to,
            @Option(names = "--congestion", defaultValue = "WINDOW") CongestionAlgorithm congestion,
            @Option(names = "--for", required = true) String time)
            throws Exception {
        long end = System.nanoTime() + LinkConditions.time(time);
        try (BulkSender sender = new BulkSender(HostPort.parseNumeric(to), congestion)) {
            while (System.nanoTime() - end < 0) {
                try {
                    CloseReason reason = sender.closed().get(SAMPLE_NANOS, NANOSECONDS);
                    System.err.println("the session ended, " + reason);
                    return 0;
                } catch (TimeoutException e) {
                    System.err.println(sender.state().get());
                }
            }
        }
        return 0;
    }
}
