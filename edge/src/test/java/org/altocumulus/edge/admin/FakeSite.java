package org.altocumulus.edge.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A node that says what a test wants, and remembers what it was asked and told. */
final class FakeSite implements AdminSite {
    final List<String> done = new ArrayList<>();
    Supplier<Object> state = () -> Map.of("node", "e1");
    Runnable onAction = () -> {};
    int states;

    @Override
    public Readiness readiness() {
        return Readiness.READY;
    }

    @Override
    public Object state() {
        states++;
        return state.get();
    }

    @Override
    public Object clients(ClientQuery query) {
        return Map.of("after", query.after(), "limit", query.limit());
    }

    @Override
    public Optional<Supplier<AdminAnswer>> action(List<String> path) {
        if (!path.get(0).equals("do")) {
            return Optional.empty();
        }
        return Optional.of(
                () -> {
                    onAction.run();
                    done.add(path.get(1));
                    return AdminAnswer.done("done");
                });
    }

    @Override
    public String paths() {
        return "there is GET /state";
    }
}
