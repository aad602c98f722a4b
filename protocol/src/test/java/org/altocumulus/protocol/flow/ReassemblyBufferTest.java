package org.altocumulus.protocol.flow;

import static org.altocumulus.protocol.chunk.FragmentControl.BEGIN;
import static org.altocumulus.protocol.chunk.FragmentControl.END;
import static org.altocumulus.protocol.chunk.FragmentControl.MIDDLE;
import static org.altocumulus.protocol.chunk.FragmentControl.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReassemblyBufferTest {
    private static final long MAX = Long.MAX_VALUE;

    private final ReassemblyBuffer buffer = new ReassemblyBuffer();

    @Test
    void messagesComeInOrderUpToTheCumulativeNumber() {
        add(3, WHOLE, "c");
        add(1, WHOLE, "a");
        add(2, WHOLE, "b");
        assertThat(take(0)).isEmpty();
        assertThat(take(2)).containsExactly("a", "b");
        assertThat(take(3)).containsExactly("c");
        assertThat(buffer.isEmpty()).isTrue();
        assertThat(buffer.size()).isZero();
    }

    @Test
    void fragmentsAreJoinedWhenTheLastHasCome() {
        add(1, BEGIN, "ab");
        assertThat(take(1)).isEmpty();
        assertThat(buffer.inProgressBytes()).isEqualTo(2);
        add(3, END, "e");
        assertThat(take(1)).isEmpty();
        add(2, MIDDLE, "cd");
        assertThat(take(3)).containsExactly("abcde");
        assertThat(buffer.firstNumber()).isEqualTo(1);
        assertThat(buffer.lastNumber()).isEqualTo(3);
        assertThat(buffer.size()).isZero();
    }

    @Test
    void partsWithoutBeginOrEndAreDropped() {
        add(2, MIDDLE, "x");
        add(3, END, "x");
        add(4, BEGIN, "x");
        add(5, MIDDLE, "x");
        add(7, WHOLE, "good");
        assertThat(take(7)).containsExactly("good");
        assertThat(buffer.size()).isZero();
    }

    @Test
    void aBeginThatAnotherMessageFollowsIsDropped() {
        add(1, BEGIN, "x");
        add(2, BEGIN, "y");
        add(3, END, "z");
        assertThat(take(3)).containsExactly("yz");
        add(4, BEGIN, "x");
        add(5, WHOLE, "w");
        assertThat(take(5)).containsExactly("w");
        assertThat(buffer.size()).isZero();
    }

    @Test
    void aSegmentAtTheHeadWaitsWhileItsNextFragmentMayCome() {
        add(1, BEGIN, "a");
        add(2, MIDDLE, "b");
        assertThat(take(2)).isEmpty();
        add(4, END, "d");
        assertThat(take(2)).isEmpty();
        assertThat(take(4)).isEmpty();
        assertThat(buffer.size()).as("given up, as number 3 will not come").isZero();
    }

    @Test
    void theLargestNumbersAreNoSpecialCase() {
        add(MAX - 1, BEGIN, "a");
        add(MAX, END, "b");
        assertThat(take(MAX)).containsExactly("ab");
        add(MAX, BEGIN, "a");
        assertThat(take(MAX)).isEmpty();
        assertThat(buffer.inProgressBytes()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aMessageIsFoundByTheFragmentThatCompletesItWhereverItIs(long seed) {
        Random random = new Random(seed);
        Map<Long, FragmentControl> there = new HashMap<>();
        Set<Long> cameOnce = new HashSet<>();
        long start = random.nextBoolean() ? 1 : MAX - 60;
        long cumulative = 0;
        for (int step = 0; step < 200; step++) {
            long number = start + random.nextInt(60);
            if (number <= cumulative || !cameOnce.add(number)) {
                continue;
            }
            // Mostly messages of three; now and then what no sender sends.
            FragmentControl usual = List.of(BEGIN, MIDDLE, END).get((int) ((number - start) % 3));
            FragmentControl control =
                    random.nextInt(8) == 0
                            ? List.of(WHOLE, BEGIN, MIDDLE, END).get(random.nextInt(4))
                            : usual;
            add(number, control, "" + (char) ('0' + (number - start)));
            there.put(number, control);
            String expected = take(there, number, start);
            byte[] message = buffer.completedMessage();
            String found = message == null ? null : new String(message, StandardCharsets.US_ASCII);
            assertThat(found).isEqualTo(expected);
            // Before a number that is missing and given up nothing waits for more.
            long gap = number - 1;
            if (random.nextInt(20) == 0 && gap > cumulative && !there.containsKey(gap)) {
                cumulative = gap;
                cameOnce.add(gap);
                take(cumulative);
                there.keySet().removeIf(n -> n <= gap);
            }
        }
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 300);
    }

    /** Takes the message around a number, found step by step, or null. */
    private static String take(Map<Long, FragmentControl> there, long number, long start) {
        long first = number;
        while (there.get(first) == MIDDLE || there.get(first) == END) {
            first--;
            if (there.get(first) == END || there.get(first) == WHOLE) {
                return null;
            }
        }
        long last = number;
        while (there.get(last) == MIDDLE || there.get(last) == BEGIN) {
            last++;
            if (there.get(last) == BEGIN || there.get(last) == WHOLE) {
                return null;
            }
        }
        if (there.get(first) != BEGIN || there.get(last) != END) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (long n = first; n != last + 1; n++) {
            text.append((char) ('0' + (n - start)));
            there.remove(n);
        }
        return text.toString();
    }

    @Test
    void aRunWhoseBeginningWasGivenUpIsNeverComplete() {
        add(5, MIDDLE, "a");
        add(6, MIDDLE, "b");
        assertThat(take(5)).isEmpty();
        add(7, END, "c");
        assertThat(buffer.completedMessage()).isNull();
        assertThat(take(7)).isEmpty();
        assertThat(buffer.size()).isZero();
    }

    @Test
    void clearForgetsAll() {
        add(1, BEGIN, "a");
        assertThat(take(1)).isEmpty();
        buffer.clear();
        assertThat(buffer.size()).isZero();
        assertThat(buffer.inProgressBytes()).isZero();
    }

    private void add(long number, FragmentControl control, String text) {
        buffer.add(number, control, text.getBytes(StandardCharsets.US_ASCII));
    }

    private List<String> take(long cumulative) {
        List<String> messages = new ArrayList<>();
        byte[] message = buffer.nextMessage(cumulative);
        while (message != null) {
            messages.add(new String(message, StandardCharsets.US_ASCII));
            message = buffer.nextMessage(cumulative);
        }
        return messages;
    }
}
