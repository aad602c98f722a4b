package org.altocumulus.integration;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The system calls of a server that have to do with datagrams, as strace wrote them down. */
final class SystemCalls {
    private static final Set<String> SENDING = Set.of("sendto", "sendmsg", "sendmmsg");
    private static final Set<String> RECEIVING = Set.of("recvfrom", "recvmsg", "recvmmsg");
    private static final Set<String> WAITING = Set.of("epoll_wait", "epoll_pwait", "epoll_pwait2");

    /** A call in one line, or the end of one that others came between. */
    private static final Pattern ENDED =
            Pattern.compile(
                    "(?:\\d+ +)?(?:<\\.\\.\\. )?(\\w+)(?:\\(| resumed>).*\\) += (-?\\d+).*");

    private final Map<String, Integer> calls = new HashMap<>();
    private long pieces;

    private SystemCalls() {}

    /** All that strace has to look at, in the form of its option -e. */
    static String filter() {
        return "trace="
                + String.join(",", SENDING)
                + ','
                + String.join(",", RECEIVING)
                + ','
                + String.join(",", WAITING);
    }

    static SystemCalls parse(List<String> lines) {
        SystemCalls counted = new SystemCalls();
        lines.forEach(counted::count);
        return counted;
    }

    private void count(String line) {
        Matcher matcher = ENDED.matcher(line);
        if (matcher.matches()) {
            String name = matcher.group(1);
            calls.merge(name, 1, Integer::sum);
            if (SENDING.contains(name)) {
                pieces +=
                        name.equals("sendmmsg") ? Math.max(0, Long.parseLong(matcher.group(2))) : 1;
            }
        }
    }

    private long sum(Set<String> names) {
        return names.stream().mapToLong(name -> calls.getOrDefault(name, 0)).sum();
    }

    long sending() {
        return sum(SENDING);
    }

    long receiving() {
        return sum(RECEIVING);
    }

    long waiting() {
        return sum(WAITING);
    }

    /** What was handed to the kernel: a datagram, or several in one piece that it divides. */
    long piecesSent() {
        return pieces;
    }

    @Override
    public String toString() {
        return calls + ", " + pieces + " pieces sent";
    }
}
