package org.altocumulus.protocol.cluster;

import java.util.regex.Pattern;

/**
 * Who is at one end of the link.
 *
 * @param node the name of the node in the cluster, the same after a restart; 1 to 64 letters,
 *     digits, dots, hyphens and underscores
 * @param instance another for each start of the process, of the same form
 * @param software name and version, for people; of the same form with slashes
 */
public record NodeIdentity(String node, String instance, String software) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final String NAME_EXPECTED = "1 to 64 letters, digits, '.', '-' and '_'";
    private static final Pattern SOFTWARE = Pattern.compile("[A-Za-z0-9._/+-]{1,64}");
    private static final String SOFTWARE_EXPECTED = "1 to 64 letters, digits and ./+-_";

    /**
     * @throws IllegalArgumentException with the value and what was expected of it
     */
    public NodeIdentity {
        require("node", node, NAME, NAME_EXPECTED);
        require("instance", instance, NAME, NAME_EXPECTED);
        require("software", software, SOFTWARE, SOFTWARE_EXPECTED);
    }

    static NodeIdentity read(Frame frame) throws LinkRefusal {
        return new NodeIdentity(
                frame.text("node", NAME, NAME_EXPECTED),
                frame.text("instance", NAME, NAME_EXPECTED),
                frame.text("software", SOFTWARE, SOFTWARE_EXPECTED));
    }

    /** The name of a node, as another key than {@code node} can have it. */
    static String name(Frame frame, String key) throws LinkRefusal {
        return frame.text(key, NAME, NAME_EXPECTED);
    }

    void write(Frame.Builder frame) {
        frame.with("node", node).with("instance", instance).with("software", software);
    }

    private static void require(String what, String value, Pattern pattern, String expected) {
        if (!pattern.matcher(value).matches()) {
            throw new IllegalArgumentException(what + " '" + value + "': expected " + expected);
        }
    }
}
