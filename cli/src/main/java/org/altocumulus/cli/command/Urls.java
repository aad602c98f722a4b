package org.altocumulus.cli.command;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.cli.client.ClientUrl;
import org.altocumulus.cli.client.StreamUrl;
import org.altocumulus.cli.load.LoadClients;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** URLs among the parameters of a command. */
final class Urls {
    /** Of the parameters of load. */
    static final String LOAD =
            "rtmfp://HOST[:PORT]/APP, perhaps several, which clients go to in turn.";

    /** Of the parameters of publish and play. */
    static final String STREAM =
            "rtmfp://HOST[:PORT]/APP/STREAM[?QUERY], or rtmfp://HOST[:PORT]/APP#STREAM for names"
                    + " with slashes. The query goes to the server with the name, for its hooks.";

    private Urls() {}

    /**
     * The URL of a stream.
     *
     * @throws ParameterException if it is none
     */
    static StreamUrl stream(CommandSpec spec, String url) {
        try {
            return StreamUrl.parse(url);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /**
     * Where applications are.
     *
     * @throws ParameterException if one of the URLs is none
     */
    static List<LoadClients.Place> applications(CommandSpec spec, List<String> urls) {
        List<LoadClients.Place> places = new ArrayList<>();
        for (String text : urls) {
            try {
                ClientUrl url = ClientUrl.parse(text, "rtmfp://HOST[:PORT]/APP");
                places.add(new LoadClients.Place(url.text(), url.server()));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), e.getMessage(), e);
            }
        }
        return places;
    }

    /**
     * Checks that all name one stream.
     *
     * @throws ParameterException if they do not
     */
    static void requireOneStream(CommandSpec spec, List<StreamUrl> urls) {
        if (urls.stream().map(StreamUrl::stream).distinct().count() > 1) {
            throw new ParameterException(spec.commandLine(), "the URLs name different streams");
        }
    }

    /** Where streams are. */
    static List<LoadClients.Place> places(List<StreamUrl> urls) {
        return urls.stream()
                .map(url -> new LoadClients.Place(url.connection(), url.server()))
                .toList();
    }
}
