package org.altocumulus.edge.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadSettingsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "node.bind = \"10.0.0.256:1935\" | '10.0.0.256:1935' | four numbers from 0 to 255",
                "node.bind = [] | [] | HOST:PORT",
                "node.bind = \"0.0.0.0\" | '0.0.0.0' | HOST:PORT with a port",
                "node.bind = \"::1:1935\" | '::1:1935' | did you mean [::1]:1935?",
                "node.bind = \":::1935\" | ':::1935' | an IPv6 address",
                "link.origins = \"::1:1936\" | '::1:1936' | did you mean [::1]:1936?",
                "node.advertise = \"2001:db8::7:1935\" | '2001:db8::7:1935' | did you mean"
                        + " [2001:db8::7]:1935?",
                "link.secret-file = /no/such/file | '/no/such/file' | cannot read '/no/such/file':"
                        + " no such file",
                "hooks.secret-file = src | 'src' | 'src' is a directory, not a file",
                "admin.token-file = /no/such/file | '/no/such/file' | cannot read '/no/such/file':"
                        + " no such file",
                "link.tls.key = /dev/null | '/dev/null' | '/dev/null' is not a regular file",
                "node.bind = \"::1:1935:\" | '::1:1935:' | an IPv6 address",
                "node.bind = [\"1.2.3.4:1\", \"1.2.3.4:1\"] | [ | none of them twice",
                "node.bind = \"239.0.0.1:1935\" | '239.0.0.1:1935' | an address of this host",
                "node.bind = \"no.such.host.invalid:1935\" | 'no.such | an address of this host",
                "node.bind { host = a } | {\"host\":\"a\"} | a value",
                "node.bind = null | null | a value",
                "node = 5 | 5 | a section",
                "node.advertise = \"0.0.0.0:1935\" | '0.0.0.0:1935' | that clients can send to",
                "node.advertise = \"[::]:1935\" | '[::]:1935' | that clients can send to",
                "node.advertise = \"edge.example:1935\" | 'edge.example:1935' | an IP address",
                "node.advertise = \"1.2.3.4:0\" | '1.2.3.4:0' | a port from 1 to 65535",
                "node.advertise = \"10.0.0.256:1935\" | '10.0.0.256:1935' | four numbers from 0",
                "node.advertise = \"10.0.0:1935\" | '10.0.0:1935' | four numbers from 0 to 255",
                "node.advertise = \"[::ffff:0.0.0.0]:1\" | '[::ffff:0.0 | that clients can send to",
                "node.advertise = \"[1::2::3]:1935\" | '[1::2::3]:1935' | an I",
                "node.id = \"a b\" | 'a b' | letters",
                "node.event-loops = 1.5 | 1.5 | a whole number from 0 to 256",
                "node.event-loops = -1 | -1 | a whole number from 0 to 256",
                "node.event-loops = 1e400 | Infinity | a whole number from 0 to 256",
                "node.event-loops = [1] | [1] | a single value",
                "node.native-transport = maybe | 'maybe' | on or off",
                "node.gather-time = 11ms | '11ms' | a duration with its unit, from 0s to 10ms",
                "node.receive-buffer = 1 | 1 | a size from 64KiB to 256MiB",
                "node.receive-buffer = 4parsec | '4parsec' | a size from 64KiB to 256MiB",
                "node.receive-buffer = 99999999999999999999GiB | '999 | a size from",
                "node.key-exchange.queue-length = 0 | 0 | a whole number from 1 to 65536",
                "node.key-exchange.pool = -1 | -1 | a whole number from 0 to 65536",
                "node.key-exchange.reuse.time = 2h | '2h' | from 0s to 3600s",
                "node.key-exchange.reuse.handshakes = 0 | 0 | a whole number from 1 to 65536",
                "crypto.groups = [] | [] | at least one of the groups 2, 14 and 16",
                "crypto.groups = [2, 5] | [2,5] | the groups 2, 14 and 16 only",
                "crypto.groups = [2, 2] | [2,2] | none of them twice",
                "crypto.groups = [[2]] | [2] | a list of single values",
                "crypto.hmac = always | 'always' | one of on-request, required",
                "session.congestion.algorithm = cubic | 'cubic' | one of window, delay",
                "crypto.hmac-length = 3 | 3 | a whole number from 4 to 32",
                "crypto.cookie-lifetime = 94s | '94s' | from 95s to 3600s",
                "crypto.cookie-lifetime = 120 | 120 | a duration with its unit",
                "crypto.cookie-lifetime = 1e999s | '1e999s' | a duration with its unit",
                "crypto.cookie-lifetime = 99999999999999999999d | '999 | a duration",
                "identity.key-file = /no/such/file | '/no/such/file' | a readable file",
                "session.keepalive.server = 86401s | '86401s' | from 1s to 86400s",
                "session.keepalive.peers = 0s | '0s' | from 1s to 86400s",
                "session.ping.interval = 100ms | '100ms' | from 500ms to 60s",
                "session.receive-window = 1MiB | '1MiB' | at least session.max-message, 2MiB",
                "session.datagram-limit = 1473 | 1473 | from 576 to 1472",
                "session.largest-datagram = 600 | 600 | at least session.datagram-limit, 1192",
                "session.connect-limit = 0s | '0s' | from 1s to 600s",
                "session.idle-limit = 9s | '9s' | from 10s to 86400s",
                "media.deadline.audio = 99ms | '99ms' | from 100ms to 60s",
                "media.applications = [\"/live\"] | [\"/live\"] | without a '/' in front",
                "media.applications = [\"a'b\"] | [ | without a '/' in front, quotes or brackets",
                "media.applications = \"\\\"live\\\"\" | '\"live\"' | quotes or brackets",
                "media.applications = \"[live\" | '[live' | quotes or brackets",
                "media.applications = \"[{a:b}]\" | {\"a\":\"b\"} | a list of single values",
                "node.advertise = \"[1.2.3.4:1]\" | '[1.2.3.4:1]' | a list such as",
                "hooks.connect = \"ftp://h/x\" | 'ftp://h/x' | http://HOST[:PORT]/PATH",
                "hooks.connect = \"h:80/x\" | 'h:80/x' | http://HOST[:PORT]/PATH",
                "hooks.publish = \"http:///x\" | 'http:///x' | http://HOST[:PORT]/PATH",
                "hooks.publish = \"http://u:p@h/\" | 'http://u:p@h/' | http://HOST[:PORT]/PATH",
                "hooks.play = \"http://h:65536/\" | 'http://h:65536/' | http://HOST[:PORT]/PATH",
                "hooks.play = \"http://h/a b\" | 'http://h/a b' | http://HOST[:PORT]/PATH",
                "hooks.timeout = 30s | '30s' | less than session.connect-limit, 30s",
                "hooks.timeout = 99ms | '99ms' | from 100ms to 30s",
                "hooks.secret = \"a b\" | (hidden) | visible characters",
                "hooks.connections = 0 | 0 | a whole number from 1 to 1024",
                "hooks.queue-length = -1 | -1 | a whole number from 0 to 65536",
                "link.origins = [] | [] | HOST:PORT",
                "link.origins = \"1.2.3.4:1936\" | '1.2.3.4:1936' | loopback, as link.secret is",
                "link.origins = \"origin:1936\" | 'origin:1936' | loopback, as link.secret is",
                "link.origins = \"10.0.0.256:1936\" | '10.0.0.256:1936' | four numbers from 0 to"
                        + " 255",
                "link.origins = \"1.2.3.4.5:1936\" | '1.2.3.4.5:1936' | four numbers from 0 to 255",
                "link.pull-advertise = \"0.0.0.0:1937\" | '0.0.0.0:1937' | that clients can send"
                        + " to",
                "link.pull-advertise = \"[::]:1937\" | '[::]:1937' | that clients can send to",
                "link.pull-listen = \"10.0.0.256:1937\" | '10.0.0.256:1937' | four numbers from 0",
                "admin.edge-bind = \"10.0.0.256:1981\" | '10.0.0.256:1981' | four numbers from 0",
                "admin.edge-bind = \"10.0.0.1:1981\" | '10.0.0.1:1981' | loopback, as admin.token"
                        + " is",
                "admin.token = \"a b\" | (hidden) | visible characters",
                "admin.hosts = \"a:1980\" | 'a:1980' | names of hosts, without a port",
                "link.origins = \"localhost:0\" | 'localhost:0' | a port from 1 to 65535",
                "link.origins = \"localhost:1,LOCALHOST:1\" | 'localhost:1,LOCALHOST:1' | each"
                        + " once",
                "link.origins = \"[::1]:1,[::1]:2,[::1]:3,[::1]:4,[::1]:5,[::1]:6,[::1]:7,[::1]:8,"
                        + "[::1]:9\" | '[::1]:1,[::1]:2,[::1]:3 | at most 8, each once",
                "link.previous-secret = x | (hidden) | nothing, as link.secret is empty",
                "link.tls.trust = /no/such/file | '/no/such/file' | a readable file",
                "link.tls.name = \"a b\" | 'a b' | a host name or an IP address",
                "link.tls.certificate = /dev/null | '/dev/null' | a readable file",
                "link.suspect-after = 1s | '1s' | more than link.report-interval, 2s",
                "link.lost-after = 8s | '8s' | more than link.suspect-after, 8s",
                "link.pull-linger = 11m | '11m' | from 0s to 600s",
                "link.direct = maybe | 'maybe' | on or off",
                "link.pull-advertise = \"10.0.0.1:1937\" | '10.0.0.1:1937' | nothing, as"
                        + " link.pull-listen is empty",
                "link.pull-listen = \"10.0.0.1:1937\", link.direct = on | '10.0.0.1:1937' |"
                        + " loopback",
                "link.pull-listen = \"0.0.0.0:1\", link { direct = on, secret = s } | '0.0.0.0:1' |"
                        + " one",
                "link.pull-advertise = \"edge.example:1937\" | 'edge.example:1937' | an IP address",
                "link.pull-advertise = [\"1.1.1.1:1\", \"1.1.1.1:2\"] | [ | one HOST:PORT",
                "link.retry.max = 100ms | '100ms' | at least link.retry.min, 200ms",
                "node.send-buffer = 257MiB | '257MiB' | a size from 64KiB to 256MiB",
                "node.key-exchange.threads = 65 | 65 | a whole number from 0 to 64",
                "node.max-sessions = 0 | 0 | a whole number from 1 to 1000000",
                "node.half-open.in-all = 65537 | 65537 | a whole number from 1 to 65536",
                "node.half-open.per-source = 0 | 0 | a whole number from 1 to 65536",
                "node.bandwidth = 10000001 | 10000001 | a whole number from 0 to 10000000",
                "node.weight = 0 | 0 | a number from 0.01 to 100.0",
                "node.drain-time = 25h | '25h' | a duration with its unit, from 0s to 86400s",
                "node.stop-time = 61s | '61s' | a duration with its unit, from 0s to 60s",
                "crypto.sequence-numbers = off | 'off' | one of on-request, required",
                "session.ping.idle = 999ms | '999ms' | from 1s to 86400s",
                "session.ping.tries = 0 | 0 | a whole number from 1 to 100",
                "session.retransmit-limit = 9s | '9s' | from 10s to 600s",
                "session.max-message = 4MiB1 | '4MiB1' | a size from 64KiB to 4MiB",
                "session.max-message = 4194305 | 4194305 | a size from 64KiB to 4MiB",
                "session.max-message = 63KiB | '63KiB' | a size from 64KiB to 4MiB",
                "session.max-flows = 7 | 7 | a whole number from 8 to 65536",
                "session.fragmented-packets = 0 | 0 | a whole number from 1 to 65536",
                "session.close.near = 11m | '11m' | from 1s to 600s",
                "session.close.far = 500ms | '500ms' | from 1s to 600s",
                "media.queue.bytes = 1KiB | '1KiB' | a size from 64KiB to 1024MiB",
                "media.queue.time = 61s | '61s' | from 100ms to 60s",
                "media.deadline.inter-frame = 61s | '61s' | from 100ms to 60s",
                "media.deadline.key-frame = 0s | '0s' | from 100ms to 60s",
                "media.late-join.bytes = -1 | -1 | a size from 0 to 1024MiB",
                "media.late-join.time = 61s | '61s' | from 0s to 60s",
                "media.late-join.mode = all | 'all' | one of key-frame, live",
                "media.takeover = yes | 'yes' | one of dead, always, never",
                "link.secret = LONG | (hidden) | up to 256 characters",
                "link.previous-secret-file = /no/such/file | '/no/such/file' | a readable file",
                "link.report-interval = 99ms | '99ms' | from 100ms to 60s",
                "link.retry.min = 9ms | '9ms' | from 10ms to 60s",
                "link.queue.bytes = 1025MiB | '1025MiB' | a size from 64KiB to 1024MiB",
                "link.queue.time = 99ms | '99ms' | from 100ms to 60s",
                "log.access = debug | 'debug' | one of info, off",
                "log.level = loud | 'loud' | one of error, warn, info, debug, trace",
            })
    void isRefusedInOneLineWithKeyValueAndWhatWasExpected(
            String hocon, String value, String expected) {
        String key = hocon.substring(0, hocon.indexOf(' '));
        String written = hocon.replace("LONG", "x".repeat(257));
        assertThatThrownBy(() -> EdgeSettings.read(SettingsLoader.parse(written)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(key + " = " + value)
                .hasMessageContaining("expected ")
                .hasMessageContaining(expected)
                .hasMessageNotContaining("\n");
    }

    /** Neither a number, an address, a name nor a file, and longer than any text may be. */
    private static final String BAD = "?! ".repeat(200);

    /** Keys of the origin alone have their rows in its own tests. */
    @Test
    void everyKeyThatAnEdgeReadsHasARowAbove() throws Exception {
        CsvSource rows =
                BadSettingsTest.class
                        .getDeclaredMethod(
                                "isRefusedInOneLineWithKeyValueAndWhatWasExpected",
                                String.class,
                                String.class,
                                String.class)
                        .getAnnotation(CsvSource.class);
        Set<String> tested = new TreeSet<>();
        for (String row : rows.value()) {
            tested.add(row.substring(0, row.indexOf(' ')));
        }
        Set<String> missing = new TreeSet<>();
        for (String key : new KnownKeys(SettingsLoader.reference()).all()) {
            if (!tested.contains(key) && isRead(key)) {
                missing.add(key);
            }
        }
        assertThat(missing).isEmpty();
    }

    private static boolean isRead(String key) throws SettingsException {
        SettingsReader reader =
                SettingsLoader.load(
                        Optional.empty(),
                        Map.of(),
                        List.of(new SettingsOverride(key, List.of(BAD), "--set")));
        try {
            EdgeSettings.read(reader);
            return false;
        } catch (SettingsException e) {
            return true;
        }
    }

    @Test
    void aSecretIsNeverShown() {
        String secret = "hunter2".repeat(40);
        for (String key :
                new String[] {
                    "link.secret",
                    "link.previous-secret",
                    "link.secrte",
                    "secret",
                    "admin.token",
                    "tokens"
                }) {
            assertThatThrownBy(() -> EdgeSettings.read(SettingsLoader.parse(key + '=' + secret)))
                    .as(key)
                    .isInstanceOf(SettingsException.class)
                    .hasMessageContaining(key)
                    .hasMessageNotContaining("hunter2");
        }
    }

    @Test
    void settingsDoNotShowTheSecretAsText() throws SettingsException {
        EdgeSettings settings =
                EdgeSettings.read(
                        SettingsLoader.parse(
                                "link { secret = hunter2, previous-secret = hunter1 }"));
        assertThat(settings.dial().link().secret()).isEqualTo("hunter2");
        assertThat(settings.dial().link().previousSecret()).isEqualTo("hunter1");
        assertThat(settings.toString()).doesNotContain("hunter");
        settings = EdgeSettings.read(SettingsLoader.parse("admin.token = hunter2"));
        assertThat(settings.admin().access().token()).isEqualTo("hunter2");
        assertThat(settings.toString()).doesNotContain("hunter2");
        settings = EdgeSettings.read(SettingsLoader.parse("hooks.secret = hunter2"));
        assertThat(settings.mediaNode().hooks().secret()).isEqualTo("hunter2");
        assertThat(settings.toString()).doesNotContain("hunter2");
    }
}
