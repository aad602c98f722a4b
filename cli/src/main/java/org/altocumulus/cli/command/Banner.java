package org.altocumulus.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.altocumulus.edge.ops.Plural;
import org.altocumulus.edge.ops.Version;
import org.altocumulus.edge.server.NodeServer;
import org.altocumulus.protocol.wire.HostPort;

/** What a daemon prints when it has started: a line for each thing an operator asks first. */
final class Banner {
    private final PrintWriter out;

    Banner(PrintWriter out) {
        this.out = out;
    }

    /** Version, role, addresses, fingerprint, configuration file. */
    void node(String role, NodeServer server, Optional<Path> config) throws IOException {
        line("altocumulus", Version.current());
        line("role", role);
        line(
                "bound",
                "UDP "
                        + shown(server.node().boundAddresses())
                        + " ("
                        + server.node().transport()
                        + ", "
                        + Plural.of(server.node().loops().size(), "loop")
                        + ")");
        List<InetSocketAddress> advertised = server.advertised();
        line("advertised", advertised.isEmpty() ? "nothing" : "UDP " + shown(advertised));
        line("fingerprint", server.certificate().fingerprint().toString());
        line("configuration", config.map(Path::toString).orElse("built-in defaults"));
    }

    void line(String name, String value) {
        out.println(name + ": " + value);
    }

    /** Instead of {@link #ready}, which comes later then: no origin sends clients here yet. */
    void notJoined() {
        line(
                "not ready",
                "not joined to an origin yet (the log says why); clients that come directly are"
                        + " served");
        out.flush();
    }

    /** The last line: clients can come. */
    void ready() {
        out.println("ready");
        out.flush();
    }

    private static String shown(List<InetSocketAddress> addresses) {
        return addresses.stream().map(HostPort::format).collect(Collectors.joining(", "));
    }
}
