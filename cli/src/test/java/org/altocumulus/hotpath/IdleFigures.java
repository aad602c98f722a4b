package org.altocumulus.hotpath;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.altocumulus.protocol.session.Session;

/**
 * Prints what an idle session holds, by the histogram of the classes of all that is alive: bytes in
 * all, then a line for each class with its bytes and objects. Classes with less than one object for
 * each session are those of the JVM, and left out.
 */
final class IdleFigures {
    private static final int FIRST = 50;
    private static final int MORE = 500;

    /** Rank, objects, bytes and name of a class. */
    private static final Pattern LINE = Pattern.compile(" *\\d+: +(\\d+) +(\\d+) +(\\S+)");

    private IdleFigures() {}

    /** Bytes and objects of a class. */
    private record Held(long bytes, long objects) {
        Held less(Held before) {
            return new Held(bytes - before.bytes, objects - before.objects);
        }
    }

    /** Prints them. */
    public static void main(String[] arguments) throws JMException {
        IdleSessions idle = new IdleSessions();
        open(idle, FIRST);
        Map<String, Held> before = new HashMap<>();
        Map<String, Held> after = new HashMap<>();
        // What it takes to count is there before the first count that matters.
        count(after);
        count(before);
        count(before);
        open(idle, MORE);
        count(after);
        if (!idle.sessions().stream().allMatch(s -> s.state() == Session.State.OPEN)) {
            throw new IllegalStateException("a session is not open");
        }
        print(before, after);
    }

    private static void open(IdleSessions idle, int count) {
        for (int i = 0; i < count; i++) {
            idle.open(Keys.checksum());
        }
    }

    private static void print(Map<String, Held> before, Map<String, Held> after) {
        Held nothing = new Held(0, 0);
        Map<String, Held> grown = new HashMap<>();
        after.forEach(
                (name, held) -> grown.put(name, held.less(before.getOrDefault(name, nothing))));
        grown.values().removeIf(held -> held.objects < MORE);
        long sum = grown.values().stream().mapToLong(Held::bytes).sum();
        System.out.println("total " + sum / MORE);
        grown.entrySet().stream()
                .sorted(Map.Entry.comparingByValue((a, b) -> Long.compare(b.bytes, a.bytes)))
                .forEach(IdleFigures::print);
    }

    private static void print(Map.Entry<String, Held> each) {
        Held held = each.getValue();
        System.out.printf(
                "%s %d %.2f%n", each.getKey(), held.bytes / MORE, (double) held.objects / MORE);
    }

    /** Of what is alive: the JVM collects garbage first. */
    private static void count(Map<String, Held> histogram) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("com.sun.management:type=DiagnosticCommand");
        Object text =
                server.invoke(
                        name,
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        histogram.clear();
        Matcher matcher = LINE.matcher(text.toString());
        while (matcher.find()) {
            histogram.merge(
                    matcher.group(3),
                    new Held(Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(1))),
                    (a, b) -> new Held(a.bytes + b.bytes, a.objects + b.objects));
        }
    }
}
