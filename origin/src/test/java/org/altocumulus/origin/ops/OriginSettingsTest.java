package org.altocumulus.origin.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsLoader;
import org.altocumulus.edge.ops.SettingsOverride;
import org.altocumulus.protocol.wire.HostPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginSettingsTest {
    @Test
    void defaultsAreThoseOfTheManual() throws SettingsException {
        OriginSettings settings = read("");
        assertThat(settings.redirect())
                .isEqualTo(
                        new RedirectSettings(
                                2,
                                true,
                                65536,
                                1.25,
                                false,
                                RedirectSettings.Policy.LEAST_CLIENTS,
                                1.25,
                                new ForwardSettings(false, 20, 1000)));
        assertThat(settings.admin().bind()).isEqualTo(HostPort.parseNumeric("127.0.0.1:1980"));
        assertThat(settings.listen().listen()).isEqualTo(HostPort.parseNumeric("127.0.0.1:1936"));
        assertThat(settings.listen().expectEdges()).isZero();
        assertThat(settings.listen().gracePeriod()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aLinkBeyondLoopbackNeedsASecret() throws SettingsException {
        String listen = "link.listen = \"0.0.0.0:1936\"\n";
        assertThat(read(listen + "link.secret = s").listen().link().secret()).isEqualTo("s");
        assertThatThrownBy(() -> read(listen))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("link.listen = '0.0.0.0:1936': expected loopback");
    }

    @Test
    void anAdminPortBeyondLoopbackNeedsAToken() throws SettingsException {
        for (String bind : new String[] {"0.0.0.0:1980", "10.0.0.1:1980", "[::]:1980"}) {
            String hocon = "admin.bind = \"" + bind + "\"\n";
            assertThat(read(hocon + "admin.token = t").admin().access().token()).isEqualTo("t");
            assertThatThrownBy(() -> read(hocon))
                    .isInstanceOf(SettingsException.class)
                    .hasMessageContaining("admin.bind = '" + bind + "': expected loopback, as")
                    .hasMessageContaining("admin.token is empty");
        }
        assertThat(read("admin.bind = \"127.8.8.8:0\"").admin().access().token()).isEmpty();
    }

    @Test
    void theNameThatTheAdminPortIsBoundToIsOneOfItsNames() throws SettingsException {
        OriginSettings settings =
                read("admin { bind = \"LocalHost:0\", hosts = \"Origin.internal, o2\" }");
        assertThat(settings.admin().access().hosts())
                .containsExactlyInAnyOrder("localhost", "origin.internal", "o2");
        assertThat(settings.toString()).doesNotContain("token=");
    }

    @Test
    void anOriginIsAloneUnlessItIsToldWhichOfTheOriginsItIs() throws SettingsException {
        assertThat(read("").place().hasOthers()).isFalse();
        String origins = "link { secret = s, origins = [\"o1.example:1936\", \"10.0.0.2:1936\"]";
        assertThat(read(origins + "}").place().hasOthers()).isFalse();
        PlaceSettings place = read(origins + ", self = \"10.0.0.2:1936\" }").place();
        assertThat(place.hasOthers()).isTrue();
        assertThat(place.self()).isEqualTo(1);
        assertThat(place.origins())
                .containsExactly(new HostPort("o1.example", 1936), new HostPort("10.0.0.2", 1936));
        assertThat(read(origins + ", self = \"O1.example:1936\" }").place().self()).isZero();
    }

    @Test
    void itsOwnEntryHasToBeOneOfTheOriginsAndTheOthersNeedASecret() {
        assertThatThrownBy(() -> read("link.self = \"127.0.0.1:1937\""))
                .hasMessageContaining(
                        "link.self = '127.0.0.1:1937': expected one of link.origins,"
                                + " 127.0.0.1:1936");
        assertThatThrownBy(
                        () ->
                                read(
                                        "link { origins = \"127.0.0.1:1936,10.0.0.2:1936\","
                                                + " self = \"127.0.0.1:1936\" }"))
                .hasMessageContaining("link.origins = ")
                .hasMessageContaining("expected loopback, as link.secret is empty");
    }

    @Test
    void theLoadLimitMayBeOff() throws SettingsException {
        assertThat(read("redirect.load-limit = 0").redirect().loadLimit()).isZero();
        assertThat(read("").redirect().crossFamily()).isFalse();
        assertThat(read("redirect.cross-family = on").redirect().crossFamily()).isTrue();
        assertThat(read("redirect.load-limit = 1").redirect().loadLimit()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "redirect.load-limit = 0.5 | 0, or a number from 1 to 100",
                "redirect.load-limit = NaN | a number from 0.0 to 100.0",
                "redirect.attempts-before-fallback = -1 | a whole number from 0 to 1000",
                "redirect.include-self = 2 | on or off",
                "redirect.table-size = 0 | a whole number from 16 to 10000000",
                "redirect.policy = random | one of least-clients, weighted, bounded-hash",
                "redirect.bound = 0.9 | a number from 1.0 to 100.0",
                "redirect.forward = maybe | on or off",
                "redirect.cross-family = maybe | on or off",
                "redirect.forward-per-source = 1000001 | a whole number from 1 to 1000000",
                "link.self = \"127.0.0.1\" | one of link.origins",
                "redirect.forward-in-all = 0 | a whole number from 1 to 1000000",
                "admin.bind = [\"127.0.0.1:1\", \"127.0.0.1:2\"] | one HOST:PORT",
                "admin.bind = 1980 | HOST:PORT",
                "admin.bind = \"10.0.0.256:1980\" | four numbers from 0 to 255",
                "link.listen = \"10.0.0.256:1936\" | four numbers from 0 to 255",
                "node.bind = \"10.0.0.256:1935\" | four numbers from 0 to 255",
                "node.advertise = \"10.0.0.256:1935\" | four numbers from 0 to 255",
                "node.advertise = \"0.0.0.0:1935\" | an address that clients can send to",
                "node.advertise = \"[::]:1935\" | an address that clients can send to",
                "link.expect-edges = -1 | a whole number from 0 to 10000",
                "link.grace-period = 5 | a duration with its unit",
            })
    void badValuesAreRefused(String hocon, String expected) {
        String key = hocon.substring(0, hocon.indexOf(' '));
        assertThatThrownBy(() -> read(hocon))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(key + " = ")
                .hasMessageContaining("expected ")
                .hasMessageContaining(expected);
    }

    /** Those that an edge reads as well have their rows in its tests. */
    @Test
    void everyKeyOfTheOriginAloneHasARowAbove() throws Exception {
        CsvSource rows =
                OriginSettingsTest.class
                        .getDeclaredMethod("badValuesAreRefused", String.class, String.class)
                        .getAnnotation(CsvSource.class);
        Set<String> tested = new TreeSet<>();
        for (String row : rows.value()) {
            tested.add(row.substring(0, row.indexOf(' ')));
        }
        Set<String> missing = new TreeSet<>();
        ConfigFactory.parseResources("reference.conf")
                .entrySet()
                .forEach(entry -> missing.add(entry.getKey()));
        missing.removeAll(tested);
        missing.removeIf(OriginSettingsTest::isReadByAnEdge);
        assertThat(missing).isEmpty();
    }

    private static boolean isReadByAnEdge(String key) {
        try {
            EdgeSettings.read(
                    SettingsLoader.load(
                            Optional.empty(),
                            Map.of(),
                            List.of(
                                    new SettingsOverride(
                                            key, List.of("?! ".repeat(200)), "--set"))));
            return false;
        } catch (SettingsException e) {
            return true;
        }
    }

    @Test
    void aPolicyThatNamesOneEdgeFirstNeedsASecondAttempt() throws SettingsException {
        String policy = "redirect { policy = bounded-hash, attempts-before-fallback = ";
        assertThatThrownBy(() -> read(policy + "1 }"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(
                        "redirect.attempts-before-fallback = 1: expected 0, or 2 and more, as"
                                + " redirect.policy is bounded-hash");
        assertThat(read(policy + "2 }").redirect().attemptsBeforeFallback()).isEqualTo(2);
        assertThat(read(policy + "0 }").redirect().attemptsBeforeFallback()).isZero();
    }

    private static OriginSettings read(String hocon) throws SettingsException {
        return OriginSettings.read(SettingsLoader.parse(hocon));
    }
}
