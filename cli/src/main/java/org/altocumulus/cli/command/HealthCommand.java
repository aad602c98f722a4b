package org.altocumulus.cli.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.ops.AddressReader;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.ops.SettingsOverride;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.SocketErrors;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Asks a daemon whether it is well, for scripts and for the health check of a container. */
@Command(
        name = "health",
        description = {
            "Ask the admin port of an origin or an edge whether it is alive, or ready for clients."
        },
        exitCodeListHeading = Help.EXIT_CODES,
        exitCodeList = {
            "0:it is",
            "1:it is not, or does not answer",
            "2:bad usage or configuration"
        })
final class HealthCommand implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final long POLL_MILLIS = 250;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int MAX_SHOWN = 200;

    @ParentCommand private Altocumulus top;
    @Spec private CommandSpec spec;

    @Option(
            names = "--admin",
            paramLabel = "HOST:PORT",
            description = "The admin port; otherwise admin.bind, or admin.edge-bind with --edge.")
    private String admin;

    @Option(names = "--edge", description = "Ask at admin.edge-bind of the configuration.")
    private boolean edge;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The daemon's configuration file, for its admin port.")
    private Path config;

    @Option(
            names = "--ready",
            description =
                    "Ask whether it takes clients: an edge only if it is joined to an origin.")
    private boolean ready;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "Ask again until it is, at most for this time; once unless given.")
    private Duration atMost;

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

    /** What a daemon says of itself. */
    private record Answer(boolean good, String text) {}

    @Override
    public Integer call() throws Exception {
        String server = server();
        top.logAt(Level.WARN);
        long deadline = System.nanoTime() + (atMost == null ? 0 : atMost.toNanos());
        Answer answer = ask(server);
        while (!answer.good && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            answer = ask(server);
        }
        if (!answer.good) {
            throw new CommandFailure(answer.text);
        }
        spec.commandLine().getOut().println(answer.text);
        return 0;
    }

    private Answer ask(String server) throws InterruptedException {
        try {
            HttpResponse<String> response = get(server, ready ? "/ready" : "/live");
            if (!ready && response.statusCode() == NOT_FOUND) {
                // Releases before /live: one that answers at all is alive.
                return new Answer(true, "TCP " + server + " answers");
            }
            return new Answer(response.statusCode() == OK, shown(server, response));
        } catch (IOException e) {
            return new Answer(
                    false, "no answer from TCP " + server + ": " + SocketErrors.reason(e));
        }
    }

    private HttpResponse<String> get(String server, String path)
            throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://" + server + path))
                        .version(HttpClient.Version.HTTP_1_1)
                        .timeout(TIMEOUT)
                        .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static String shown(String server, HttpResponse<String> response) {
        String text = response.body().strip();
        String cut = text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "…" : text;
        return "TCP " + server + " answers " + response.statusCode() + ": " + cut;
    }

    /** One that is bound to all addresses is on this host. */
    private String server() throws SettingsException {
        String key = edge ? "admin.edge-bind" : "admin.bind";
        List<SettingsOverride> overrides =
                admin == null ? List.of() : List.of(DaemonOptions.one(key, admin, "--admin"));
        InetSocketAddress address =
                new AddressReader(
                                SettingsLoader.load(
                                        Optional.ofNullable(config), top.environment(), overrides))
                        .listen(key);
        InetAddress host =
                address.getAddress().isAnyLocalAddress()
                        ? InetAddress.getLoopbackAddress()
                        : address.getAddress();
        return HostPort.format(new InetSocketAddress(host, address.getPort()));
    }
}
