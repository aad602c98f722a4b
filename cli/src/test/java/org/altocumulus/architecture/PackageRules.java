package org.altocumulus.architecture;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The table of packages: what each uses besides the JDK. A package may use what its own packages
 * may use as well, as their types appear in one another's methods.
 */
final class PackageRules {
    private static final String ROOT = "org.altocumulus.";
    private static final String NETTY = "io.netty";
    private static final String LOG = "org.slf4j";

    /** Parts of the JDK that only the packages that list them may use. */
    private static final List<String> RESTRICTED_JDK = List.of("javax.crypto");

    private final Map<String, Set<String>> packages = new LinkedHashMap<>();
    private final Map<String, Set<String>> libraries = new LinkedHashMap<>();

    /** The table. */
    PackageRules() {
        rule("protocol.wire");
        rule("protocol.chunk", "protocol.wire");
        rule("protocol.packet", "protocol.chunk");
        rule("protocol.crypto", "protocol.wire").with("javax.crypto", "org.bouncycastle");
        rule("protocol.congestion");
        rule("protocol.flow", "protocol.chunk", "protocol.congestion");
        rule("protocol.session", "protocol.packet", "protocol.crypto", "protocol.flow");
        rule("protocol.amf", "protocol.wire");
        rule("protocol.message", "protocol.amf");
        rule("protocol.flv", "protocol.amf");
        rule("protocol.cluster", "protocol.wire", "protocol.message");

        rule("edge.ops", "protocol.wire").with(LOG, "com.typesafe.config");
        rule("edge.loop").with(LOG, NETTY);
        rule("edge.node", "edge.loop", "protocol.session", "protocol.message").with(LOG, NETTY);
        rule("edge.stream", "edge.loop", "edge.ops", "protocol.message", "protocol.cluster")
                .with(LOG);
        rule("edge.netconnection", "edge.stream", "protocol.session").with(LOG);
        rule("edge.hook", "edge.netconnection", "edge.loop").with(LOG, "com.fasterxml.jackson");
        rule("edge.tcp", "edge.loop", "edge.ops", "protocol.cluster").with(LOG, NETTY);
        rule("edge.admin", "edge.loop", "protocol.wire").with(LOG, NETTY, "com.fasterxml.jackson");
        rule(
                        "edge.server",
                        "edge.ops",
                        "edge.node",
                        "edge.netconnection",
                        "edge.hook",
                        "edge.admin",
                        "protocol.cluster")
                .with(LOG);
        rule("edge.link", "edge.tcp", "edge.loop").with(LOG, NETTY);
        rule("edge.daemon", "edge.server", "edge.link", "edge.admin")
                .with(LOG, "com.sun.management");

        rule("origin.ops", "edge.ops");
        rule("origin.registry", "protocol.cluster").with(LOG);
        rule("origin.redirect", "origin.registry", "protocol.session").with(LOG);
        rule("origin.directory", "protocol.cluster").with(LOG);
        rule("origin.hub", "origin.directory").with(LOG);
        rule("origin.link", "origin.registry", "origin.hub", "edge.tcp", "edge.loop")
                .with(LOG, NETTY);
        rule("origin.admin");
        rule(
                        "origin.daemon",
                        "origin.ops",
                        "origin.redirect",
                        "origin.link",
                        "origin.admin",
                        "edge.server",
                        "edge.admin")
                .with(LOG);

        rule("cli.client", "edge.node", "edge.ops", "protocol.flv").with(LOG, NETTY);
        rule("cli.load", "cli.client").with(NETTY, "com.fasterxml.jackson", "org.HdrHistogram");
        rule("cli.demo", "cli.client", "edge.daemon", "origin.daemon").with(LOG);
        rule("cli.command", packages.keySet().toArray(String[]::new))
                .with(
                        LOG,
                        "ch.qos.logback",
                        "picocli",
                        "com.typesafe.config",
                        "com.fasterxml.jackson");
    }

    /** Whether a package, named in full, has a line in the table. */
    boolean knows(String name) {
        return name.startsWith(ROOT) && packages.containsKey(name.substring(ROOT.length()));
    }

    /** Whether {@code user} may use {@code used}, both packages in full. */
    boolean allows(String user, String used) {
        if (used.equals(user)) {
            return true;
        }
        if (used.startsWith(ROOT)) {
            return reachable(user.substring(ROOT.length())).contains(used.substring(ROOT.length()));
        }
        if (libraries.get(user.substring(ROOT.length())).stream()
                .anyMatch(library -> isWithin(used, library))) {
            return true;
        }
        return (used.startsWith("java.") || used.startsWith("javax."))
                && RESTRICTED_JDK.stream().noneMatch(part -> isWithin(used, part));
    }

    private Set<String> reachable(String user) {
        Set<String> reachable = new LinkedHashSet<>(packages.get(user));
        packages.get(user).forEach(used -> reachable.addAll(reachable(used)));
        return reachable;
    }

    private static boolean isWithin(String name, String library) {
        return name.equals(library) || name.startsWith(library + '.');
    }

    private Line rule(String name, String... uses) {
        packages.put(name, Set.of(uses));
        libraries.put(name, Set.of());
        return allowed -> libraries.put(name, Set.of(allowed));
    }

    private interface Line {
        void with(String... libraries);
    }
}
