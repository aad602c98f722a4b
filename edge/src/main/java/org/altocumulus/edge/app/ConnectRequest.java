package org.altocumulus.edge.app;

import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.message.TcUrl;
import org.altocumulus.protocol.wire.WireException;

/**
 * What a connect asks for.
 *
 * @param application path of the URL: {@code app} or {@code app/instance}; empty for the root
 * @param objectEncoding 0 or 3, to be echoed
 */
record ConnectRequest(String application, double objectEncoding) {
    /**
     * Reads the command. The application is named by {@code tcUrl}, for some clients put any word
     * into {@code app}; that serves only when there is no URL. A URL through an edge names the
     * application of the URL behind it.
     *
     * @throws WireException with a reason that the client can read
     */
    static ConnectRequest of(Command command) throws WireException {
        AmfValue properties = command.object().isAbsent() ? command.argument(0) : command.object();
        String url = properties.get("tcUrl").toText("");
        String application = application(url.isEmpty() ? properties.get("app").toText("") : url);
        return new ConnectRequest(application, properties.get("objectEncoding").toNumber(0));
    }

    private static String application(String text) throws WireException {
        int fragment = text.indexOf('#');
        TcUrl url = TcUrl.parse(fragment < 0 ? text : text.substring(0, fragment)).behindEdges();
        String path =
                url.instance().isEmpty()
                        ? url.application()
                        : url.application() + '/' + url.instance();
        if (!Names.isText(path) || !StreamKey.isValid(path, "name")) {
            throw new WireException(
                    "application "
                            + Names.shown(path)
                            + ": expected text of at most "
                            + StreamKey.MAX_APPLICATION
                            + " bytes");
        }
        return path;
    }
}
