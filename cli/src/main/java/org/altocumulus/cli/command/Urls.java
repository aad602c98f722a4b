package org.altocumulus.cli.command;

import org.altocumulus.cli.client.StreamUrl;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** URLs among the parameters of a command. */
final class Urls {
    private Urls() {}

    /**
     * The URL of a stream.
     *
     * @throws ParameterException if it is none
     */
    static StreamUrl stream(CommandSpec spec, String url) {
        try {
            return StreamUrl.parse(url);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
