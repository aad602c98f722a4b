package org.altocumulus.origin.link;

import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkDocumentation;
import org.junit.jupiter.api.Test;

class LinkByHandTest {
    @Test
    void theSessionOfTheDocumentationRunsWordForWord() {
        OriginUnderTest origin = new OriginUnderTest(() -> 0x0123456789abcdefL, null);
        LinkConnection connection = origin.links.accept(true, 0);
        List<String> session = LinkDocumentation.block("nc");
        assertThat(session).hasSizeGreaterThan(15).first().asString().startsWith("$ nc ");

        StringBuilder typed = new StringBuilder();
        StringBuilder answers = new StringBuilder();
        for (String line : session.subList(1, session.size())) {
            StringBuilder side = line.startsWith("> ") ? typed : answers;
            side.append(line.substring(2)).append('\n');
        }
        StringBuilder heard = new StringBuilder();
        for (String line : typed.toString().split("(?<=\n)", -1)) {
            type(connection, line, 0);
            heard.append(written(connection, 0));
        }
        assertThat(heard).hasToString(answers.toString());
        assertThat(connection.isDone()).isTrue();
    }
}
