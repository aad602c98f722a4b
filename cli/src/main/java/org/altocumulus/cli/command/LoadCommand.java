package org.altocumulus.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Load on any RTMFP server; what kind is a subcommand. */
@Command(
        name = "load",
        description = {
            "Put load on an RTMFP server of any make, and measure what it bears.",
            "",
            "A line on standard error tells each second how it goes, one line of JSON on standard"
                    + " output the results. Clients are those of one process, each with an identity"
                    + " and a socket of its own. Only for servers that you run yourself."
        },
        synopsisSubcommandLabel = "MODE",
        subcommands = {
            LoadHandshakeCommand.class,
            LoadHoldCommand.class,
            LoadFanoutCommand.class,
            LoadRedirectCommand.class,
            LoadChurnCommand.class
        })
final class LoadCommand implements Runnable {
    @ParentCommand private Altocumulus top;
    @Spec private CommandSpec spec;

    Altocumulus top() {
        return top;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing required mode of load");
    }
}
