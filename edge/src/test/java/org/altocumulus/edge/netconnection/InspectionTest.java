package org.altocumulus.edge.netconnection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.altocumulus.edge.stream.LocalStreams;
import org.junit.jupiter.api.Test;

class InspectionTest {
    /** A limit that only a fault reaches. */
    private static final long PATIENT = 60_000;

    private final World world = new World(3);

    /** Asks on another thread, as the loops of the world turn on this one. */
    private <T> T ask(Function<Inspection, T> question) {
        CompletableFuture<T> answer =
                CompletableFuture.supplyAsync(
                        () -> question.apply(world.application().inspection(PATIENT)));
        while (!answer.isDone()) {
            world.run(Duration.ZERO);
        }
        return answer.join();
    }

    private static String peerId(Client client) {
        return client.serverConnection().peerId();
    }

    private static ClientPage after(Inspection inspection, String next, int limit) {
        int dot = next.indexOf('.');
        return inspection.clients(
                next.substring(0, dot), Integer.parseInt(next.substring(dot + 1)), limit);
    }

    private static List<String> peerIds(ClientPage page) {
        return page.clients().stream().map(ClientPage.Client::peerId).toList();
    }

    @Test
    void clientsAreToldWithIdAddressAndStreamsPageByPage() {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            clients.add(world.connected(i % 3));
        }
        clients.get(0).publish("cam");
        clients.get(1).play("cam");
        List<String> ids = clients.stream().map(InspectionTest::peerId).sorted().toList();

        ClientPage first = ask(inspection -> inspection.clients("", 0, 5));
        assertThat(first.total()).isEqualTo(7);
        assertThat(first.silentLoops()).isZero();
        assertThat(peerIds(first)).isEqualTo(ids.subList(0, 5));
        ClientPage second = ask(inspection -> after(inspection, first.next(), 1));
        assertThat(peerIds(second)).isEqualTo(ids.subList(5, 6));
        ClientPage third = ask(inspection -> after(inspection, second.next(), 5));
        assertThat(peerIds(third)).isEqualTo(ids.subList(6, 7));
        assertThat(third.next()).isNull();

        List<ClientPage.Client> all = new ArrayList<>(first.clients());
        all.addAll(second.clients());
        all.addAll(third.clients());
        assertThat(all).extracting(ClientPage.Client::address).doesNotHaveDuplicates();
        assertThat(all).allMatch(client -> client.application().equals("app"));
        assertThat(all).allMatch(client -> client.address().startsWith("10.1.0.1:"));
        assertThat(all).allMatch(client -> client.connectedMillis() > 0);
        assertThat(all)
                .filteredOn(client -> client.publishes().equals(List.of("cam")))
                .extracting(ClientPage.Client::peerId)
                .containsExactly(peerId(clients.get(0)));
        assertThat(all)
                .filteredOn(client -> client.plays().equals(List.of("cam")))
                .extracting(ClientPage.Client::peerId)
                .containsExactly(peerId(clients.get(1)));
    }

    @Test
    void streamsThatNobodyPublishesAreToldWithThePlayersThatWait() {
        for (int i = 0; i < 4; i++) {
            world.connected(i % 3).play("misspelt");
        }
        world.connected(0).play("rare");
        world.connected(1).play("cam");
        world.connected(2).publish("cam");
        LocalStreams streams = ask(Inspection::streams);
        assertThat(streams.waiting())
                .containsExactly(
                        new LocalStreams.Waiting("app", "misspelt", 4),
                        new LocalStreams.Waiting("app", "rare", 1));
        assertThat(streams.waitingCount()).isEqualTo(2);
        assertThat(streams.publishedCount()).isOne();
    }

    @Test
    void theAgeOfTheLastMediaOfAStreamIsTold() {
        Client hangs = world.connected(0);
        hangs.publish("hangs");
        world.run(Duration.ofSeconds(20));
        Client fresh = world.connected(1);
        fresh.publish("fresh");
        LocalStreams streams = ask(Inspection::streams);
        assertThat(streams.published())
                .extracting(LocalStreams.Published::name)
                .containsExactly("hangs", "fresh");
        assertThat(streams.published().get(0).peerId()).isEqualTo(peerId(hangs));
        assertThat(streams.published().get(0).lastMediaMillis()).isGreaterThanOrEqualTo(20_000);
        assertThat(streams.published().get(1).lastMediaMillis()).isLessThan(20_000);
    }

    @Test
    void aLoopThatDoesNotAnswerHoldsNothingUp() {
        world.connected(0);
        ClientPage page = world.application().inspection(1).clients("", 0, 10);
        assertThat(page.clients()).isEmpty();
        assertThat(page.silentLoops()).isEqualTo(3);
        assertThat(world.application().inspection(1).streams().silentLoops()).isEqualTo(3);
    }
}
