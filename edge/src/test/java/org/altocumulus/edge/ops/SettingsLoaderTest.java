package org.altocumulus.edge.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsLoaderTest {
    @TempDir private Path folder;

    @Test
    void optionsOverrideEnvironmentAndEnvironmentOverridesTheFile() throws Exception {
        Path file = file("node { id = file, max-sessions = 11 }\nsession.max-flows = 11");
        Map<String, String> environment =
                Map.of("ALTOCUMULUS_NODE_ID", "env", "ALTOCUMULUS_NODE_MAX_SESSIONS", "12");
        var option = new SettingsOverride("node.id", List.of("option"), "--id");

        EdgeSettings settings =
                EdgeSettings.read(
                        SettingsLoader.load(Optional.of(file), environment, List.of(option)));

        assertThat(settings.mediaNode().node().id()).isEqualTo("option");
        assertThat(settings.mediaNode().node().maxSessions()).isEqualTo(12);
        assertThat(settings.mediaNode().session().maxFlows()).isEqualTo(11);
        assertThat(settings.mediaNode().session().pingTries()).isEqualTo(4);
    }

    @Test
    void aFileMayReferToDefaults() throws Exception {
        SettingsReader reader = load(file("node.max-sessions = ${session.max-flows}"));
        assertThat(reader.integer("node.max-sessions", 1, 1000)).isEqualTo(256);
    }

    @Test
    void aBadValueInTheFileIsNamedWithItsLine() throws IOException {
        Path file = file("# first\nnode {\n  max-sessions = many\n}");
        assertThatThrownBy(() -> EdgeSettings.read(load(file)))
                .isInstanceOf(SettingsException.class)
                .hasMessage(
                        "%s: 3: node.max-sessions = 'many': expected a whole number from 1 to"
                                + " 1000000",
                        file);
    }

    @Test
    void aSyntaxErrorIsOneLineWithFileAndLine() throws IOException {
        Path file = file("node {\n  id = [\n}");
        assertThatThrownBy(() -> load(file))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith(file + ": 3: ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void aFileThatCannotBeReadIsNamed() {
        assertThatThrownBy(() -> load(folder.resolve("none.conf")))
                .isInstanceOf(SettingsException.class)
                .hasMessage(
                        "--config = '%s': expected a readable file", folder.resolve("none.conf"));
        assertThatThrownBy(() -> load(folder))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("expected a readable file");
    }

    @Test
    void anUnresolvedSubstitutionIsOneLine() throws IOException {
        Path file = file("node.id = ${who}");
        assertThatThrownBy(() -> load(file))
                .isInstanceOf(SettingsException.class)
                .hasMessageStartingWith(file + ": 1: ")
                .hasMessageContaining("${who}");
    }

    @Test
    void anUnknownOptionKeyIsRefused() {
        for (String key : List.of("node.bnd", "", "..", "node", "node.bind.x")) {
            var option = new SettingsOverride(key, List.of("1"), "--set");
            assertThatThrownBy(
                            () -> SettingsLoader.load(Optional.empty(), Map.of(), List.of(option)))
                    .as(key)
                    .isInstanceOf(SettingsException.class)
                    .hasMessageContaining("--set")
                    .hasMessageContaining(key)
                    .hasMessageContaining("expected");
        }
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("test.conf"), text);
    }

    private static SettingsReader load(Path file) throws SettingsException {
        return SettingsLoader.load(Optional.of(file), Map.of(), List.of());
    }
}
