package org.altocumulus.edge.node;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.altocumulus.protocol.chunk.FIHello;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;
import org.altocumulus.protocol.crypto.KeyPool;
import org.altocumulus.protocol.session.HalfOpenSessions;
import org.altocumulus.protocol.session.HelloPolicy;
import org.altocumulus.protocol.session.TransportCounters;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.AddressOrigin;
import org.altocumulus.protocol.wire.HostPort;
import org.altocumulus.protocol.wire.SocketErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The UDP side of a node: event loops with a socket each on every address. Made once, bound once,
 * started once, stopped; its methods may be called from any thread that is not one of its loops.
 */
public final class MediaNode {
    private static final Logger LOG = LoggerFactory.getLogger(MediaNode.class);

    /** Bytes of a datagram; what is longer is cut off. */
    static final int MAX_RECEIVED = 2048;

    /** Datagrams that a socket gives at once. */
    static final int READS_PER_TURN = 64;

    private static final WriteBufferWaterMark WATER_MARK =
            new WriteBufferWaterMark(1 << 20, 4 << 20);
    private static final long STOP_POLL_MILLIS = 20;

    private final NodeParameters parameters;
    private final Transport transport;
    private final EventLoopGroup group;
    private final KeyExchange keyExchange;
    private final Optional<KeyPool> keyPool;
    private final TransportCounters counters = new TransportCounters();
    private final SessionCount sessions;
    private final HalfOpenSessions halfOpen;
    private final HelloProbes probes;
    private final List<NodeLoop> loops = new ArrayList<>();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<InetSocketAddress> bound = new ArrayList<>();

    /** Those, and those beside them. */
    private final List<InetSocketAddress> bindings = new CopyOnWriteArrayList<>();

    /** As the other constructor, for a node that introduces nobody. */
    public MediaNode(
            NodeParameters parameters,
            NodeClock clock,
            SecureRandom random,
            Responding responding,
            HelloPolicy policy,
            SessionUsers users) {
        this(parameters, clock, random, responding, policy, users, new NodePeers());
    }

    /**
     * A node that is not started yet.
     *
     * @param responding who this node is; null for a node that only opens sessions itself
     * @param policy decides on hellos, on any loop
     * @param users take the sessions that clients open
     * @param peers is kept up to date with those sessions
     */
    public MediaNode(
            NodeParameters wanted,
            NodeClock clock,
            SecureRandom random,
            Responding responding,
            HelloPolicy policy,
            SessionUsers users,
            NodePeers peers) {
        this.transport = Transport.choose(wanted.nativeTransport());
        this.parameters = transport.forbidsDivision() ? wanted : wanted.withoutPathSearch();
        int count = transport.reusePort() == null ? 1 : parameters.loops();
        List<Gathering> gatherings = new ArrayList<>();
        this.group =
                new MultiThreadIoEventLoopGroup(
                        count,
                        new DefaultThreadFactory("loop", true),
                        transport.handlers().apply(() -> gathering(gatherings)));
        this.keyPool = responding == null ? Optional.empty() : responding.identity().pool();
        this.keyExchange =
                new KeyExchange(
                        parameters.keyExchangeThreads(),
                        parameters.keyExchangeQueue(),
                        () -> keyPool.isPresent() && keyPool.get().prepareOne());
        this.sessions = new SessionCount(parameters.maxSessions());
        this.halfOpen =
                new HalfOpenSessions(
                        parameters.halfOpen().inAll(), parameters.halfOpen().ofSource());
        this.probes = new HelloProbes(random);
        LoopServices services =
                new LoopServices(
                        parameters,
                        clock,
                        random,
                        counters,
                        keyExchange,
                        sessions,
                        halfOpen,
                        probes,
                        new ForeignPackets(),
                        peers,
                        responding,
                        policy,
                        users);
        for (int i = 0; i < count; i++) {
            EventLoop eventLoop = group.next();
            loops.add(new NodeLoop(i, eventLoop, gatherings.get(i), services, loops));
        }
    }

    /** Of one more loop: the group makes them in the order in which it gives them. */
    private Gathering gathering(List<Gathering> all) {
        Gathering gathering = new Gathering(parameters.gatherTime().toNanos());
        all.add(gathering);
        return gathering;
    }

    /** The loops, by their index. */
    public List<NodeLoop> loops() {
        return List.copyOf(loops);
    }

    /** What happened to packets. */
    public TransportCounters counters() {
        return counters;
    }

    /** Where the key pairs of its sessions come from; none with a static identity. */
    public Optional<KeyPool> keyPool() {
        return keyPool;
    }

    /** Sessions that are open, from the packet that confirmed them. */
    public int sessions() {
        return sessions.open();
    }

    /** Sessions that clients have begun to open and not confirmed. */
    public int halfOpen() {
        return halfOpen.count();
    }

    /** Whether one more session would be refused. */
    public boolean isFull() {
        return !sessions.admitsOneMore();
    }

    /**
     * Answers a hello that somebody trusted has passed on, from a socket of the right family; not
     * if it is for another endpoint, or this node takes no more sessions.
     *
     * @param endpointDiscriminator of the hello
     * @param tag of the hello
     * @param to where the hello came from
     */
    public void answerForwarded(byte[] endpointDiscriminator, byte[] tag, InetSocketAddress to) {
        Address reply = new Address(AddressOrigin.REFLEXIVE, to);
        FIHello hello = new FIHello(endpointDiscriminator, reply, tag);
        NodeLoop loop = loops.get(0);
        loop.execute(() -> loop.answerForwarded(hello));
    }

    /**
     * Says hello from this node's socket to another endpoint, three times within a second.
     *
     * @return whether it answered from that address within two seconds
     */
    public CompletableFuture<Boolean> probe(
            EndpointDiscriminator wanted, InetSocketAddress address) {
        return probes.probe(loops.get(0), wanted, address);
    }

    /** "epoll" or "nio". */
    public String transport() {
        return transport.name();
    }

    /** The addresses that the first loop is bound to, with real ports, in the order given. */
    public List<InetSocketAddress> boundAddresses() {
        return List.copyOf(bound);
    }

    /** As the other method, with no socket of its own for any address of the host. */
    public void bind() throws IOException {
        bind(List.of());
    }

    /**
     * Binds the sockets; what comes waits in them for {@link #start}.
     *
     * @param host addresses of the host, for what is bound to all of them
     * @throws IOException that names the address, if it cannot be bound
     */
    public void bind(Collection<InetAddress> host) throws IOException {
        bind(BindPlan.of(parameters.bind(), BindPlan.hostHasIpv6()), host);
    }

    /** Binds the sockets of a plan. */
    void bind(BindPlan plan, Collection<InetAddress> host) throws IOException {
        if (!plan.warning().isEmpty()) {
            LOG.warn(plan.warning());
        }
        for (InetSocketAddress wanted : plan.addresses()) {
            InetSocketAddress address = untaken(wanted);
            Throwable failure = bindAll(address);
            if (failure != null) {
                throw SocketErrors.cannotBind("UDP", address, "clients", failure);
            }
            bound.add(address);
            bindBeside(address, host);
        }
    }

    /** A socket for each loop; what is in the way, or null. */
    private Throwable bindAll(InetSocketAddress address) {
        for (NodeLoop loop : loops) {
            DatagramHandler handler = new DatagramHandler(loop);
            ChannelFuture future = bindShared(loop, address, handler).awaitUninterruptibly();
            if (!future.isSuccess()) {
                return future.cause();
            }
            if (bindings.isEmpty()) {
                warnOfBuffers(future.channel().config());
            }
            handler.socket(loop.sockets().add(future.channel(), address.getAddress()));
        }
        bindings.add(address);
        return null;
    }

    /** Addresses of the host get sockets of their own; the one for all takes whatever is left. */
    private void bindBeside(InetSocketAddress address, Collection<InetAddress> host) {
        List<InetAddress> beside = AddressSockets.beside(address.getAddress(), host);
        if (beside.size() > AddressSockets.MOST || transport.reusePort() == null) {
            if (!beside.isEmpty()) {
                LOG.warn(
                        "this host has {} addresses: answers may leave from another one than the"
                                + " client asked; list those that clients use in node.bind",
                        beside.size());
            }
            return;
        }
        for (InetAddress ip : beside) {
            InetSocketAddress own = new InetSocketAddress(ip, address.getPort());
            Throwable failure = bindAll(own);
            if (failure != null) {
                LOG.info(
                        "cannot bind UDP {} beside {}: {}",
                        HostPort.format(own),
                        HostPort.format(address),
                        SocketErrors.bindReason("UDP", own, failure));
            }
        }
    }

    private void warnOfBuffers(ChannelConfig config) {
        KernelBuffers.shortage(
                        "node.receive-buffer",
                        "net.core.rmem_max",
                        KernelBuffers.limit("rmem_max"),
                        parameters.receiveBufferBytes(),
                        config.getOption(ChannelOption.SO_RCVBUF))
                .ifPresent(LOG::warn);
        KernelBuffers.shortage(
                        "node.send-buffer",
                        "net.core.wmem_max",
                        KernelBuffers.limit("wmem_max"),
                        parameters.sendBufferBytes(),
                        config.getOption(ChannelOption.SO_SNDBUF))
                .ifPresent(LOG::info);
    }

    /**
     * Datagrams that the kernel dropped because a socket's buffer was full; -1 if it does not say.
     * Reads files: not for loops.
     */
    public long kernelDrops() {
        return KernelDrops.of(List.copyOf(bindings));
    }

    /** Begins to take packets. */
    public void start() {
        keyExchange.start();
        loops.forEach(NodeLoop::start);
    }

    /**
     * The address with a real port that nobody has: with SO_REUSEPORT another node could share the
     * port in silence, even one that asked for a free one.
     */
    private static InetSocketAddress untaken(InetSocketAddress address) throws IOException {
        try (DatagramSocket probe = new DatagramSocket(null)) {
            probe.bind(address);
            return new InetSocketAddress(address.getAddress(), probe.getLocalPort());
        } catch (SocketException e) {
            throw SocketErrors.cannotBind("UDP", address, "clients", e);
        }
    }

    /** Binds a socket that shares its port with those of the other loops. */
    private ChannelFuture bindShared(
            NodeLoop loop, InetSocketAddress address, DatagramHandler handler) {
        Bootstrap bootstrap = bootstrap(loop, address.getAddress(), handler);
        if (transport.reusePort() != null) {
            bootstrap.option(transport.reusePort(), true);
        }
        if (transport.takesBatches()) {
            bootstrap
                    .option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, MAX_RECEIVED)
                    .option(
                            ChannelOption.RECVBUF_ALLOCATOR,
                            new ReceiveRoom(MAX_RECEIVED, READS_PER_TURN));
        }
        return bootstrap.bind(address);
    }

    private Bootstrap bootstrap(NodeLoop loop, InetAddress address, DatagramHandler handler) {
        return new Bootstrap()
                .group(loop.eventLoop())
                .channelFactory(() -> transport.channels().apply(address))
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.SO_RCVBUF, parameters.receiveBufferBytes())
                .option(ChannelOption.SO_SNDBUF, parameters.sendBufferBytes())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .option(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new FixedRecvByteBufAllocator(MAX_RECEIVED)
                                .maxMessagesPerRead(READS_PER_TURN))
                .handler(handler);
    }

    /**
     * Binds a socket of its own for a session that is to be opened from this node, on a free port:
     * for IPv6 and IPv4, or for IPv4 alone where there is nothing else.
     *
     * @param then gets the number of the socket, on the loop
     * @param failed gets the reason if there is none
     */
    public void openSocket(NodeLoop loop, IntConsumer then, Consumer<Throwable> failed) {
        Consumer<Throwable> next = noIpv6 -> openSocket(loop, BindPlan.ANY_IPV4, then, failed);
        openSocket(loop, BindPlan.ANY, then, next);
    }

    private void openSocket(
            NodeLoop loop, InetAddress any, IntConsumer then, Consumer<Throwable> failed) {
        DatagramHandler handler = new DatagramHandler(loop);
        Bootstrap bootstrap =
                bootstrap(loop, any, handler)
                        .option(
                                ChannelOption.RECVBUF_ALLOCATOR,
                                // Of thousands of sockets most have one datagram at a time, and a
                                // second read that finds nothing costs nearly as much as the first.
                                new FixedRecvByteBufAllocator(MAX_RECEIVED).maxMessagesPerRead(1));
        ChannelFuture bound = bootstrap.bind(any, 0);
        bound.addListener(
                future -> {
                    if (!future.isSuccess()) {
                        failed.accept(future.cause());
                        return;
                    }
                    int socket = loop.sockets().add(bound.channel(), any);
                    handler.socket(socket);
                    bound.channel().config().setAutoRead(true);
                    then.accept(socket);
                });
    }

    /**
     * Takes no more sessions, tells the clients of those that are open, waits until they have
     * confirmed or the stop time is over, and ends the loops. Without effect the second time.
     */
    public void stop() throws InterruptedException {
        if (stopped.getAndSet(true)) {
            return;
        }
        loops.forEach(loop -> loop.execute(loop::stop));
        long deadline = System.nanoTime() + parameters.stopTime().toNanos();
        while (unconfirmed() > 0 && System.nanoTime() - deadline < 0) {
            Thread.sleep(STOP_POLL_MILLIS);
        }
        for (NodeLoop loop : loops) {
            // A loop that is told to end closes its sockets before it runs what was given to it.
            loop.eventLoop().submit(loop::end).await(1, TimeUnit.SECONDS);
        }
        keyExchange.close();
        keyPool.ifPresent(KeyPool::close);
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).await(3, TimeUnit.SECONDS);
    }

    private int unconfirmed() throws InterruptedException {
        int left = 0;
        for (NodeLoop loop : loops) {
            FutureTask<Integer> count = new FutureTask<>(loop::unconfirmed);
            loop.execute(count);
            try {
                left += count.get();
            } catch (ExecutionException e) {
                LOG.error("loop {} cannot be asked", loop.index(), e.getCause());
            }
        }
        return left;
    }
}
