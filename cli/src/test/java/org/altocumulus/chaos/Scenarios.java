package org.altocumulus.chaos;

import java.util.List;

/** The scenarios, in the order in which they run. */
final class Scenarios {
    private static final List<Scenario> ALL =
            List.of(
                    new OriginAway("origin-killed", OriginAway.Kind.KILLED),
                    new OriginAway("origin-stopped", OriginAway.Kind.STOPPED),
                    new EdgeLost("edge-killed", EdgeLost.Kind.KILLED),
                    new EdgeLost("edge-stopped", EdgeLost.Kind.STOPPED),
                    new LinkCut(),
                    new PullsCut(),
                    new HelloFlood(),
                    new HalfOpenFlood(),
                    new SlowStateReader(),
                    new SlowPlayers(),
                    new LargeData(),
                    new PublisherKilled(),
                    new RollingRestart());

    private Scenarios() {}

    /**
     * The scenarios of those names.
     *
     * @param names all scenarios if there are none
     */
    static List<Scenario> named(List<String> names) {
        for (String name : names) {
            if (ALL.stream().noneMatch(scenario -> scenario.name().equals(name))) {
                throw new IllegalArgumentException(
                        "no scenario '%s': expected some of %s"
                                .formatted(name, ALL.stream().map(Scenario::name).toList()));
            }
        }
        return ALL.stream()
                .filter(scenario -> names.isEmpty() || names.contains(scenario.name()))
                .toList();
    }
}
