package org.altocumulus.cli.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

/** Counts failures by what caused them; any thread. */
final class Causes {
    private static final int MOST = 20;
    private static final String OTHERS = "others";

    private final TreeMap<String, Long> counts = new TreeMap<>();
    private long total;

    /** Counts a failure; beyond some number of different ones they are "others". */
    synchronized void count(String cause) {
        total++;
        String key = counts.containsKey(cause) || counts.size() < MOST ? cause : OTHERS;
        counts.merge(key, 1L, Long::sum);
    }

    /** Counts what a future of a client failed with. */
    void count(Throwable failure) {
        count(nameOf(failure));
    }

    /** Without the URL that the messages of clients begin with. */
    private static String nameOf(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        if (cause instanceof TimeoutException) {
            return "timeout";
        }
        String message = cause.getMessage();
        if (message == null) {
            return cause.toString();
        }
        int url = message.startsWith("rtmfp:") ? message.indexOf(": ") : -1;
        return message.substring(url < 0 ? 0 : url + 2);
    }

    synchronized long total() {
        return total;
    }

    synchronized void write(ObjectNode to) {
        counts.forEach(to::put);
    }

    /** The cause that came most often, or "no answer". */
    synchronized String most() {
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("no answer");
    }
}
