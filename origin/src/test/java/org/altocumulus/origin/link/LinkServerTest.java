package org.altocumulus.origin.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.loop.Failures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The thread of the links, which has to run on whatever is thrown on it. */
@Timeout(60)
class LinkServerTest {
    private final OriginUnderTest origin = new OriginUnderTest(new Random(1), null);

    private static void raise(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }

    @Test
    void whatIsThrownOnTheThreadOfTheLinksIsCountedAndTheRestIsDone() throws Exception {
        List<Throwable> faults =
                List.of(
                        new NoClassDefFoundError("expected in the log of this test"),
                        new StackOverflowError("expected in the log of this test"),
                        new IllegalStateException("expected in the log of this test"));
        CountDownLatch turns = new CountDownLatch(faults.size());
        LinkServer.Turns others =
                new LinkServer.Turns() {
                    @Override
                    public void turn(long now) {
                        turns.countDown();
                    }

                    @Override
                    public long delay(long now) {
                        return TimeUnit.MILLISECONDS.toNanos(1);
                    }
                };
        long survived = Failures.survived();
        try (LinkServer server = new LinkServer(System::nanoTime, Optional.empty(), false)) {
            server.start(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    origin.links,
                    others);
            for (Throwable fault : faults) {
                server.execute(now -> raise(fault));
            }
            CountDownLatch next = new CountDownLatch(1);
            server.execute(now -> next.countDown());
            assertThat(next.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(Failures.survived() - survived).isEqualTo(faults.size());
            assertThat(turns.await(30, TimeUnit.SECONDS)).as("the timer goes on").isTrue();
        }
    }
}
