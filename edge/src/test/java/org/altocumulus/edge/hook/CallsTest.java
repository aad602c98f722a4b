package org.altocumulus.edge.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallsTest {
    private final List<String> started = new ArrayList<>();
    private final Calls<String> calls = new Calls<>(2, 2, started::add);

    @Test
    void soManyRunSoManyWaitAndNoMore() {
        for (String call : List.of("a", "b", "c", "d")) {
            assertThat(calls.add(call)).isTrue();
        }
        assertThat(calls.add("e")).isFalse();
        assertThat(started).containsExactly("a", "b");
        calls.ended();
        assertThat(started).containsExactly("a", "b", "c");
        assertThat(calls.add("f")).isTrue();
        assertThat(calls.add("g")).isFalse();
        for (int i = 0; i < 4; i++) {
            calls.ended();
        }
        assertThat(started).containsExactly("a", "b", "c", "d", "f");
        assertThat(calls.add("h")).isTrue();
        assertThat(started).contains("h");
    }

    @Test
    void whatIsForgottenMakesRoom() {
        for (String call : List.of("a", "b", "c", "d")) {
            assertThat(calls.add(call)).isTrue();
        }
        calls.forget("c");
        calls.forget("a");
        assertThat(calls.add("e")).isTrue();
        calls.ended();
        calls.ended();
        assertThat(started).containsExactly("a", "b", "d", "e");
    }
}
