package org.altocumulus.edge.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoopPollTest {
    private static final long LONG = 60_000;

    private static final LoopPoll.Member HERE = Runnable::run;
    private static final LoopPoll.Member NEVER = task -> {};

    @Test
    void answersComeInTheOrderOfTheLoops() {
        LoopPoll.Answers<Boolean> answers =
                LoopPoll.ask(List.of(HERE, HERE), loop -> loop == HERE, LONG);
        assertThat(answers.values()).containsExactly(true, true);
        assertThat(answers.silent()).isZero();
        assertThat(answers.sum(yes -> 2)).isEqualTo(4);
    }

    @Test
    void aLoopThatDoesNotAnswerIsLeftOut() {
        LoopPoll.Answers<Integer> answers = LoopPoll.ask(List.of(HERE, NEVER), loop -> 1, 1);
        assertThat(answers.values()).containsExactly(1);
        assertThat(answers.silent()).isOne();
    }

    /** It is counted as survived, and nobody waits for the answer. */
    @Test
    void aQuestionThatFailsIsNoAnswer() {
        try (ProcessEnd end = new ProcessEnd()) {
            LoopPoll.Answers<Integer> answers =
                    LoopPoll.ask(
                            List.of(HERE, HERE),
                            loop -> {
                                throw new LinkageError("deliberate");
                            },
                            LONG);
            assertThat(answers.values()).isEmpty();
            assertThat(answers.silent()).isEqualTo(2);
            assertThat(end.survived()).isEqualTo(2);
        }
    }

    @Test
    void anErrorOfTheVirtualMachineEndsTheProcess() {
        try (ProcessEnd end = new ProcessEnd()) {
            LoopPoll.ask(
                    List.of(HERE),
                    loop -> {
                        throw new InternalError("deliberate");
                    },
                    LONG);
            assertThat(end.codes()).containsExactly(Failures.EXIT_CODE);
        }
    }
}
