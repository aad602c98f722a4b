package org.altocumulus.cli.command;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;

/** Why a file could not be read or written, in words: the JDK's message is often just the path. */
final class FileErrors {
    private FileErrors() {}

    /** The reason without the path, such as "permission denied". */
    static String reason(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "exists already";
        }
        if (failure instanceof NotDirectoryException) {
            return "not a directory";
        }
        String message =
                failure instanceof FileSystemException file
                        ? file.getReason()
                        : failure.getMessage();
        if (message == null || message.isBlank()) {
            return "input or output failed";
        }
        String text = message.strip();
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.endsWith("no space left on device")) {
            return "no space left on the device";
        }
        if (lower.endsWith("disk quota exceeded")) {
            return "the disk quota is used up";
        }
        if (lower.endsWith("broken pipe")) {
            return "whoever reads it has gone (broken pipe)";
        }
        boolean isSentence = text.length() > 1 && Character.isLowerCase(text.charAt(1));
        return isSentence
                ? text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1)
                : text;
    }
}
