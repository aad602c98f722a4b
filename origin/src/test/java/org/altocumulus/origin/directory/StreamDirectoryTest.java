package org.altocumulus.origin.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.altocumulus.protocol.cluster.LinkRefusal;
import org.altocumulus.protocol.cluster.Publication;
import org.altocumulus.protocol.cluster.Reason;
import org.altocumulus.protocol.message.StreamKey;
import org.junit.jupiter.api.Test;

class StreamDirectoryTest {
    private static final StreamKey A = new StreamKey("live", "a");
    private static final StreamKey B = new StreamKey("live", "b");

    private final StreamDirectory directory = new StreamDirectory(3);

    private static PublishedStream stream(String edge, StreamKey key, String token, long since) {
        return new PublishedStream(edge, new Publication(key, token), since);
    }

    @Test
    void aNameStaysWithItsPublisher() throws LinkRefusal {
        PublishedStream first = stream("e1", A, "p1", 10);
        assertThat(directory.publish(first)).isNull();
        assertThatThrownBy(() -> directory.publish(stream("e2", A, "p2", 10)))
                .isInstanceOfSatisfying(
                        LinkRefusal.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.STREAM_TAKEN))
                .hasMessage("live/a is published at node e1");
        assertThat(directory.publisher(A)).contains(first);
        assertThat(directory.publish(first)).isNull();
    }

    @Test
    void anOlderPublicationTakesTheName() throws LinkRefusal {
        PublishedStream younger = stream("e1", A, "p1", 10);
        PublishedStream older = stream("e2", A, "p2", 9);
        directory.publish(younger);
        assertThat(directory.publish(older)).isEqualTo(younger);
        assertThat(directory.publisher(A)).contains(older);
        assertThat(directory.unpublish("e1", younger.publication())).isFalse();
        assertThat(directory.remove("e1").published()).isEmpty();
        assertThat(directory.publisher(A)).contains(older);
    }

    @Test
    void anEdgeMayReplaceItsOwnPublication() throws LinkRefusal {
        PublishedStream first = stream("e1", A, "p1", 10);
        PublishedStream second = stream("e1", A, "p2", 20);
        directory.publish(first);
        assertThat(directory.publish(second)).isEqualTo(first);
        assertThat(directory.unpublish("e1", first.publication())).isFalse();
        assertThat(directory.unpublish("e1", second.publication())).isTrue();
        assertThat(directory.published()).isEmpty();
    }

    @Test
    void anEdgeIsForgottenWithAllThatItHad() throws LinkRefusal {
        directory.publish(stream("e1", A, "p1", 10));
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
            directory.publish(stream("e1", new StreamKey("x", "s" + i), "p" + i, 0));
            directory.want("e1", new StreamKey("y", "s" + i));
        }
        directory.want("e1", new StreamKey("y", "s0"));
        assertThatThrownBy(() -> directory.want("e1", A)).isInstanceOf(LinkRefusal.class);
        assertThatThrownBy(() -> directory.publish(stream("e1", A, "p", 0)))
                .isInstanceOf(LinkRefusal.class);
        assertThat(directory.publisher(A)).isEmpty();
        assertThat(directory.wanting(A)).isEmpty();
    }
}
