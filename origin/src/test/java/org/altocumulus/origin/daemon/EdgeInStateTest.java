package org.altocumulus.origin.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.altocumulus.origin.registry.EdgeState;
import org.altocumulus.origin.registry.EdgeView;
import org.altocumulus.protocol.cluster.NodeIdentity;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An edge in the JSON of {@code /state}, with the units that docs/operations.md gives. */
class EdgeInStateTest {
    private static String json(boolean hasReported, int weight) throws JsonProcessingException {
        EdgeView edge =
                new EdgeView(
                        new NodeIdentity("edge-1", "1", "altocumulus/1"),
                        EdgeState.READY,
                        3,
                        0.5,
                        7,
                        500,
                        List.of(HostPort.parseNumeric("10.0.0.1:1935")),
                        List.of(),
                        1_500_000_000,
                        2_000_000_000,
                        250,
                        8_000_000,
                        hasReported,
                        weight);
        return new ObjectMapper().writeValueAsString(OriginWatch.edge(edge, 2));
    }

    @ParameterizedTest
    @CsvSource({"100, 1", "1, 0.01", "250, 2.5", "1000, 10", "10000, 100"})
    void theWeightIsShownAsItIsSet(int hundredths, String shown) throws JsonProcessingException {
        assertThat(json(true, hundredths)).contains("\"weight\":" + shown + ",");
    }

    @Test
    void theAgeOfTheLastReportIsNullUntilThereIsOne() throws JsonProcessingException {
        assertThat(json(false, 100)).contains("\"reportAgeMillis\":null,");
        assertThat(json(true, 100)).contains("\"reportAgeMillis\":2000,");
    }

    @Test
    void membersHaveTheUnitsOfTheManual() throws JsonProcessingException {
        assertThat(json(true, 100))
                .contains("\"state\":\"ready\"")
                .contains("\"cpu\":250,")
                .contains("\"out\":8000000,")
                .contains("\"silenceMillis\":1500")
                .contains("\"advertised\":[\"10.0.0.1:1935\"]");
    }
}
