package org.altocumulus.protocol.flow;

import static org.altocumulus.protocol.chunk.FragmentControl.BEGIN;
import static org.altocumulus.protocol.chunk.FragmentControl.END;
import static org.altocumulus.protocol.chunk.FragmentControl.MIDDLE;
import static org.altocumulus.protocol.chunk.FragmentControl.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.chunk.FragmentControl;
import org.junit.jupiter.api.Test;

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
