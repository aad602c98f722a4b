package org.altocumulus.chaos;

/** Something that goes wrong, and what has to hold all the same. */
interface Scenario {
    /** A short name, by which it can be chosen. */
    String name();

    /**
     * Does it, and tells the stage what came of it. It begins with a cluster that is well and 60
     * players who play, and what it breaks it need not mend.
     */
    void run(Stage stage) throws Exception;
}
