package org.altocumulus.cli.command;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Callable;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.Identity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the key file of a node whose fingerprint shall stay the same. */
@Command(
        name = "keygen",
        description = {
            "Make a key file (identity.key-file) with which a node keeps its fingerprint.",
            "It holds keys in the groups 2 and 14; whoever has it can pose as the node."
        },
        exitCodeListHeading = Help.EXIT_CODES,
        exitCodeList = {
            "0:the file is written",
            "1:it exists, or cannot be written",
            "2:bad usage"
        })
final class KeygenCommand implements Callable<Integer> {
    private static final List<DhGroup> GROUPS = List.of(DhGroup.MODP_1024, DhGroup.MODP_2048);

    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file to write; must not exist.")
    private Path file;

    @Override
    public Integer call() throws CommandFailure {
        Identity identity = Identity.staticServer("", GROUPS, new SecureRandom());
        try {
            Files.createFile(file, ownerOnly());
            Files.writeString(file, identity.format(), StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(file + " exists already", e);
        } catch (IOException e) {
            throw new CommandFailure("cannot write " + file + ": " + FileErrors.reason(e), e);
        }
        spec.commandLine().getOut().println("fingerprint: " + identity.certificate().fingerprint());
        return 0;
    }

    private FileAttribute<?>[] ownerOnly() {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
