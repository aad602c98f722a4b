package org.altocumulus.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.altocumulus.cli.demo.Demo;
import org.slf4j.event.Level;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A whole cluster in one process. */
@Command(
        name = "demo",
        description = {
            "Run an origin, two edges, a publisher and four players in one process, on loopback.",
            "With --for the exit code is 0 only if every player received what was published."
        },
        exitCodeListHeading = Help.EXIT_CODES,
        exitCodeList = {
            "0:every player received what was published, or a signal came",
            "1:one did not, or the cluster could not start",
            "2:bad usage"
        })
final class DemoCommand implements Callable<Integer> {
    @ParentCommand private Altocumulus top;
    @Spec private CommandSpec spec;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "End after this time, such as 10s or 2m; otherwise with Ctrl-C.")
    private Duration duration;

    @Override
    public Integer call() throws Exception {
        top.logAt(Level.WARN);
        PrintWriter out = spec.commandLine().getOut();
        Demo demo = new Demo(out, CommandLine.Help.Ansi.AUTO.enabled());
        StopSignal signal = StopSignal.install();
        signal.onFirst(demo::stop);
        try {
            List<String> faults = demo.run(duration);
            faults.forEach(out::println);
            if (!faults.isEmpty()) {
                throw new CommandFailure("not every player received what was published");
            }
        } catch (IOException e) {
            throw new CommandFailure(e.getMessage(), e);
        }
        out.println("done");
        return 0;
    }
}
