package org.altocumulus.protocol.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The examples of docs/cluster-protocol.md. */
public final class LinkDocumentation {
    private static final Path PAGE = Path.of("..", "docs", "cluster-protocol.md");

    private LinkDocumentation() {}

    /** The lines of all blocks of that kind. */
    public static List<String> block(String kind) {
        List<String> lines = new ArrayList<>();
        boolean inside = false;
        for (String line : read()) {
            if (line.startsWith("```")) {
                inside = line.equals("```" + kind);
            } else if (inside) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** Each example frame as its bytes, those with bodies last. */
    public static List<byte[]> frames() {
        List<byte[]> frames = new ArrayList<>();
        for (String line : block("frame")) {
            if (!line.isEmpty()) {
                frames.add((line + '\n').getBytes(StandardCharsets.UTF_8));
            }
        }
        List<String> media = block("media");
        for (int i = 0; i < media.size(); i += 2) {
            ByteArrayOutputStream frame = new ByteArrayOutputStream();
            frame.writeBytes((media.get(i) + '\n').getBytes(StandardCharsets.UTF_8));
            frame.writeBytes((media.get(i + 1) + '\n').getBytes(StandardCharsets.UTF_8));
            frames.add(frame.toByteArray());
        }
        return frames;
    }

    private static List<String> read() {
        try {
            return Files.readAllLines(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
