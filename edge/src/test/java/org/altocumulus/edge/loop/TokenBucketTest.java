package org.altocumulus.edge.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketTest {
    @ParameterizedTest
    @ValueSource(longs = {-5_000, 0, 1L << 60})
    void aFullBucketGivesAllAtOnceAndThenOneInEachInterval(long start) {
        TokenBucket bucket = new TokenBucket(10, 5);
        assertThat(admitted(bucket, start, start)).isEqualTo(5);
        assertThat(bucket.admits(start + 9)).isFalse();
        assertThat(bucket.admits(start + 10)).isTrue();
        assertThat(bucket.admits(start + 10)).isFalse();
        assertThat(admitted(bucket, start + 11, start + 1010)).isEqualTo(100);
    }

    @Test
    void itHoldsNoMoreThanItsTokensHoweverLongItRests() {
        TokenBucket bucket = new TokenBucket(10, 5);
        assertThat(admitted(bucket, 0, 0)).isEqualTo(5);
        assertThat(admitted(bucket, 1_000_000, 1_000_000)).isEqualTo(5);
    }

    /** Of a hundred attempts at each time. */
    private static long admitted(TokenBucket bucket, long from, long to) {
        return LongStream.rangeClosed(from, to)
                .flatMap(now -> LongStream.generate(() -> now).limit(100))
                .filter(bucket::admits)
                .count();
    }
}
