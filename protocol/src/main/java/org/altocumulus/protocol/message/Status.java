package org.altocumulus.protocol.message;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.altocumulus.protocol.amf.AmfObject;
import org.altocumulus.protocol.amf.AmfValue;

/**
 * A status object: {@code {level, code, description, …}}, carried by onStatus, _result and _error.
 *
 * @param level "status", "warning" or "error"; without it some clients wait for ever
 * @param code see {@link StatusCode}
 * @param description a reason that a person can read
 * @param details further members in their order, such as details, clientid or objectEncoding
 */
public record Status(String level, String code, String description, Map<String, AmfValue> details) {
    static final String LEVEL_STATUS = "status";
    static final String LEVEL_WARNING = "warning";
    static final String LEVEL_ERROR = "error";

    private static final String LEVEL = "level";
    private static final String CODE = "code";
    private static final String DESCRIPTION = "description";

    /** Copies the details. */
    public Status {
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /** A status without further members. */
    public static Status of(StatusCode code, String description) {
        return new Status(code.level(), code.text(), description, Map.of());
    }

    /** This status with one more member. */
    public Status with(String key, AmfValue value) {
        Map<String, AmfValue> more = new LinkedHashMap<>(details);
        more.put(key, value);
        return new Status(level, code, description, more);
    }

    /** Whether this is a status of that code. */
    public boolean is(StatusCode other) {
        return code.equals(other.text());
    }

    /** Whether the level is "error". */
    public boolean isError() {
        return level.equals(LEVEL_ERROR);
    }

    /** Whether the level is "warning". */
    public boolean isWarning() {
        return level.equals(LEVEL_WARNING);
    }

    /** The object. */
    public AmfObject toObject() {
        AmfObject.Builder object = AmfObject.builder();
        object.put(LEVEL, level).put(CODE, code).put(DESCRIPTION, description);
        details.forEach(object::put);
        return object.build();
    }

    /** The command {@code onStatus, 0, null, status}. */
    public Command onStatus() {
        return new Command(Command.ON_STATUS, 0, toObject());
    }

    /** The answer to a command: {@code _error} if the level is "error", else {@code _result}. */
    public Command answer(double transactionId) {
        return new Command(isError() ? Command.ERROR : Command.RESULT, transactionId, toObject());
    }

    /**
     * The first object with a code in a command, which may stand in the place of the command
     * object, as clients send it to each other.
     */
    public static Optional<Status> in(Command command) {
        for (AmfValue argument : command.arguments()) {
            if (hasCode(argument)) {
                return Optional.of(ofObject(argument));
            }
        }
        return hasCode(command.object())
                ? Optional.of(ofObject(command.object()))
                : Optional.empty();
    }

    private static boolean hasCode(AmfValue value) {
        return value.get(CODE).toText(null) != null;
    }

    private static Status ofObject(AmfValue object) {
        Map<String, AmfValue> details = new LinkedHashMap<>(object.members());
        details.keySet().removeAll(Set.of(LEVEL, CODE, DESCRIPTION));
        return new Status(
                object.get(LEVEL).toText(""),
                object.get(CODE).toText(""),
                object.get(DESCRIPTION).toText(""),
                details);
    }
}
