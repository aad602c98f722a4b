package org.altocumulus.protocol.message;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaDeadlinesTest {
    @ParameterizedTest
    @CsvSource({
        "AUDIO, 2",
        "AUDIO_EMPTY, 2",
        "INTER_FRAME, 1",
        "DISPOSABLE_FRAME, 1",
        "KEY_FRAME, 5",
    })
    void eachKindHasItsOwn(MediaKind kind, long seconds) {
        assertThat(MediaDeadlines.DEFAULT.finishBy(kind, -7))
                .isEqualTo(SECONDS.toNanos(seconds) - 7);
    }

    @ParameterizedTest
    @CsvSource({"AUDIO_CONFIGURATION", "VIDEO_CONFIGURATION", "OTHER"})
    void whatEverythingElseDependsOnHasNone(MediaKind kind) {
        assertThat(MediaDeadlines.DEFAULT.finishBy(kind, 5)).isEqualTo(MediaDeadlines.NEVER);
    }

    @Test
    void senselessOnesAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new MediaDeadlines(1, 0, 1));
    }
}
