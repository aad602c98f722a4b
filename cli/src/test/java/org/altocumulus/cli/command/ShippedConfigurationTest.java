package org.altocumulus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.ops.SettingsReader;
import org.altocumulus.origin.ops.OriginSettings;
import org.junit.jupiter.api.Test;

class ShippedConfigurationTest {
    private static final Path CONF = Path.of("../conf");

    @Test
    void everyFileServesBothDaemons() throws Exception {
        try (Stream<Path> files = Files.list(CONF)) {
            List<Path> shipped = files.filter(f -> f.toString().endsWith(".conf")).toList();
            assertThat(shipped).hasSizeGreaterThanOrEqualTo(2);
            for (Path file : shipped) {
                OriginSettings.read(load(file));
                EdgeSettings.read(load(file));
            }
        }
    }

    @Test
    void originAndEdgeOnOneHostFindEachOtherAndShareNoPort() throws Exception {
        OriginSettings origin = OriginSettings.read(load(CONF.resolve("origin.conf")));
        EdgeSettings edge = EdgeSettings.read(load(CONF.resolve("edge.conf")));
        assertThat(edge.dial().origins())
                .anySatisfy(o -> assertThat(o.resolve(0)).isEqualTo(origin.listen().listen()));
        assertThat(edge.mediaNode().node().bind())
                .doesNotContainAnyElementsOf(origin.mediaNode().node().bind());
    }

    @Test
    void whatIsCommentedOutIsValidToo() throws Exception {
        for (String name : List.of("origin.conf", "edge.conf")) {
            String text = Files.readString(CONF.resolve(name));
            String active = text.replaceAll("(?m)^( *)# ([a-z-]+ = .*)$", "$1$2");
            assertThat(active).isNotEqualTo(text);
            String files = "(?m)^ *(key|secret|token)-file.*$";
            EdgeSettings.read(SettingsLoader.parse(active.replaceAll(files, "")));
        }
    }

    private static SettingsReader load(Path file) throws Exception {
        return SettingsLoader.load(Optional.of(file), Map.of(), List.of());
    }
}
