package org.altocumulus.relay;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one direction of a path does to datagrams. Times are nanoseconds, chances 0 to 1.
 *
 * @param loss how many are lost, each by itself
 * @param burst how many begin a burst in which all are lost
 * @param burstLength mean length of a burst in datagrams, at least 1
 * @param duplication how many arrive twice
 * @param reordering how many are held back, so that later ones overtake them
 * @param hold the longest that one is held back, or that its copy comes later
 * @param delay how long each takes
 * @param jitter how much longer or shorter it may take, evenly distributed, at most the delay; as
 *     in a queue of changing length, this alone changes no order
 * @param bytesPerSecond bandwidth, 0 for no limit; the payload of UDP counts
 * @param queueBytes what may wait for the bandwidth; more is lost
 */
public record LinkConditions(
        double loss,
        double burst,
        double burstLength,
        double duplication,
        double reordering,
        long hold,
        long delay,
        long jitter,
        long bytesPerSecond,
        long queueBytes) {
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)");
    private static final Pattern CHANCE = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,9})?)%?");
    private static final Pattern TIME = Pattern.compile("([0-9]{1,9})(?:us|ms|s)");
    private static final Pattern RATE = Pattern.compile("([0-9]{1,12})(?:kbit|Mbit)?");

    /** A path that does nothing at all. */
    public static final LinkConditions CLEAN = parse("");

    /** Checks the ranges of the values. */
    public LinkConditions {
        require(isChance(loss) && isChance(burst), "loss and burst from 0 to 1");
        require(isChance(duplication) && isChance(reordering), "chances from 0 to 1");
        require(burstLength >= 1, "bursts of at least one datagram");
        require(hold >= 1 && delay >= 0 && jitter >= 0, "times of 0 or more, hold above 0");
        require(jitter <= delay, "a jitter that the delay can make up for");
        require(bytesPerSecond >= 0 && queueBytes >= 0, "a bandwidth and queue of 0 or more");
        require(
                bytesPerSecond == 0 || queueBytes > 0,
                "a queue where the bandwidth is limited, or nothing would pass");
    }

    private static boolean isChance(double value) {
        return value >= 0 && value <= 1;
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalArgumentException("expected " + what);
        }
    }

    /**
     * Reads words with blanks between them: {@code loss=3% burst=0.1% burst-length=8 duplicate=1%
     * reorder=5% hold=60ms delay=50ms jitter=10ms rate=10Mbit queue=125000}. What is left out is
     * not done. A rate without a unit is bytes per second, a queue is bytes.
     *
     * @throws IllegalArgumentException with what was expected
     */
    public static LinkConditions parse(String text) {
        Map<String, String> words = new TreeMap<>();
        for (String word : BLANKS.split(text, -1)) {
            int split = word.indexOf('=');
            if (split > 0) {
                words.put(word.substring(0, split), word.substring(split + 1));
            } else if (!word.isEmpty()) {
                throw new IllegalArgumentException("'" + word + "': expected NAME=VALUE");
            }
        }
        LinkConditions read =
                new LinkConditions(
                        chance(take(words, "loss", "0")),
                        chance(take(words, "burst", "0")),
                        number(NUMBER, take(words, "burst-length", "1"), "a number"),
                        chance(take(words, "duplicate", "0")),
                        chance(take(words, "reorder", "0")),
                        time(take(words, "hold", "60ms")),
                        time(take(words, "delay", "0ms")),
                        time(take(words, "jitter", "0ms")),
                        rate(take(words, "rate", "0")),
                        (long) number(NUMBER, take(words, "queue", "0"), "bytes"));
        if (!words.isEmpty()) {
            throw new IllegalArgumentException("there is no " + String.join(", ", words.keySet()));
        }
        return read;
    }

    private static String take(Map<String, String> words, String name, String usual) {
        String value = words.remove(name);
        return value == null ? usual : value;
    }

    private static double chance(String text) {
        return number(CHANCE, text, "a chance such as 3% or 0.03") / (text.endsWith("%") ? 100 : 1);
    }

    /**
     * Nanoseconds of a time such as {@code 50ms}.
     *
     * @throws IllegalArgumentException with what was expected
     */
    static long time(String text) {
        TimeUnit unit =
                text.endsWith("us") ? MICROSECONDS : text.endsWith("ms") ? MILLISECONDS : SECONDS;
        return unit.toNanos((long) number(TIME, text, "a time such as 50ms"));
    }

    private static long rate(String text) {
        long bits = text.endsWith("kbit") ? 1000 : text.endsWith("Mbit") ? 1_000_000 : 8;
        return bits * (long) number(RATE, text, "a rate such as 10Mbit or 1250000") / 8;
    }

    private static double number(Pattern pattern, String text, String expected) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "': expected " + expected);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
