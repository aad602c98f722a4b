package org.altocumulus.cli.demo;

import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.wire.HostPort;

/**
 * The table of the demo: on a terminal drawn again in place, otherwise a few plain lines each time.
 * Rates are over the time since the last drawing.
 */
final class DemoTable {
    private static final String UP = "\u001b[%dA";
    private static final String CLEAR_LINE = "\u001b[2K";

    private final PrintWriter out;
    private final boolean terminal;
    private final DemoCluster cluster;
    private final List<DemoPlayer> players;
    private final Map<InetSocketAddress, Long> bytesBefore = new HashMap<>();
    private final Map<InetSocketAddress, Long> framesBefore = new HashMap<>();
    private long drawnAt = System.nanoTime();
    private int linesDrawn;

    DemoTable(PrintWriter out, boolean terminal, DemoCluster cluster, List<DemoPlayer> players) {
        this.out = out;
        this.terminal = terminal;
        this.cluster = cluster;
        this.players = players;
    }

    void draw(long seconds) {
        long now = System.nanoTime();
        double elapsed = Math.max(1e-3, (now - drawnAt) / 1e9);
        drawnAt = now;
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("after %d s".formatted(seconds));
        lines.add("edge      address            clients redirects messages/s     kbit/s");
        for (EdgeView edge : cluster.edges()) {
            lines.add(line(edge, elapsed));
        }
        lines.add("player    served by          frames   missing   delay ms");
        for (DemoPlayer player : players) {
            lines.add(line(player));
        }
        show(lines);
    }

    private String line(EdgeView edge, double elapsed) {
        InetSocketAddress address = edge.advertised().get(0);
        long bytes = cluster.sentBytes(address);
        long frames = 0;
        for (DemoPlayer player : players) {
            frames += address.equals(player.server()) ? player.frames() : 0;
        }
        double kilobits = rate(bytesBefore, address, bytes, elapsed) * 8 / 1000;
        double messages = rate(framesBefore, address, frames, elapsed);
        return "%-9s %-18s %7d %9d %10.0f %10.0f"
                .formatted(
                        edge.identity().node(),
                        HostPort.format(address),
                        edge.clients(),
                        edge.redirects(),
                        messages,
                        kilobits);
    }

    private static double rate(
            Map<InetSocketAddress, Long> before, InetSocketAddress key, long now, double elapsed) {
        Long last = before.put(key, now);
        return last == null ? 0 : Math.max(0, now - last) / elapsed;
    }

    private static String line(DemoPlayer player) {
        InetSocketAddress server = player.server();
        return "%-9s %-18s %7d %9d %10.1f"
                .formatted(
                        player.name(),
                        server == null ? "-" : HostPort.format(server),
                        player.frames(),
                        player.missing(),
                        player.takeDelayMillis());
    }

    private void show(List<String> lines) {
        if (terminal && linesDrawn > 0) {
            out.print(UP.formatted(linesDrawn));
        }
        for (String line : lines) {
            out.println(terminal ? CLEAR_LINE + line : line);
        }
        out.flush();
        linesDrawn = lines.size();
    }
}
