package org.altocumulus.edge.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.altocumulus.edge.loop.ProcessEnd;
import org.altocumulus.edge.netconnection.AccessAnswer;
import org.altocumulus.edge.netconnection.AccessRequest;
import org.altocumulus.edge.netconnection.AccessRequest.Action;
import org.altocumulus.edge.netconnection.ConnectRequest;
import org.altocumulus.edge.ops.EdgeSettings;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.SettingsLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is thrown around a question to a hook, which never leaves the process in these tests. */
@Timeout(60)
class HookErrorsTest {
    private static final AccessRequest REQUEST =
            new AccessRequest(
                    Action.CONNECT,
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 50123),
                    "ab".repeat(32),
                    new ConnectRequest("live", 0, "rtmfp://h/live", Map.of(), List.of()),
                    "");

    private final ProcessEnd end = new ProcessEnd();

    @AfterEach
    void reset() {
        end.close();
    }

    static List<Throwable> survivable() {
        return List.of(
                new NoClassDefFoundError("expected in the log of this test"),
                new StackOverflowError("expected in the log of this test"),
                new IllegalStateException("expected in the log of this test"));
    }

    /** The question has the node's name in it, and to ask for that fails. */
    private static HttpHooks hooks(Throwable thrown) throws SettingsException {
        String hocon = "hooks { connect = \"http://127.0.0.1:9/c\", connections = 1 }";
        return new HttpHooks(
                EdgeSettings.read(SettingsLoader.parse(hocon)).mediaNode().hooks(),
                () -> {
                    raise(thrown);
                    return "";
                },
                System::nanoTime);
    }

    private static void raise(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }

    /** What a client is told. */
    private static String ask(HttpHooks hooks) throws Exception {
        CompletableFuture<String> told = new CompletableFuture<>();
        hooks.ask(
                REQUEST,
                new AccessAnswer() {
                    @Override
                    public void accepted() {
                        told.complete("accepted");
                    }

                    @Override
                    public void refused(String reason) {
                        told.complete(reason);
                    }
                });
        return told.get(50, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @MethodSource("survivable")
    void aQuestionThatCannotBeAskedIsANoAndTheNextOneHasItsTurn(Throwable thrown) throws Exception {
        HttpHooks hooks = hooks(thrown);
        for (int i = 1; i <= 3; i++) {
            assertThat(ask(hooks)).startsWith("permission cannot be checked now");
            assertThat(end.survived()).isEqualTo(i);
        }
        assertThat(end.codes()).isEmpty();
    }

    @Test
    void outOfMemoryInAQuestionEndsTheProcessWithCodeThree() throws Exception {
        ask(hooks(new OutOfMemoryError("expected in the log of this test")));
        assertThat(end.codes()).containsExactly(3);
    }

    /** The future that carries the answer would keep it to itself. */
    @ParameterizedTest
    @MethodSource("survivable")
    void whatWhoeverIsAnsweredThrowsIsCounted(Throwable thrown) throws Exception {
        HttpHooks hooks = hooks(new IllegalStateException("expected in the log of this test"));
        hooks.ask(
                REQUEST,
                new AccessAnswer() {
                    @Override
                    public void accepted() {
                        raise(thrown);
                    }

                    @Override
                    public void refused(String reason) {
                        raise(thrown);
                    }
                });
        // That of the question, and that of its answer.
        while (end.survived() < 2) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        assertThat(ask(hooks)).as("the next").startsWith("permission cannot be checked now");
    }
}
