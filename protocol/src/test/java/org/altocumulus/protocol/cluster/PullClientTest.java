package org.altocumulus.protocol.cluster;

import static org.altocumulus.protocol.cluster.LinkPair.security;
import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.message.StreamKey;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;

class PullClientTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final StreamKey A = new StreamKey("live", "a");
    private static final InetSocketAddress ADDRESS = HostPort.parseNumeric("10.0.0.2:1937");
    private static final String TICKET = "ab".repeat(16);

    private final List<String> calls = new ArrayList<>();
    private final List<PullDial> dials = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private StreamPosition position;
    private final PullClient client =
            new PullClient(
                    LinkPair.edgeSettings("e2", "2", 1935),
                    security(null, 1),
                    dials::add,
                    new PullClient.Host() {
                        @Override
                        public void received(StreamEvent event, long now) {
                            calls.add(event.toString());
                        }

                        @Override
                        public void relay(Publication publication, long now) {
                            calls.add("relay " + publication.token());
                        }

                        @Override
                        public void found(Publication publication, long now) {
                            calls.add("found " + publication.token());
                        }

                        @Override
                        public void renew(StreamKey stream, long now) {
                            calls.add("renew " + stream);
                        }

                        @Override
                        public void askOrigin(StreamKey stream, long now) {
                            calls.add("ask origin " + stream);
                        }

                        @Override
                        public void failed(
                                Publication publication,
                                String node,
                                InetSocketAddress address,
                                long now) {
                            failed.add(publication.token() + " at " + node);
                        }

                        @Override
                        public StreamPosition position(StreamKey stream) {
                            return position;
                        }
                    });

    private static PullSource source(String name, String token) {
        Publication publication = new Publication(new StreamKey("live", name), token);
        return new PullSource(publication, "e1", ADDRESS, TICKET);
    }

    private static String start(String token) {
        return "START app=live name=a publication=" + token + '\n';
    }

    private LinkConnection connect(String welcomedBy) {
        LinkConnection connection = dials.remove(0).connected(true, 0);
        assertThat(written(connection, 0)).startsWith("HELLO id=1 versions=1-3 node=e2 ");
        type(
                connection,
                "WELCOME id=1 version=3 auth=none node="
                        + welcomedBy
                        + " instance=1 software=test\n",
                0);
        return connection;
    }

    @Test
    void streamsOfOneEdgeShareAConnectionThatEndsWithTheLast() {
        client.source(source("a", "e1-1"), 0);
        client.source(source("b", "e1-2"), 0);
        assertThat(dials).hasSize(1);
        LinkConnection connection = connect("e1");
        assertThat(written(connection, 0).lines())
                .containsExactly(
                        "WANT id=3 app=live name=a publication=e1-1 ticket=" + TICKET,
                        "WANT id=4 app=live name=b publication=e1-2 ticket=" + TICKET);
        type(connection, "OK id=3\n" + start("e1-1"), 0);
        assertThat(client.flowing()).isEqualTo(1);
        client.unwant(A, 0);
        assertThat(written(connection, 0)).isEqualTo("UNWANT app=live name=a publication=e1-1\n");
        client.unwant(new StreamKey("live", "b"), 0);
        assertThat(written(connection, 0)).contains("BYE reason=shutdown");
        assertThat(calls).hasSize(1);
        client.source(source("a", "e1-1"), 0);
        assertThat(dials).hasSize(1);
    }

    @Test
    void onlyWhatWasAskedForIsTakenAndOnlyBehindItsStart() {
        client.source(source("a", "e1-1"), 0);
        LinkConnection connection = connect("e1");
        String media = "MEDIA app=live name=%s seq=7 type=9 time=0 kind=key bytes=0\n\n";
        type(connection, media.formatted("a"), 0);
        type(connection, start("e7-1"), 0);
        type(connection, "START app=live name=b publication=e1-2\n", 0);
        type(connection, media.formatted("b"), 0);
        type(connection, "END app=live name=a publication=e1-3\n", 0);
        assertThat(calls).isEmpty();
        type(connection, start("e1-1") + media.formatted("a"), 0);
        assertThat(calls).hasSize(2);
        type(connection, "END app=live name=a publication=e1-1\n", 0);
        assertThat(calls).hasSize(3).noneMatch(call -> call.startsWith("relay"));
        assertThat(client.has(A)).isFalse();
        assertThat(connection.state()).isEqualTo(LinkState.CLOSED);
    }

    @Test
    void aRefusedOrLatePullIsGivenBackToTheOrigin() {
        client.source(source("a", "e1-1"), 0);
        client.source(source("b", "e1-2"), 0);
        LinkConnection connection = connect("e1");
        String said = written(connection, 0);
        String id = said.replaceAll("(?s).*WANT id=(\\d) app=live name=a .*", "$1");
        type(connection, "ERROR id=" + id + " reason=not-offered message=no\n", 0);
        assertThat(calls).containsExactly("relay e1-1");
        assertThat(client.delay(0)).isEqualTo(3 * SECOND);
        client.tick(3 * SECOND);
        assertThat(calls).containsExactly("relay e1-1", "relay e1-2");
        type(connection, "START app=live name=b publication=e1-2\n", 4 * SECOND);
        assertThat(calls).hasSize(2);
        assertThat(client.flowing()).isZero();
    }

    @Test
    void anAddressWithoutTheEdgeIsNotTriedAgainForHalfAMinute() {
        client.source(source("a", "e1-1"), 0);
        dials.remove(0).failed(0);
        client.source(source("a", "e1-2"), 29 * SECOND);
        assertThat(failed).containsExactly("e1-1 at e1", "e1-2 at e1");
        assertThat(calls).containsExactly("relay e1-1", "relay e1-2");
        assertThat(dials).isEmpty();
        client.source(source("a", "e1-3"), 30 * SECOND);
        assertThat(dials).hasSize(1);
    }

    @Test
    void anotherNodeAtTheAddressIsNotTheOneThatIsMeant() {
        client.source(source("a", "e1-1"), 0);
        LinkConnection connection = connect("e9");
        assertThat(connection.state()).isEqualTo(LinkState.CLOSED);
        assertThat(written(connection, 0)).contains("BYE reason=unexpected").doesNotContain("WANT");
        assertThat(calls).containsExactly("relay e1-1");
    }

    @Test
    void aDialThatIsNotAnsweredHoldsNothingUpForMoreThanThreeSeconds() {
        client.source(source("a", "e1-1"), 0);
        client.tick(3 * SECOND);
        assertThat(calls).containsExactly("relay e1-1");
        assertThat(dials.remove(0).connected(true, 4 * SECOND)).isNull();
    }

    @Test
    void whatHasComeAlreadyIsToldWithTheWant() {
        position = new StreamPosition("e1-1", 77);
        client.source(source("a", "e1-1"), 0);
        client.source(source("b", "e1-2"), 0);
        assertThat(written(connect("e1"), 0).lines())
                .containsExactly(
                        "WANT id=3 app=live name=a publication=e1-1 ticket="
                                + TICKET
                                + " known=e1-1 after=77",
                        "WANT id=4 app=live name=b publication=e1-2 ticket=" + TICKET);
    }

    @Test
    void anotherPublicationReplacesTheOneThatFlows() {
        client.source(source("a", "e1-1"), 0);
        LinkConnection connection = connect("e1");
        written(connection, 0);
        type(connection, start("e1-1"), 0);
        client.source(source("a", "e1-1"), 0);
        assertThat(written(connection, 0)).isEmpty();
        client.source(source("a", "e1-2"), 0);
        assertThat(written(connection, 0).lines())
                .containsExactly(
                        "UNWANT app=live name=a publication=e1-1",
                        "WANT id=4 app=live name=a publication=e1-2 ticket=" + TICKET);
        assertThat(dials).isEmpty();
        assertThat(calls).hasSize(1);
        assertThat(client.has(A)).isTrue();
    }

    @Test
    void aPublicationThatBeganAtTheOriginMeanwhileIsAskedForAtTheEnd() {
        client.source(source("a", "e1-1"), 0);
        LinkConnection connection = connect("e1");
        type(connection, start("e1-1"), 0);
        client.passOver(new StreamStart(new Publication(A, "e1-1")));
        client.passOver(new StreamStart(new Publication(A, "e5-1")));
        type(connection, "END app=live name=a publication=e1-1\n", 0);
        assertThat(calls).endsWith("relay e1-1");
    }
}
