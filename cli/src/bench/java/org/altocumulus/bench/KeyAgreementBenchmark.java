package org.altocumulus.bench;

import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.hotpath.Keys;
import org.altocumulus.protocol.crypto.DhGroup;
import org.altocumulus.protocol.crypto.Identity;
import org.altocumulus.protocol.crypto.InitiatorKeying;
import org.altocumulus.protocol.crypto.KeyPool;
import org.altocumulus.protocol.crypto.KeyPoolParameters;
import org.altocumulus.protocol.crypto.KeyingException;
import org.altocumulus.protocol.crypto.KeyingPolicy;
import org.altocumulus.protocol.crypto.Protection;
import org.altocumulus.protocol.crypto.ResponderKeying;
import org.altocumulus.protocol.crypto.SessionKeys;
import org.altocumulus.protocol.wire.WireException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Diffie-Hellman and the derivation of keys. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class KeyAgreementBenchmark {
    /** MODP_1024 is group 2, 2048 is 14, 4096 is 16. */
    @Param({"MODP_1024", "MODP_2048", "MODP_4096"})
    public DhGroup group;

    private final SecureRandom random = Keys.random();
    private KeyingPolicy policy;
    private Identity client;
    private Identity server;
    private Identity nodeOfMany;
    private InitiatorKeying opening;
    private ResponderKeying answer;

    /** Goes through it once. */
    @Setup
    public void setUp() throws KeyingException, WireException {
        List<DhGroup> groups = List.of(group);
        policy = new KeyingPolicy(groups, Protection.ON_REQUEST, Protection.ON_REQUEST, 16);
        client = Identity.ephemeralClient(groups, random);
        server = Identity.ephemeralServer("", groups, random);
        KeyPool pool = new KeyPool(groups, KeyPoolParameters.ofSize(0), random, () -> 0);
        pool.prepareOne();
        nodeOfMany = server.drawingFrom(pool);
        opening = makeKeyPair();
        answer = respond();
    }

    /** An initiator makes a key pair. */
    @Benchmark
    public InitiatorKeying makeKeyPair() throws KeyingException {
        return InitiatorKeying.begin(client, policy, server.certificate(), random);
    }

    /** It agrees on keys when the answer has come. */
    @Benchmark
    public SessionKeys agree() throws KeyingException, WireException {
        return opening.complete(answer.component());
    }

    /** A responder makes a key pair and agrees on keys. */
    @Benchmark
    public ResponderKeying respond() throws KeyingException, WireException {
        return respond(server);
    }

    /** The same with a table of powers for key pairs, as media nodes have it; an empty pool. */
    @Benchmark
    public ResponderKeying respondWithTable() throws KeyingException, WireException {
        return respond(nodeOfMany);
    }

    private ResponderKeying respond(Identity responder) throws KeyingException, WireException {
        return ResponderKeying.respond(
                responder, policy, client.certificate(), opening.component(), random);
    }
}
