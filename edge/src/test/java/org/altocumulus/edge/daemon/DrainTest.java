package org.altocumulus.edge.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DrainTest {
    private static final long LIMIT_SECONDS = 30;

    private final AtomicInteger told = new AtomicInteger();
    private final CountDownLatch allTold = new CountDownLatch(1);
    private final Drain drain = new Drain(() -> 0, this::tell);

    private void tell(int most) {
        told.incrementAndGet();
        if (most == Integer.MAX_VALUE) {
            allTold.countDown();
        }
    }

    /** What the drain waits for: notes how many calls told clients before. */
    private final class Waited extends CompletableFuture<Void> {
        private final boolean answered;
        private int toldBefore = -1;

        Waited(boolean answered) {
            this.answered = answered;
        }

        @Override
        public Void get(long timeout, TimeUnit unit) throws TimeoutException {
            toldBefore = told.get();
            if (answered) {
                return null;
            }
            throw new TimeoutException();
        }
    }

    @Test
    void clientsAreToldAfterTheOriginsKnow() throws InterruptedException {
        Waited waited = new Waited(true);
        drain.begin(waited);
        assertThat(allTold.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(waited.toldBefore).isZero();
        assertThat(drain.hasBegun()).isTrue();
    }

    @Test
    void clientsAreToldAlsoIfAnOriginDoesNotAnswer() throws InterruptedException {
        Waited waited = new Waited(false);
        drain.begin(waited);
        assertThat(allTold.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(waited.toldBefore).isZero();
    }
}
