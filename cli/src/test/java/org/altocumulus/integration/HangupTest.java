package org.altocumulus.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** SIGHUP, as logrotate and a closed terminal send it. */
@Timeout(120)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "SIGHUP is for POSIX systems")
class HangupTest {
    private static final String ANY = "127.0.0.1:0";

    @TempDir private Path folder;

    @Test
    void aDaemonReadsItsLogLevelAgainAndRunsOn() throws Exception {
        Path config = Files.writeString(folder.resolve("origin.conf"), "log.level = info");
        try (TestProcess origin =
                TestProcess.start(
                        "origin",
                        "--config",
                        config.toString(),
                        "--bind",
                        ANY,
                        "--link",
                        ANY,
                        "--admin",
                        ANY)) {
            origin.await("ready");
            Files.writeString(config, "log.level = debug\nnode.max-sessions = 5");
            hangUp(origin);
            origin.await(
                    ".* INFO  Reload - SIGHUP: reloaded the log levels \\(level debug, access"
                            + " info\\); changed settings that need a restart: node.max-sessions");
            assertThat(origin.isAlive()).isTrue();
            origin.terminate();
            assertThat(origin.exitCode()).isZero();
        }
    }

    @Test
    void anEdgeSurvivesItToo() throws Exception {
        try (TestProcess edge =
                TestProcess.start("edge", "--bind", ANY, "--origin", "127.0.0.1:" + closedPort())) {
            edge.await("bound: .*");
            hangUp(edge);
            edge.await(".* SIGHUP: reloaded the log levels .*; other settings are unchanged");
            edge.terminate();
            assertThat(edge.exitCode()).isZero();
        }
    }

    @Test
    void aCommandStopsAsWithTerm() throws Exception {
        try (TestProcess origin =
                TestProcess.start("origin", "--bind", ANY, "--link", ANY, "--admin", ANY)) {
            String address = origin.await("bound: UDP (127[^ ]+) .*").group(1);
            origin.await("ready");
            String file = "src/main/resources/org/altocumulus/cli/demo/test-pattern.flv";
            try (TestProcess publish =
                    TestProcess.start(
                            "publish", "rtmfp://" + address + "/live/a", file, "--loop")) {
                publish.await(".*publish.*");
                hangUp(publish);
                assertThat(publish.exitCode()).isZero();
            }
        }
    }

    private static int closedPort() throws Exception {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return socket.getLocalPort();
        }
    }

    private static void hangUp(TestProcess process) throws Exception {
        String pid = Long.toString(process.pid());
        assertThat(new ProcessBuilder("kill", "-HUP", pid).start().waitFor()).isZero();
    }
}
