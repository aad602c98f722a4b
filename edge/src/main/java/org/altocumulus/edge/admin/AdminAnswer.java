package org.altocumulus.edge.admin;

/**
 * What came of an operator's request.
 *
 * @param status of HTTP
 * @param text one line for a person, without its end
 */
public record AdminAnswer(int status, String text) {
    /** It is done, or will be. */
    public static AdminAnswer done(String text) {
        return new AdminAnswer(200, text);
    }

    /** The request cannot be read. */
    public static AdminAnswer bad(String text) {
        return new AdminAnswer(400, text);
    }

    /** What it names is not there. */
    public static AdminAnswer unknown(String text) {
        return new AdminAnswer(404, text);
    }
}
