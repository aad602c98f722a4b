package org.altocumulus.cli.command;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.altocumulus.edge.node.NodeClock;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsOverride;
import org.altocumulus.edge.ops.SettingsReader;
import org.altocumulus.origin.daemon.OriginDaemon;
import org.altocumulus.origin.ops.OriginSettings;
import org.altocumulus.protocol.wire.HostPort;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** The origin of a cluster, or a server by itself. */
@Command(name = "origin", description = "Run an origin; without edges it is a server by itself.")
final class OriginCommand implements Callable<Integer> {
    @ParentCommand private Altocumulus top;
    @Spec private CommandSpec spec;
    @Mixin private DaemonOptions options;

    @Option(
            names = "--link",
            paramLabel = "HOST:PORT",
            description = "TCP address to listen on for edges (link.listen).")
    private String link;

    @Option(
            names = "--admin",
            paramLabel = "HOST:PORT",
            description = "TCP address of the admin port (admin.bind).")
    private String admin;

    @Override
    public Integer call() throws Exception {
        SettingsReader reader = reader();
        OriginSettings settings = OriginSettings.read(reader);
        top.log(settings.log());
        StopSignal signal =
                StopSignal.install(
                        new Reload(reader, this::reader, OriginSettings::read, top::log),
                        top.signalClock());
        try {
            OriginDaemon origin =
                    new OriginDaemon(settings, NodeClock.system(), new SecureRandom());
            origin.start();
            Banner banner = new Banner(spec.commandLine().getOut());
            banner.node("origin", origin.server(), options.config());
            banner.line("link", "TCP " + HostPort.format(origin.linkAddress()));
            banner.line("admin", "http://" + HostPort.format(origin.adminAddress()) + "/state");
            banner.ready();
            signal.await();
            origin.stop();
        } catch (IOException e) {
            throw new CommandFailure(e.getMessage(), e);
        }
        return 0;
    }

    private SettingsReader reader() throws SettingsException {
        List<SettingsOverride> overrides = new ArrayList<>();
        if (link != null) {
            overrides.add(DaemonOptions.one("link.listen", link, "--link"));
        }
        if (admin != null) {
            overrides.add(DaemonOptions.one("admin.bind", admin, "--admin"));
        }
        return options.load(top.environment(), overrides);
    }
}
