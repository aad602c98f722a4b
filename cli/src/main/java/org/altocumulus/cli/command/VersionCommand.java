package org.altocumulus.cli.command;

import java.util.concurrent.Callable;
import org.altocumulus.edge.ops.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What runs here: version, Java, system. */
@Command(name = "version", description = "Show the version, and that of Java and the system.")
final class VersionCommand implements Callable<Integer>, IVersionProvider {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        for (String line : getVersion()) {
            spec.commandLine().getOut().println(line);
        }
        return 0;
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "altocumulus " + Version.current(),
            "Java %s (%s)".formatted(Runtime.version(), System.getProperty("java.vendor")),
            "%s %s %s"
                    .formatted(
                            System.getProperty("os.name"),
                            System.getProperty("os.version"),
                            System.getProperty("os.arch")),
        };
    }
}
