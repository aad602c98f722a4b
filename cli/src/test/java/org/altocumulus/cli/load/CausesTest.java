package org.altocumulus.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.altocumulus.cli.client.ClientException;
import org.junit.jupiter.api.Test;

class CausesTest {
    private final Causes causes = new Causes();
    private final ObjectNode json = JsonNodeFactory.instance.objectNode();

    @Test
    void failuresAreCountedByWhatCausedThemWithoutTheUrl() {
        causes.count(new ClientException("rtmfp://h:1/app: refused"));
        causes.count(new CompletionException(new ClientException("rtmfp://h:2/app: refused")));
        causes.count(new TimeoutException());
        causes.count(new IllegalStateException());
        causes.write(json);
        assertThat(json.path("refused").asInt()).isEqualTo(2);
        assertThat(json.path("timeout").asInt()).isEqualTo(1);
        assertThat(json.path("java.lang.IllegalStateException").asInt()).isEqualTo(1);
        assertThat(causes.total()).isEqualTo(4);
        assertThat(causes.most()).isEqualTo("refused");
    }

    @Test
    void thereAreNotMoreKindsThanAPersonReads() {
        for (int i = 0; i < 1000; i++) {
            causes.count("cause " + i);
        }
        causes.count("cause 0");
        causes.write(json);
        assertThat(json.size()).isEqualTo(21);
        assertThat(json.path("others").asInt()).isEqualTo(980);
        assertThat(json.path("cause 0").asInt()).isEqualTo(2);
        assertThat(causes.total()).isEqualTo(1001);
    }
}
