package org.altocumulus.cli.load;

import static java.util.concurrent.TimeUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
    @Test
    void workIsMeantToBeginAtASteadyRateFromTheStartOn() {
        Schedule schedule = new Schedule(-500, 4);
        assertThat(schedule.at(0)).isEqualTo(-500);
        assertThat(schedule.at(1)).isEqualTo(249_999_500);
        assertThat(schedule.at(4)).isEqualTo(999_999_500);
    }

    /** Each time is counted from the start, so that what is rounded does not add up. */
    @Test
    void aRateThatDoesNotDivideASecondIsKeptForADay() {
        Schedule schedule = new Schedule(0, 30_001);
        long index = 30_001L * DAYS.toSeconds(1);
        assertThat(schedule.at(index)).isBetween(DAYS.toNanos(1) - 1, DAYS.toNanos(1) + 1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void aRateIsAboveNothing(double rate) {
        assertThatThrownBy(() -> new Schedule(0, rate))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
