package org.altocumulus.cli.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * The sockets of one loop that are used again: the one that has been free for longest, else a new
 * one, and when there are enough the next in turn. Belongs to the loop.
 */
final class SocketPool {
    private final Opener opener;
    private final int most;
    private final Deque<Lease> free = new ArrayDeque<>();
    private final List<Lease> all = new ArrayList<>();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int opening;
    private int turn;

    /** Opens a socket for the loop: gives its number, or the reason why there is none. */
    @FunctionalInterface
    interface Opener {
        void open(IntConsumer then, Consumer<Throwable> failed);
    }

    /** Who gets the first socket that opens. */
    private record Waiting(Consumer<Lease> then, Consumer<Throwable> failed) {}

    /** A socket that one session or several use. */
    final class Lease {
        private final int socket;
        private int users;

        private Lease(int socket) {
            this.socket = socket;
        }

        /** Its number in the loop. */
        int socket() {
            return socket;
        }

        /** One of its users is no longer there. */
        void release() {
            if (--users == 0) {
                free.addLast(this);
            }
        }
    }

    /**
     * @param most sockets that may be open, at least 1
     */
    SocketPool(Opener opener, int most) {
        this.opener = opener;
        this.most = most;
    }

    /**
     * Finds a socket.
     *
     * @param then gets it, now or later, to be released
     * @param failed gets the reason if none can be opened
     */
    void take(Consumer<Lease> then, Consumer<Throwable> failed) {
        if (!free.isEmpty()) {
            use(free.pollFirst(), then);
        } else if (all.size() + opening < most) {
            open(then, failed);
        } else if (all.isEmpty()) {
            waiting.add(new Waiting(then, failed));
        } else {
            use(all.get(turn++ % all.size()), then);
        }
    }

    private void open(Consumer<Lease> then, Consumer<Throwable> failed) {
        opening++;
        opener.open(
                socket -> {
                    opening--;
                    Lease lease = new Lease(socket);
                    all.add(lease);
                    use(lease, then);
                    for (var next = waiting.poll(); next != null; next = waiting.poll()) {
                        use(lease, next.then);
                    }
                },
                failure -> {
                    opening--;
                    failed.accept(failure);
                    if (opening == 0) {
                        for (var next = waiting.poll(); next != null; next = waiting.poll()) {
                            next.failed.accept(failure);
                        }
                    }
                });
    }

    private static void use(Lease lease, Consumer<Lease> then) {
        lease.users++;
        then.accept(lease);
    }
}
