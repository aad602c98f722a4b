package org.altocumulus.cli.command;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.altocumulus.edge.daemon.EdgeDaemon;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsOverride;
import org.altocumulus.edge.ops.SettingsReader;
import org.altocumulus.protocol.wire.HostPort;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** An edge of a cluster. */
@Command(name = "edge", description = "Run an edge, which serves clients that its origin sends.")
final class EdgeCommand implements Callable<Integer> {
    /** An origin that is there answers much sooner. */
    private static final long JOIN_SECONDS = 2;

    @ParentCommand private Altocumulus top;
    @Spec private CommandSpec spec;
    @Mixin private DaemonOptions options;

    @Option(
            names = "--origin",
            paramLabel = "HOST:PORT",
            description = "TCP address of an origin's link; may be repeated (link.origins).")
    private List<String> origins = List.of();

    @Option(
            names = "--admin",
            paramLabel = "HOST:PORT",
            description =
                    "TCP address of the edge's admin port; none unless given (admin.edge-bind).")
    private String admin;

    @Override
    public Integer call() throws Exception {
        SettingsReader reader = reader();
        EdgeSettings settings = EdgeSettings.read(reader);
        top.log(settings.log());
        StopSignal signal =
                StopSignal.install(
                        new Reload(reader, this::reader, EdgeSettings::read, top::log),
                        top.signalClock());
        try {
            EdgeDaemon edge = new EdgeDaemon(settings, NodeClock.system(), new SecureRandom());
            edge.start();
            Banner banner = new Banner(spec.commandLine().getOut());
            banner.node("edge", edge.server(), options.config());
            banner.line("origin", settings.dial().origins().toString());
            Optional<InetSocketAddress> address = edge.adminAddress();
            if (address.isPresent()) {
                banner.line("admin", "http://" + HostPort.format(address.get()) + "/state");
            }
            whenJoined(edge, banner);
            signal.await();
            edge.leave();
        } catch (IOException e) {
            throw new CommandFailure(e.getMessage(), e);
        }
        return 0;
    }

    /** An edge that no origin knows is not ready, and runs on all the same. */
    private static void whenJoined(EdgeDaemon edge, Banner banner) throws InterruptedException {
        try {
            edge.joined().get(JOIN_SECONDS, TimeUnit.SECONDS);
            banner.ready();
        } catch (TimeoutException e) {
            banner.notJoined();
            var unused = edge.joined().thenRun(banner::ready);
        } catch (ExecutionException e) {
            throw new IllegalStateException("never fails", e);
        }
    }

    private SettingsReader reader() throws SettingsException {
        List<SettingsOverride> overrides = new ArrayList<>();
        if (!origins.isEmpty()) {
            overrides.add(new SettingsOverride("link.origins", origins, "--origin"));
        }
        if (admin != null) {
            overrides.add(DaemonOptions.one("admin.edge-bind", admin, "--admin"));
        }
        return options.load(top.environment(), overrides);
    }
}
