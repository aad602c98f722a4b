/** The command line: one class for each command, exit codes, and how failures are told. */
package org.altocumulus.cli.command;
