package org.altocumulus.edge.node;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.crypto.EndpointDiscriminator;

/**
 * Hellos that a node sends only to learn whether somebody answers. The answer can come to any of
 * the loops, as they share the port; hence the shared table.
 */
final class HelloProbes {
    private static final int TAG_SIZE = 16;
    private static final int HELLOS = 3;
    private static final long BETWEEN_MILLIS = 500;
    private static final long TIMEOUT_MILLIS = 2000;

    private final SecureRandom random;
    private final Map<ByteBuffer, Probe> waiting = new ConcurrentHashMap<>();

    private record Probe(InetSocketAddress address, CompletableFuture<Boolean> answered) {}

    HelloProbes(SecureRandom random) {
        this.random = random;
    }

    CompletableFuture<Boolean> probe(
            NodeLoop loop, EndpointDiscriminator wanted, InetSocketAddress address) {
        byte[] tag = new byte[TAG_SIZE];
        random.nextBytes(tag);
        ByteBuffer key = ByteBuffer.wrap(tag);
        CompletableFuture<Boolean> answered = new CompletableFuture<>();
        waiting.put(key, new Probe(address, answered));
        for (int i = 0; i < HELLOS; i++) {
            loop.executeAfter(
                    i * BETWEEN_MILLIS,
                    () -> {
                        if (!answered.isDone()) {
                            loop.ask(wanted, tag, address);
                        }
                    });
        }
        return answered.completeOnTimeout(false, TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
                .whenComplete((result, failure) -> waiting.remove(key));
    }

    /** An RHello came that is none of an opening session. */
    void onAnswered(byte[] tag, InetSocketAddress from) {
        Probe probe = waiting.get(ByteBuffer.wrap(tag));
        if (probe != null && probe.address.equals(from)) {
            probe.answered.complete(true);
        }
    }
}
