package org.altocumulus.cli.command;

import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.Suggestions;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Tells a failure in one line on standard error (several bad settings in a line each) and turns it
 * into the exit code: 2 for usage and configuration, 1 for everything that fails later.
 */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final BooleanSupplier verbose;

    /**
     * @param verbose whether stack traces are wanted, asked when something has failed
     */
    Failures(BooleanSupplier verbose) {
        this.verbose = verbose;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        String help = command.getCommandSpec().qualifiedName() + " --help";
        report(message(e, command) + " (see '" + help + "')", e, command);
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        if (e instanceof SettingsException settings) {
            settings.problems().forEach(problem -> line(problem, command));
            trace(e, command);
            return ExitCode.USAGE;
        }
        report(e instanceof CommandFailure ? e.getMessage() : e.toString(), e, command);
        return ExitCode.SOFTWARE;
    }

    /** What is wrong with the command line, and what may have been meant. */
    private static String message(ParameterException e, CommandLine command) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return e.getMessage();
        }
        String wrong = unmatched.getUnmatched().get(0);
        boolean isOption = unmatched.isUnknownOption();
        Set<String> known =
                isOption
                        ? command.getCommandSpec().optionsMap().keySet()
                        : command.getSubcommands().keySet();
        // Of "--bnd=HOST:PORT" the name alone is wrong.
        String name = isOption ? wrong.replaceFirst("=.*", "") : wrong;
        List<String> names = Suggestions.of(name, known);
        String hint = names.isEmpty() ? "" : "; " + Suggestions.question(names);
        if (isOption) {
            return "unknown option " + name + hint;
        }
        return (known.isEmpty() ? "unexpected argument '" : "unknown command '")
                + wrong
                + "'"
                + hint;
    }

    private void report(String message, Exception e, CommandLine command) {
        line(message, command);
        trace(e, command);
    }

    private static void line(String message, CommandLine command) {
        String line = message.strip().replaceAll("\\s+", " ");
        command.getErr().println("altocumulus: " + line);
    }

    private void trace(Exception e, CommandLine command) {
        if (verbose.getAsBoolean()) {
            e.printStackTrace(command.getErr());
        }
    }
}
