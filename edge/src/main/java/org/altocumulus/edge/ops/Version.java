package org.altocumulus.edge.ops;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this build. */
public final class Version {
    private static final String CURRENT = load();

    private Version() {}

    /** As the POM has it, such as {@code 0.1.0-SNAPSHOT}. */
    public static String current() {
        return CURRENT;
    }

    private static String load() {
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
