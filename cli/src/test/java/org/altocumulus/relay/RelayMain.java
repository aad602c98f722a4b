package org.altocumulus.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.altocumulus.protocol.wire.HostPort;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A relay as a process, to be put in front of any server by hand. Ends at SIGINT or SIGTERM. */
@Command(
        name = "relay",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Forwards UDP datagrams as a bad network would.")
public final class RelayMain implements Callable<Integer> {
    @Option(names = "--listen", required = true, paramLabel = "HOST:PORT")
    private String listen;

    @Option(names = "--target", required = true, paramLabel = "HOST:PORT")
    private String target;

    @Option(names = "--seed", description = "of all decisions (${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(
            names = "--link",
            paramLabel = "WORDS",
            description =
                    "both directions: loss=3%% burst=0.1%% burst-length=8 duplicate=1%% reorder=5%%"
                            + " hold=60ms delay=50ms jitter=10ms rate=10Mbit queue=125000")
    private String link = "";

    @Option(names = "--to-target", paramLabel = "WORDS", description = "in place of --link")
    private String toTarget;

    @Option(names = "--to-clients", paramLabel = "WORDS", description = "in place of --link")
    private String toClients;

    @Option(
            names = "--rebind-after",
            split = ",",
            paramLabel = "TIME",
            description = "moves each client so long after its first datagram, such as 5s,10s")
    private List<String> rebindAfter = List.of();

    private RelayMain() {}

    /** Runs until the process is told to end. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new RelayMain()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        RelaySettings settings =
                new RelaySettings(
                        address(listen),
                        address(target),
                        LinkConditions.parse(toTarget == null ? link : toTarget),
                        LinkConditions.parse(toClients == null ? link : toClients),
                        seed,
                        rebindAfter.stream()
                                .map(LinkConditions::time)
                                .map(Duration::ofNanos)
                                .toList());
        UdpRelay relay = UdpRelay.open(settings, System.out::println);
        System.out.println(
                "relay " + HostPort.format(relay.address()) + " to " + target + ", seed " + seed);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(relay), "end"));
        new CountDownLatch(1).await();
        return 0;
    }

    private static InetSocketAddress address(String text) {
        return HostPort.parseNumeric(text);
    }

    private static void end(UdpRelay relay) {
        relay.close();
        System.out.println("to the target: " + relay.toTarget());
        System.out.println("to clients:    " + relay.toClients());
        System.out.println(
                relay.rebinds() + " rebinds, " + relay.followedRebinds() + " of them followed");
    }
}
