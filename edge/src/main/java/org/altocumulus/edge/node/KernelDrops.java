package org.altocumulus.edge.node;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Datagrams that the kernel dropped because the receive buffer of a socket was full, as
 * /proc/net/udp says (proc_net_udp). Any thread; it reads files.
 */
final class KernelDrops {
    private static final List<Path> TABLES =
            List.of(Path.of("/proc/self/net/udp"), Path.of("/proc/self/net/udp6"));
    private static final int LOCAL = 1;
    private static final int WORD = 4;

    private KernelDrops() {}

    /** Of all sockets that are bound to one of those addresses; -1 where it is not known. */
    static long of(Collection<InetSocketAddress> bound) {
        Set<String> wanted = new HashSet<>();
        bound.forEach(address -> wanted.add(shown(address)));
        long drops = -1;
        for (Path table : TABLES) {
            try {
                drops = Math.max(0, drops) + of(wanted, Files.readAllLines(table));
            } catch (IOException e) {
                // A host without IPv6 has one of them, other systems have none.
            }
        }
        return drops;
    }

    static long of(Set<String> wanted, List<String> table) {
        long drops = 0;
        for (String line : table.subList(Math.min(1, table.size()), table.size())) {
            String[] columns = line.strip().split("\\s+", -1);
            if (columns.length > LOCAL && wanted.contains(columns[LOCAL])) {
                drops += number(columns[columns.length - 1]);
            }
        }
        return drops;
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** As the tables have it: words of four bytes, on the usual processors the last byte first. */
    static String shown(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        byte[] bytes = ip.getAddress();
        StringBuilder shown = new StringBuilder();
        for (int word = 0; word < bytes.length; word += WORD) {
            for (int i = WORD - 1; i >= 0; i--) {
                shown.append(String.format(Locale.ROOT, "%02X", bytes[word + i]));
            }
        }
        return shown.append(String.format(Locale.ROOT, ":%04X", address.getPort())).toString();
    }
}
