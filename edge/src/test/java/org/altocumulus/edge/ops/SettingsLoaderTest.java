package org.altocumulus.edge.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                .hasMessageStartingWith("--config: user ")
                .hasMessageEndingWith(
                        "cannot read '%s': no such file", folder.resolve("none.conf"));
        assertThatThrownBy(() -> load(folder))
                .isInstanceOf(SettingsException.class)
                .hasMessage("--config: '%s' is a directory, not a file", folder);
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
                    .hasMessageContaining(key + ": no such key");
        }
    }

    @Test
    void allUnknownKeysOfFileEnvironmentAndOptionsAreNamedAtOnceAndNoValueIs() throws Exception {
        Path file =
                file("lnk { secret = hunter2 }\nnode.bnd = hunter2\n\"media.queue\" = 1\nx.y = 1");
        Map<String, String> environment =
                Map.of("ALTOCUMULUS_LNK_SECRET", "hunter2", "ALTOCUMULUS_NODE_ID", "good");
        List<SettingsOverride> options =
                List.of(
                        new SettingsOverride("lnk.secret", List.of("hunter2"), "--set"),
                        new SettingsOverride("node.id", List.of("good"), "--set"),
                        new SettingsOverride("link.max-sessions", List.of("1"), "--set"),
                        new SettingsOverride("node.xyzzy-plugh", List.of("1"), "--set"));

        assertThatThrownBy(() -> SettingsLoader.load(Optional.of(file), environment, options))
                .isInstanceOfSatisfying(
                        SettingsException.class,
                        e ->
                                assertThat(e.problems())
                                        .satisfiesExactly(
                                                is(
                                                        "option --set: lnk.secret: no such key;"
                                                                + " did you mean link.secret?"),
                                                is(
                                                        "option --set: link.max-sessions: no such"
                                                                + " key; did you mean"
                                                                + " node.max-sessions?"),
                                                starts(
                                                        "option --set: node.xyzzy-plugh: no such"
                                                                + " key; node has advertise,"
                                                                + " bandwidth"),
                                                is(
                                                        "environment: ALTOCUMULUS_LNK_SECRET: no"
                                                                + " key of reference.conf has this"
                                                                + " name; did you mean"
                                                                + " ALTOCUMULUS_LINK_SECRET?"),
                                                is(
                                                        file
                                                                + ": 1: lnk: no such section; did"
                                                                + " you mean link?"),
                                                starts(file + ": 3: \"media.queue\": no such key"),
                                                is(
                                                        file
                                                                + ": 2: node.bnd: no such key; did"
                                                                + " you mean node.bind?"),
                                                starts(file + ": 4: x: no such section")))
                .hasMessageNotContaining("hunter2");
    }

    private static ThrowingConsumer<String> is(String expected) {
        return line -> assertThat(line).isEqualTo(expected);
    }

    private static ThrowingConsumer<String> starts(String expected) {
        return line -> assertThat(line).startsWith(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "live,vod",
                "live, vod",
                "[live,vod]",
                "[\"live\", \"vod\"]",
                " [live, vod, ] "
            })
    void aListIsReadFromAnOptionAndFromTheEnvironmentAsFromAFile(String text) throws Exception {
        var option = new SettingsOverride("media.applications", List.of(text), "--set");
        Map<String, String> environment = Map.of("ALTOCUMULUS_MEDIA_APPLICATIONS", text);
        for (SettingsReader reader :
                List.of(
                        SettingsLoader.load(Optional.empty(), Map.of(), List.of(option)),
                        SettingsLoader.load(Optional.empty(), environment, List.of()))) {
            assertThat(MediaSettings.read(reader).applications())
                    .containsExactlyInAnyOrder("live", "vod");
        }
    }

    @Test
    void everyListTakesTheFormsOfTheManual() throws Exception {
        Map<String, String> lists =
                Map.of(
                        "node.bind", "127.0.0.1:1935",
                        "node.advertise", "192.0.2.7:1935",
                        "crypto.groups", "14",
                        "media.applications", "live",
                        "link.origins", "127.0.0.1:1936",
                        "link.pull-listen", "127.0.0.1:1937",
                        "admin.edge-bind", "127.0.0.1:1981");
        for (Map.Entry<String, String> list : lists.entrySet()) {
            String element = list.getValue();
            for (String text : List.of(element, "[\"" + element + "\"]", element + ",")) {
                var option = new SettingsOverride(list.getKey(), List.of(text), "--set");
                SettingsReader reader =
                        SettingsLoader.load(Optional.empty(), Map.of(), List.of(option));
                assertThat(reader.texts(list.getKey())).containsExactly(element);
                EdgeSettings.read(reader);
            }
        }
    }

    @Test
    void aSecretIsReadFromItsFileWithoutTheEndOfItsLine() throws Exception {
        for (String text : List.of("s3cret", "s3cret\n", "s3cret\r\n")) {
            Path secret = Files.writeString(folder.resolve("secret"), text);
            SettingsReader reader =
                    load(
                            file(
                                    "link.secret-file = \""
                                            + secret
                                            + "\"\nhooks.secret-file = \""
                                            + secret
                                            + "\"\nadmin.token-file = \""
                                            + secret
                                            + "\""));
            EdgeSettings settings = EdgeSettings.read(reader);
            assertThat(settings.dial().link().secret()).isEqualTo("s3cret");
            assertThat(settings.mediaNode().hooks().secret()).isEqualTo("s3cret");
            assertThat(settings.admin().access().token()).isEqualTo("s3cret");
        }
    }

    @Test
    void aSecretFileThatCannotBeItIsRefusedWithoutItsText() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "hunter2 ".repeat(600));
        Path empty = Files.writeString(folder.resolve("empty"), "\n");
        Path blank = Files.writeString(folder.resolve("blank"), "hunter2 hunter2\n");
        Map<String, String> refused =
                Map.of(
                        "link.secret-file = \"" + secret + "\"", "has more than 4096 bytes",
                        "link.secret-file = \"" + empty + "\"", "a file with one line of up to 256",
                        "link { secret = x, secret-file = \"" + empty + "\" }",
                                "expected nothing, as link.secret is set too",
                        "admin { token = x, token-file = \"" + empty + "\" }",
                                "expected nothing, as admin.token is set too",
                        "admin.token-file = \"" + blank + "\"",
                                "a file with one line of up to 256 visible characters",
                        "link.previous-secret-file = \"" + empty + "\"", "a file with one line of");
        for (Map.Entry<String, String> one : refused.entrySet()) {
            assertThatThrownBy(() -> EdgeSettings.read(load(file(one.getKey()))))
                    .isInstanceOf(SettingsException.class)
                    .hasMessageContaining(one.getValue())
                    .hasMessageNotContaining("hunter2");
        }
    }

    @Test
    void whoMayNotReadAFileIsToldTheUserTheReasonAndTheMode() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "x");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        String line = ReadableFile.reason(secret, new AccessDeniedException(secret.toString()));
        assertThat(line)
                .matches(
                        "user \\Q%s\\E( \\(\\d+\\))? cannot read '\\Q%s\\E': permission denied"
                                        .formatted(System.getProperty("user.name"), secret)
                                + " \\(owner \\S+, mode rw-------\\)");
        assertThat(ReadableFile.obstacle(secret)).isEmpty();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("test.conf"), text);
    }

    private static SettingsReader load(Path file) throws SettingsException {
        return SettingsLoader.load(Optional.of(file), Map.of(), List.of());
    }
}
