package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StreamKeyTest {
    @Test
    void theSameNameInTwoApplicationsIsTwoStreams() {
        assertThat(new StreamKey("a", "x")).isNotEqualTo(new StreamKey("b", "x"));
        assertThat(new StreamKey("", "x")).hasToString("/x");
    }

    @Test
    void lengthsAreCountedInBytesOfUtf8() {
        assertThat(StreamKey.isValid("a".repeat(255), "x".repeat(768))).isTrue();
        assertThat(StreamKey.isValid("a".repeat(256), "x")).isFalse();
        assertThat(StreamKey.isValid("a", "x".repeat(769))).isFalse();
        assertThat(StreamKey.isValid("a", "€".repeat(257))).isFalse();
        assertThat(StreamKey.isValid("a", "")).isFalse();
        assertThatThrownBy(() -> new StreamKey("a", ""))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
