package org.altocumulus.origin.link;

import static org.altocumulus.protocol.cluster.LinkPair.type;
import static org.altocumulus.protocol.cluster.LinkPair.written;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.altocumulus.protocol.cluster.LinkConnection;
import org.altocumulus.protocol.cluster.LinkDocumentation;
import org.altocumulus.protocol.cluster.LinkPair;
import org.altocumulus.protocol.cluster.OriginLinkSettings;
import org.junit.jupiter.api.Test;

class LinkByHandTest {
    @Test
    void theSessionOfTheDocumentationRunsWordForWord() {
        OriginLinkSettings usual = LinkPair.originSettings();
        OriginLinkSettings settings =
                new OriginLinkSettings(
                        usual.identity(),
                        usual.timing(),
                        usual.queue(),
                        List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1935)));
        OriginUnderTest origin =
                new OriginUnderTest(settings, LinkPair.security(null, () -> 0x0123456789abcdefL));
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
