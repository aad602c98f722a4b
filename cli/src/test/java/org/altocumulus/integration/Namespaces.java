package org.altocumulus.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Three hosts as network namespaces: a server and a client with a router between them. The link of
 * the client takes datagrams of a given size. They need root, and end with {@link #close}.
 */
final class Namespaces implements AutoCloseable {
    static final String SERVER_ADDRESS = "10.91.1.1";

    private static final long COMMAND_SECONDS = 10;

    private final String prefix = "alto-" + ProcessHandle.current().pid() + "-";

    private Namespaces() {}

    /**
     * Makes the hosts.
     *
     * @param mtu of the link between router and client, IP header included
     */
    static Namespaces of(int mtu) throws Exception {
        Namespaces made = new Namespaces();
        try {
            made.make(mtu);
            return made;
        } catch (Exception | AssertionError e) {
            made.close();
            throw e;
        }
    }

    private void make(int mtu) throws Exception {
        for (String host : List.of("server", "router", "client")) {
            ip("netns", "add", prefix + host);
            in(host, "link", "set", "lo", "up");
        }
        connect("server", SERVER_ADDRESS, "router", "10.91.1.2", "near", 1500);
        connect("client", "10.91.2.1", "router", "10.91.2.2", "far", mtu);
        in("server", "route", "add", "default", "via", "10.91.1.2");
        in("client", "route", "add", "default", "via", "10.91.2.2");
        List<String> forward = new ArrayList<>(exec("router"));
        forward.addAll(List.of("sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward"));
        run(forward);
    }

    private void connect(
            String host, String address, String router, String other, String link, int mtu)
            throws Exception {
        in(
                host,
                "link",
                "add",
                "eth0",
                "type",
                "veth",
                "peer",
                "name",
                link,
                "netns",
                prefix + router);
        in(host, "address", "add", address + "/24", "dev", "eth0");
        in(router, "address", "add", other + "/24", "dev", link);
        in(host, "link", "set", "eth0", "mtu", Integer.toString(mtu), "up");
        in(router, "link", "set", link, "mtu", Integer.toString(mtu), "up");
    }

    /** What runs a command on a host. */
    List<String> exec(String host) {
        return List.of("ip", "netns", "exec", prefix + host);
    }

    /** A counter of the section Ip of the router's /proc/net/snmp. */
    long countedByRouter(String name) throws Exception {
        List<String> show = new ArrayList<>(exec("router"));
        show.addAll(List.of("cat", "/proc/net/snmp"));
        List<String[]> lines =
                run(show)
                        .lines()
                        .filter(line -> line.startsWith("Ip:"))
                        .map(line -> line.split(" "))
                        .toList();
        int column = List.of(lines.get(0)).indexOf(name);
        return Long.parseLong(lines.get(1)[column]);
    }

    private void in(String host, String... command) throws Exception {
        List<String> all = new ArrayList<>(List.of("ip", "-n", prefix + host));
        all.addAll(List.of(command));
        run(all);
    }

    private static void ip(String... command) throws Exception {
        List<String> all = new ArrayList<>(List.of("ip"));
        all.addAll(List.of(command));
        run(all);
    }

    private static String run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as("%s: %s", command, output).isZero();
        return output;
    }

    @Override
    public void close() throws IOException {
        for (String host : List.of("server", "router", "client")) {
            Process process = new ProcessBuilder("ip", "netns", "delete", prefix + host).start();
            process.onExit().orTimeout(COMMAND_SECONDS, TimeUnit.SECONDS).join();
        }
    }
}
