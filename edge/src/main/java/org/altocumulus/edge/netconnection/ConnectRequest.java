package org.altocumulus.edge.netconnection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.edge.stream.StreamNames;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.message.StreamName;
import org.altocumulus.protocol.message.TcUrl;
import org.altocumulus.protocol.wire.WireException;

/**
 * What a connect asks for.
 *
 * @param application path of the URL, in the form of {@link StreamName#normal}: {@code app} or
 *     {@code app/instance}; empty for the root
 * @param objectEncoding 0 or 3, to be echoed
 * @param url the URL as the client wrote it, without fragment; its query may hold secrets; empty if
 *     there is none
 * @param properties the other members of the command object that are text, in their order
 * @param arguments those further arguments of the command that are text, in their order; together
 *     with the properties at most {@link #MAX_TEXT} characters, what would be more is left out
 */
public record ConnectRequest(
        String application,
        double objectEncoding,
        String url,
        Map<String, String> properties,
        List<String> arguments) {
    /** Most characters of properties and arguments, keys included, and one more for each. */
    public static final int MAX_TEXT = 4096;

    private static final String URL = "tcUrl";

    /** Copies properties and arguments. */
    public ConnectRequest {
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        arguments = List.copyOf(arguments);
    }

    /**
     * Reads the command. The application is named by {@code tcUrl}, for some clients put any word
     * into {@code app}; that serves only when there is no URL. A URL through an edge names the
     * application of the URL behind it.
     *
     * @throws WireException with a reason that the client can read
     */
    static ConnectRequest of(Command command) throws WireException {
        AmfValue object = command.object().isAbsent() ? command.argument(0) : command.object();
        String url = object.get(URL).toText("");
        String application = application(url.isEmpty() ? object.get("app").toText("") : url);
        int[] left = {MAX_TEXT};
        return new ConnectRequest(
                application,
                object.get("objectEncoding").toNumber(0),
                withoutFragment(url),
                properties(object, left),
                arguments(command, left));
    }

    private static Map<String, String> properties(AmfValue object, int[] left) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.members()
                .forEach(
                        (key, value) -> {
                            String text = value.toText(null);
                            if (text != null && !key.equals(URL) && fits(key + text, left)) {
                                texts.put(key, text);
                            }
                        });
        return texts;
    }

    private static List<String> arguments(Command command, int[] left) {
        List<String> texts = new ArrayList<>();
        for (AmfValue argument : command.arguments()) {
            String text = argument.toText(null);
            if (text != null && fits(text, left)) {
                texts.add(text);
            }
        }
        return texts;
    }

    private static boolean fits(String text, int[] left) {
        int size = text.length() + 1;
        boolean fits = size <= left[0];
        left[0] -= fits ? size : 0;
        return fits;
    }

    private static String withoutFragment(String url) {
        int fragment = url.indexOf('#');
        return fragment < 0 ? url : url.substring(0, fragment);
    }

    private static String application(String text) throws WireException {
        TcUrl url = TcUrl.parseAnyScheme(withoutFragment(text)).behindEdges();
        String path =
                StreamName.normal(
                        url.instance().isEmpty()
                                ? url.application()
                                : url.application() + '/' + url.instance());
        if (!StreamNames.isText(path) || !StreamKey.isValid(path, "name")) {
            throw new WireException(
                    "application "
                            + StreamNames.shown(path)
                            + ": expected text of at most "
                            + StreamKey.MAX_APPLICATION
                            + " bytes");
        }
        return path;
    }
}
