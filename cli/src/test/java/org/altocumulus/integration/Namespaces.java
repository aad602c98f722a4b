package org.altocumulus.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.relay.RelaySettings;

/**
 * Hosts as network namespaces, each with a link to a router between them. They need root, and end
 * with {@link #close}.
 */
final class Namespaces implements AutoCloseable {
    private static final long COMMAND_SECONDS = 10;
    private static final String ROUTER = "router";

    private final String prefix = "alto-" + ProcessHandle.current().pid() + "-";
    private final List<String> hosts;

    private Namespaces(List<String> hosts) {
        this.hosts = hosts;
    }

    /** Makes hosts of those names, each up to 8 letters and digits. */
    static Namespaces of(String... hosts) throws Exception {
        Namespaces made = new Namespaces(List.of(hosts));
        try {
            made.make();
            return made;
        } catch (Exception | AssertionError e) {
            made.close();
            throw e;
        }
    }

    private void make() throws Exception {
        add(ROUTER);
        run(onto(ROUTER, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward"));
        for (String host : hosts) {
            add(host);
            in(
                    host,
                    "link",
                    "add",
                    "eth0",
                    "type",
                    "veth",
                    "peer",
                    "name",
                    host,
                    "netns",
                    name(ROUTER));
            in(host, "address", "add", address(host) + "/24", "dev", "eth0");
            in(ROUTER, "address", "add", network(host) + "2/24", "dev", host);
            in(host, "link", "set", "eth0", "up");
            in(ROUTER, "link", "set", host, "up");
            in(host, "route", "add", "default", "via", network(host) + "2");
        }
    }

    private void add(String host) throws Exception {
        run(List.of("ip", "netns", "add", name(host)));
        in(host, "link", "set", "lo", "up");
    }

    private String name(String host) {
        return prefix + host;
    }

    private String network(String host) {
        return RelaySettings.TEST_NETWORK + (1 + hosts.indexOf(host)) + ".";
    }

    /** The address of a host. */
    String address(String host) {
        return network(host) + "1";
    }

    /** Gives a host another address in its network, behind the first; returns it. */
    String addSecondAddress(String host) throws Exception {
        String address = network(host) + "3";
        in(host, "address", "add", address + "/24", "dev", "eth0");
        return address;
    }

    /** Sets how large a packet the link of a host takes, IP header included. */
    void mtu(String host, int bytes) throws Exception {
        in(host, "link", "set", "eth0", "mtu", Integer.toString(bytes));
        in(ROUTER, "link", "set", host, "mtu", Integer.toString(bytes));
    }

    /** Lets nothing pass from one of two hosts to the other, without a word to either. */
    void cut(String one, String other) throws Exception {
        in(one, "route", "add", "blackhole", address(other) + "/32");
        in(other, "route", "add", "blackhole", address(one) + "/32");
    }

    /** Undoes {@link #cut}. */
    void mend(String one, String other) throws Exception {
        in(one, "route", "delete", "blackhole", address(other) + "/32");
        in(other, "route", "delete", "blackhole", address(one) + "/32");
    }

    /** What runs a command on a host. */
    List<String> exec(String host) {
        return List.of("ip", "netns", "exec", name(host));
    }

    /** A counter of the section Ip of the router's /proc/net/snmp. */
    long countedByRouter(String counter) throws Exception {
        List<String[]> lines =
                run(onto(ROUTER, "cat", "/proc/net/snmp"))
                        .lines()
                        .filter(line -> line.startsWith("Ip:"))
                        .map(line -> line.split(" "))
                        .toList();
        int column = List.of(lines.get(0)).indexOf(counter);
        return Long.parseLong(lines.get(1)[column]);
    }

    private List<String> onto(String host, String... command) {
        List<String> all = new ArrayList<>(exec(host));
        all.addAll(List.of(command));
        return all;
    }

    private void in(String host, String... command) throws Exception {
        List<String> all = new ArrayList<>(List.of("ip", "-n", name(host)));
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
        List<String> all = new ArrayList<>(hosts);
        all.add(ROUTER);
        for (String host : all) {
            Process process = new ProcessBuilder("ip", "netns", "delete", name(host)).start();
            process.onExit().orTimeout(COMMAND_SECONDS, TimeUnit.SECONDS).join();
        }
    }
}
