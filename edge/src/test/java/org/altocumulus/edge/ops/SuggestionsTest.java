package org.altocumulus.edge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
    private static final List<String> COMMANDS =
            List.of("origin", "edge", "drain", "publish", "play", "load", "demo", "keygen");

    @ParameterizedTest
    @CsvSource({
        "orgin, origin",
        "Origin, origin",
        "oirgin, origin",
        "origins, origin",
        "egde, edge",
        "pubish, publish",
        "paly, play",
        "kegen, keygen"
    })
    void aTypingErrorLeadsToTheName(String wrong, String meant) {
        assertThat(Suggestions.of(wrong, COMMANDS)).containsExactly(meant);
    }

    @ParameterizedTest
    @CsvSource({"record", "xyzzy", "''", "stop", "o"})
    void anotherWordLeadsNowhere(String wrong) {
        assertThat(Suggestions.of(wrong, COMMANDS)).isEmpty();
    }

    @Test
    void aTextThatIsTooLongIsNotCompared() {
        assertThat(Suggestions.of("x".repeat(100_000), COMMANDS)).isEmpty();
    }

    @Test
    void severalThatAreEquallyCloseAreAllNamedUpToThree() {
        List<String> names = Suggestions.of("bed", List.of("bad", "bid", "red", "bud"));
        assertThat(names).containsExactly("bad", "bid", "bud");
        assertThat(Suggestions.question(names)).isEqualTo("did you mean bad, bid or bud?");
        assertThat(Suggestions.question(List.of("a"))).isEqualTo("did you mean a?");
        assertThat(Suggestions.question(List.of())).isEmpty();
    }
}
