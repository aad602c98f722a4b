package org.altocumulus.cli.command;

import java.util.function.BooleanSupplier;
import org.altocumulus.edge.ops.SettingsException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Tells a failure in one line on standard error and turns it into the exit code: 2 for usage and
 * configuration, 1 for everything that fails later.
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
        report(e.getMessage() + " (see '" + help + "')", e, command);
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        if (e instanceof SettingsException) {
            report(e.getMessage(), e, command);
            return ExitCode.USAGE;
        }
        report(e instanceof CommandFailure ? e.getMessage() : e.toString(), e, command);
        return ExitCode.SOFTWARE;
    }

    private void report(String message, Exception e, CommandLine command) {
        String line = message.strip().replaceAll("\\s+", " ");
        command.getErr().println("altocumulus: " + line);
        if (verbose.getAsBoolean()) {
            e.printStackTrace(command.getErr());
        }
    }
}
