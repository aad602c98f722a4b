package org.altocumulus.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Forwards datagrams between clients and one target, with what {@link LinkConditions} ask for. Each
 * client has a socket of its own towards the target, which {@link #rebind} replaces as a NAT does
 * that has forgotten it. One daemon thread does it all; methods may be called from any other.
 */
public final class UdpRelay implements AutoCloseable {
    private static final int MAX_DATAGRAM = 65_536;
    private static final int READS_PER_TURN = 64;
    private static final int MAX_CLIENTS = 1024;
    private static final long MAX_WAITING_BYTES = 64 << 20;
    private static final long MILLISECOND = 1_000_000;
    private static final long JOIN_MILLIS = 5000;

    private final RelaySettings settings;
    private final Consumer<String> log;
    private final LinkCounters toTargetCounters = new LinkCounters();
    private final LinkCounters toClientsCounters = new LinkCounters();
    private final LongAdder rebinds = new LongAdder();
    private final LongAdder followed = new LongAdder();
    private final ImpairedLink toTarget;
    private final ImpairedLink toClients;
    private final Selector selector;
    private final DatagramChannel listening;
    private final InetSocketAddress address;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(MAX_DATAGRAM);
    private final Schedule schedule = new Schedule();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Map<InetSocketAddress, RelayedClient> clients =
            new LinkedHashMap<>(16, 0.75f, true);
    private final Thread thread;
    private final long start = System.nanoTime();
    private volatile boolean closing;
    private volatile Throwable failure;
    private long waitingBytes;

    private UdpRelay(RelaySettings settings, Consumer<String> log) throws IOException {
        this.settings = settings;
        this.log = log;
        SplittableRandom random = new SplittableRandom(settings.seed());
        toTarget = new ImpairedLink(settings.toTarget(), random.split(), toTargetCounters);
        toClients = new ImpairedLink(settings.toClients(), random.split(), toClientsCounters);
        selector = Selector.open();
        try {
            listening = RelayedClient.channel(settings.listen());
            listening.register(selector, SelectionKey.OP_READ, null);
            address = (InetSocketAddress) listening.getLocalAddress();
        } catch (IOException e) {
            selector.close();
            throw e;
        }
        thread = new Thread(this::run, "relay-" + address.getPort());
        thread.setDaemon(true);
    }

    /** Starts a relay. */
    public static UdpRelay open(RelaySettings settings) throws IOException {
        return open(settings, line -> {});
    }

    /**
     * Starts a relay.
     *
     * @param log told of clients that come and move, on the relay's thread
     */
    public static UdpRelay open(RelaySettings settings, Consumer<String> log) throws IOException {
        UdpRelay relay = new UdpRelay(settings, log);
        relay.thread.start();
        return relay;
    }

    /** Where clients come, with the real port. */
    public InetSocketAddress address() {
        return address;
    }

    /** What became of the datagrams of clients. */
    public LinkCounters toTarget() {
        return toTargetCounters;
    }

    /** What became of the datagrams of the target. */
    public LinkCounters toClients() {
        return toClientsCounters;
    }

    /** How often a client was given another port, and has sent from there. */
    public long rebinds() {
        return rebinds.sum();
    }

    /** After how many of these the target sent to the new port more than a question or two. */
    public long followedRebinds() {
        return followed.sum();
    }

    /**
     * Gives every client another port towards the target with the next datagram that it sends; what
     * the target sends to the old port after that is lost. So does a NAT that has lost its table:
     * it knows a client again only when that sends something.
     *
     * @return how many clients there are
     */
    public int rebind() {
        CompletableFuture<Integer> done = new CompletableFuture<>();
        tasks.add(
                () -> {
                    clients.values().forEach(RelayedClient::moveSoon);
                    done.complete(clients.size());
                });
        selector.wakeup();
        try {
            return done.get(JOIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the relay has ended", failure == null ? e : failure);
        }
    }

    private boolean sendToTarget(RelayedClient client, byte[] datagram) throws IOException {
        if (client.isToMove()) {
            int old = client.port();
            client.move();
            rebinds.increment();
            log.accept(client.address() + " moves from port " + old + " to " + client.port());
        }
        return client.send(wrapped(datagram));
    }

    private long now() {
        return System.nanoTime() - start;
    }

    private void run() {
        try {
            while (!closing) {
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
                schedule.runDue(now());
                awaitWork();
            }
        } catch (IOException | RuntimeException e) {
            failure = e;
        } finally {
            closeSockets();
        }
    }

    /** The selector knows milliseconds only, which are long for a fast link. */
    private void awaitWork() throws IOException {
        long wait = schedule.next() - now();
        if (schedule.next() == Schedule.NEVER) {
            selector.select(this::onReady);
        } else if (wait >= MILLISECOND) {
            selector.select(this::onReady, wait / MILLISECOND);
        } else {
            LockSupport.parkNanos(Math.max(wait, 0));
            selector.selectNow(this::onReady);
        }
    }

    private void onReady(SelectionKey key) {
        try {
            if (key.attachment() instanceof RelayedClient client) {
                readTarget(key, client);
            } else {
                readClients();
            }
        } catch (ClosedChannelException e) {
            // The client has moved since the selector saw this socket.
            key.cancel();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readClients() throws IOException {
        for (int i = 0; i < READS_PER_TURN; i++) {
            buffer.clear();
            InetSocketAddress from = (InetSocketAddress) listening.receive(buffer);
            if (from == null) {
                return;
            }
            RelayedClient client = client(from);
            byte[] datagram = taken();
            for (long arrival : toTarget.arrivals(now(), datagram.length)) {
                carry(arrival, datagram, toTargetCounters, () -> sendToTarget(client, datagram));
            }
        }
    }

    private void readTarget(SelectionKey key, RelayedClient client) throws IOException {
        DatagramChannel upstream = (DatagramChannel) key.channel();
        for (int i = 0; i < READS_PER_TURN; i++) {
            buffer.clear();
            try {
                if (upstream.read(buffer) <= 0) {
                    return;
                }
            } catch (PortUnreachableException e) {
                // The target is not there; it may come.
                continue;
            }
            if (client.onAnswer()) {
                followed.increment();
            }
            byte[] datagram = taken();
            for (long arrival : toClients.arrivals(now(), datagram.length)) {
                carry(
                        arrival,
                        datagram,
                        toClientsCounters,
                        () -> listening.send(wrapped(datagram), client.address()) > 0);
            }
        }
    }

    private byte[] taken() {
        byte[] datagram = new byte[buffer.flip().remaining()];
        buffer.get(datagram);
        return datagram;
    }

    /** Through a buffer outside the heap, which the JDK would otherwise copy it to anyway. */
    private ByteBuffer wrapped(byte[] datagram) {
        return buffer.clear().put(datagram).flip();
    }

    /** The end of a way: hands a datagram to the system, which may have no room for it. */
    private interface Sending {
        boolean send() throws IOException;
    }

    private void carry(long arrival, byte[] datagram, LinkCounters counters, Sending sending) {
        if (waitingBytes + datagram.length > MAX_WAITING_BYTES) {
            counters.unsent.increment();
            return;
        }
        waitingBytes += datagram.length;
        schedule.at(
                arrival,
                () -> {
                    waitingBytes -= datagram.length;
                    if (isSent(sending)) {
                        counters.forwarded.increment();
                        counters.forwardedBytes.add(datagram.length);
                    } else {
                        counters.unsent.increment();
                    }
                });
    }

    private static boolean isSent(Sending sending) {
        try {
            return sending.send();
        } catch (IOException e) {
            // Nobody is there, or the client was forgotten: UDP says nothing of it.
            return false;
        }
    }

    private RelayedClient client(InetSocketAddress from) throws IOException {
        RelayedClient known = clients.get(from);
        if (known != null) {
            return known;
        }
        if (clients.size() == MAX_CLIENTS) {
            // As a NAT does, forget the one that has been silent for the longest time.
            InetSocketAddress eldest = new ArrayList<>(clients.keySet()).get(0);
            clients.remove(eldest).close();
        }
        RelayedClient client = new RelayedClient(from, settings.target(), selector);
        clients.put(from, client);
        log.accept(from + " comes, with port " + client.port());
        long now = now();
        settings.rebindAfter()
                .forEach(after -> schedule.at(now + after.toNanos(), client::moveSoon));
        return client;
    }

    private void closeSockets() {
        try {
            for (RelayedClient client : clients.values()) {
                client.close();
            }
            listening.close();
            selector.close();
        } catch (IOException e) {
            failure = failure == null ? e : failure;
        }
    }

    /**
     * Ends the thread and closes the sockets; what was on its way is lost.
     *
     * @throws IllegalStateException if the relay had failed before
     */
    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw new IllegalStateException("the relay failed", failure);
        }
    }
}
