package org.altocumulus.edge.hook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HookReplyTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " \r\n",
                "0",
                "0\n",
                "\t0 ",
                "{\"code\":0}",
                " { \"code\" : 0 , \"server\" : 7, \"message\":\"m\" }\n"
            })
    void isAYes(String body) {
        assertThat(read(200, body)).isEqualTo(Verdict.ACCEPTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "-1", "{\"code\":1}", "{\"code\":99999999999999999999}"})
    void isANo(String body) {
        assertThat(read(200, body)).isEqualTo(Verdict.refused("not allowed"));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void refusalsOfHttpAreANo(int status) {
        assertThat(read(status, "0")).isEqualTo(Verdict.refused("not allowed"));
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 201, 202, 204, 206, 301, 304, 400, 404, 429, 500, 503})
    void otherStatusesAreFailures(int status) {
        assertThat(read(status, "0").kind()).isEqualTo(Verdict.Kind.FAILED);
        assertThat(read(status, "").text()).contains(Integer.toString(status));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00",
                "0 0",
                "0.0",
                "-0.0",
                "\"0\"",
                "OK",
                "true",
                "null",
                "[]",
                "[0]",
                "{}",
                "{\"code\":\"0\"}",
                "{\"code\":null}",
                "{\"code\":0.5}",
                "{\"code\":[0]}",
                "{\"code\":0",
                "{\"code\":0}}",
                "{\"code\":0} 1",
                "{\"code\":1,\"code\":0}",
                "{\"Code\":0}",
                "<html>0</html>",
                "\u0000"
            })
    void whatIsNeitherIsAFailure(String body) {
        assertThat(read(200, body).kind()).isEqualTo(Verdict.Kind.FAILED);
    }

    @Test
    void aBodyThatIsTooLongIsAFailure() {
        assertThat(read(200, "0" + " ".repeat(HookReply.MAX_BODY - 1))).isEqualTo(Verdict.ACCEPTED);
        assertThat(read(200, "0" + " ".repeat(HookReply.MAX_BODY)).kind())
                .isEqualTo(Verdict.Kind.FAILED);
    }

    @Test
    void bytesThatAreNoTextAreAFailure() {
        for (int b = 0x80; b < 0x100; b++) {
            assertThat(HookReply.read(200, new byte[] {(byte) b}).kind())
                    .isEqualTo(Verdict.Kind.FAILED);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"code\":1,\"message\":\"no ticket\"} | no ticket",
                "{\"message\":\" für Mitglieder \",\"code\":7} | für Mitglieder",
                "{\"code\":1,\"message\":\"two\\nlines\\u0000\\ud800\"} | two lines",
                "{\"code\":1,\"message\":\"\"} | not allowed",
                "{\"code\":1,\"message\":5} | not allowed",
            })
    void itsMessageIsForTheClient(String body, String message) {
        Verdict verdict = read(200, body);
        assertThat(verdict.kind()).isEqualTo(Verdict.Kind.REFUSED);
        assertThat(verdict.text().strip()).isEqualTo(message);
    }

    @Test
    void aLongMessageIsCut() {
        String body = "{\"code\":1,\"message\":\"" + "\ud83d\ude00".repeat(500) + "\"}";
        assertThat(read(200, body).text()).isEqualTo("\ud83d\ude00".repeat(200));
    }

    private static Verdict read(int status, String body) {
        return HookReply.read(status, body.getBytes(UTF_8));
    }
}
