package org.altocumulus.edge.netconnection;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.altocumulus.edge.netconnection.AccessRequest.Action;

/** A policy that notes what it is asked and answers some of it when the test wants it to. */
final class AskedPolicy implements AccessPolicy {
    private final Set<Action> open;
    private final List<AccessRequest> requests = new ArrayList<>();
    private final List<AccessAnswer> answers = new ArrayList<>();

    private AskedPolicy(Set<Action> open) {
        this.open = open;
    }

    /** One that leaves only these undecided and accepts others at once. */
    static AskedPolicy on(Action first, Action... others) {
        return new AskedPolicy(EnumSet.complementOf(EnumSet.of(first, others)));
    }

    @Override
    public void ask(AccessRequest request, AccessAnswer answer) {
        if (open.contains(request.action())) {
            answer.accepted();
        } else {
            requests.add(request);
            answers.add(answer);
        }
    }

    /** What was asked and not accepted at once. */
    List<AccessRequest> requests() {
        return requests;
    }

    /** The answer to the question of that number, from 0. */
    AccessAnswer answer(int number) {
        return answers.get(number);
    }
}
