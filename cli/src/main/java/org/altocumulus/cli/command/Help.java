package org.altocumulus.cli.command;

/** Texts that the help of several commands has. */
final class Help {
    /** Above the list of exit codes. */
    static final String EXIT_CODES = "%nExit codes:%n";

    /** Of the option of the same name. */
    static final String STATS =
            "Tell once a second on standard error how it goes; without it only on a terminal.";

    /** Exit codes of the modes of load. */
    static final String LOAD_WORKED = "0:something worked; also if a signal ended it early";

    static final String LOAD_FAILED = "1:nothing worked; the report says why";
    static final String USAGE = "2:bad usage";

    private Help() {}
}
