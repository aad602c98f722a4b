package org.altocumulus.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

class SocketPoolTest {
    private final Deque<IntConsumer> opening = new ArrayDeque<>();
    private final Deque<Consumer<Throwable>> failing = new ArrayDeque<>();
    private final List<SocketPool.Lease> leases = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    private SocketPool pool(int most) {
        return new SocketPool(
                (then, failed) -> {
                    opening.add(then);
                    failing.add(failed);
                },
                most);
    }

    private void take(SocketPool pool) {
        pool.take(leases::add, failure -> failures.add(failure.getMessage()));
    }

    private void opened(int socket) {
        failing.remove();
        opening.remove().accept(socket);
    }

    private List<Integer> sockets() {
        return leases.stream().map(SocketPool.Lease::socket).toList();
    }

    @Test
    void eachHasASocketOfItsOwnUntilThereAreEnough() {
        SocketPool pool = pool(2);
        for (int i = 0; i < 2; i++) {
            take(pool);
            opened(i);
        }
        take(pool);
        take(pool);
        take(pool);
        assertThat(opening).isEmpty();
        assertThat(sockets()).containsExactly(0, 1, 0, 1, 0);
    }

    @Test
    void aSocketIsUsedAgainOnceItsLastUserIsGone() {
        SocketPool pool = pool(1);
        take(pool);
        opened(7);
        take(pool);
        leases.get(0).release();
        leases.get(1).release();
        take(pool);
        assertThat(sockets()).containsExactly(7, 7, 7);
        assertThat(opening).isEmpty();
    }

    @Test
    void theOneThatHasBeenFreeForLongestComesFirst() {
        SocketPool pool = pool(2);
        take(pool);
        opened(0);
        take(pool);
        opened(1);
        leases.get(1).release();
        leases.get(0).release();
        take(pool);
        assertThat(sockets()).endsWith(1);
    }

    @Test
    void whoComesBeforeTheOnlySocketIsOpenGetsItToo() {
        SocketPool pool = pool(1);
        take(pool);
        take(pool);
        assertThat(opening).hasSize(1);
        opened(3);
        assertThat(sockets()).containsExactly(3, 3);
    }

    @Test
    void whoWaitsForASocketLearnsThatThereIsNone() {
        SocketPool pool = pool(1);
        take(pool);
        take(pool);
        opening.remove();
        failing.remove().accept(new IOException("too many files"));
        assertThat(failures).containsExactly("too many files", "too many files");
        take(pool);
        opened(4);
        assertThat(sockets()).containsExactly(4);
    }
}
