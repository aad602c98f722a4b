package org.altocumulus.origin.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

class StreamDirectoryTest {
    private static final StreamKey A = new StreamKey("live", "a");
    private static final StreamKey B = new StreamKey("live", "b");

    private static final StreamDirectory.Outcome ADMITTED =
            new StreamDirectory.Outcome(null, List.of());

    private final StreamDirectory directory = new StreamDirectory(3);

    private static PublishedStream stream(String edge, StreamKey key, String token, long since) {
        return new PublishedStream(edge, new Publication(key, token), since);
    }

    @Test
    void aNameStaysWithItsPublisher() throws LinkRefusal {
        PublishedStream first = stream("e1", A, "p1", 10);
        assertThat(directory.publish(first, null)).isEqualTo(ADMITTED);
        assertThat(directory.publish(stream("e2", A, "p2", 10), null))
                .isEqualTo(new StreamDirectory.Outcome(first, List.of()));
        assertThat(directory.publisher(A)).contains(first);
        assertThat(directory.publish(stream("e1", A, "p1", 12), null)).isEqualTo(ADMITTED);
        assertThat(directory.publisher(A)).as("as old as it was").contains(first);
    }

    @Test
    void anOlderPublicationTakesTheName() throws LinkRefusal {
        PublishedStream younger = stream("e1", A, "p1", 10);
        PublishedStream older = stream("e2", A, "p2", 9);
        directory.publish(younger, null);
        assertThat(directory.publish(older, "o1"))
                .isEqualTo(new StreamDirectory.Outcome(null, List.of(younger)));
        assertThat(directory.publisher(A)).contains(older);
        assertThat(directory.unpublish("e1", younger.publication())).isEmpty();
        assertThat(directory.remove("e1").published()).isEmpty();
        assertThat(directory.publisher(A)).contains(older);
    }

    @Test
    void anEdgeMayReplaceItsOwnPublication() throws LinkRefusal {
        PublishedStream first = stream("e1", A, "p1", 10);
        PublishedStream second = stream("e1", A, "p2", 20);
        directory.publish(first, null);
        assertThat(directory.publish(second, null))
                .isEqualTo(new StreamDirectory.Outcome(null, List.of(first)));
        assertThat(directory.unpublish("e1", first.publication())).isEmpty();
        assertThat(directory.unpublish("e1", second.publication())).contains(second);
        assertThat(directory.published()).isEmpty();
    }

    @Test
    void whatOneOtherOriginDecidesIsNotDecidedHere() throws LinkRefusal {
        PublishedStream younger = stream("e1", A, "p1", 10);
        PublishedStream older = stream("e2", A, "p2", 9);
        directory.publish(younger, "o1");
        assertThat(directory.publish(older, "o1")).isEqualTo(ADMITTED);
        assertThat(directory.contenders(A)).containsExactly(younger, older);
        assertThat(directory.publisher(A)).contains(younger);
        assertThat(directory.unpublish("e1", younger.publication())).contains(younger);
        assertThat(directory.publisher(A)).contains(older);
    }

    @Test
    void whatIsNoLongerDecidedElsewhereIsDecidedHere() throws LinkRefusal {
        PublishedStream younger = stream("e1", A, "p1", 10);
        PublishedStream older = stream("e2", A, "p2", 9);
        directory.publish(older, "o1");
        directory.publish(younger, "o1");
        assertThat(directory.publish(younger, null))
                .isEqualTo(new StreamDirectory.Outcome(older, List.of(younger)));
        assertThat(directory.contenders(A)).containsExactly(older);

        directory.publish(younger, "o1");
        assertThat(directory.publish(older, "o3"))
                .isEqualTo(new StreamDirectory.Outcome(null, List.of(younger)));
        assertThat(directory.contenders(A)).containsExactly(older);
        assertThat(directory.remove("e1").published()).isEmpty();
    }

    @Test
    void anEdgeIsForgottenWithAllThatItHad() throws LinkRefusal {
        directory.publish(stream("e1", A, "p1", 10), null);
        directory.want("e1", B);
        directory.want("e2", B);
        assertThat(directory.wanting(B)).containsExactly("e1", "e2");
        StreamDirectory.EdgeStreams had = directory.remove("e1");
        assertThat(had.published()).containsExactly(A);
        assertThat(had.wanted()).containsExactly(B);
        assertThat(directory.published()).isEmpty();
        assertThat(directory.wanting(B)).containsExactly("e2");
        directory.unwant("e2", B);
        directory.unwant("e3", A);
        assertThat(directory.wanting(B)).isEmpty();
        assertThat(directory.remove("nobody").wanted()).isEmpty();
    }

    @Test
    void anEdgeHasALimit() throws LinkRefusal {
        for (int i = 0; i < 3; i++) {
            directory.publish(stream("e1", new StreamKey("x", "s" + i), "p" + i, 0), null);
            directory.want("e1", new StreamKey("y", "s" + i));
        }
        directory.want("e1", new StreamKey("y", "s0"));
        assertThatThrownBy(() -> directory.want("e1", A)).isInstanceOf(LinkRefusal.class);
        assertThatThrownBy(() -> directory.publish(stream("e1", A, "p", 0), null))
                .isInstanceOf(LinkRefusal.class);
        assertThat(directory.publisher(A)).isEmpty();
        assertThat(directory.wanting(A)).isEmpty();
    }
}
