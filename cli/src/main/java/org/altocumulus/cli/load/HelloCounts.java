package org.altocumulus.cli.load;

import java.util.concurrent.atomic.LongAdder;

/** What all loops that say hello count in the measured time; any thread. */
final class HelloCounts {
    /** Hellos that were meant to be sent in the measured time. */
    final LongAdder sent = new LongAdder();

    /** Those of them that were answered. */
    final LongAdder answered = new LongAdder();

    /** Those whose first answer was a redirect. */
    final LongAdder redirects = new LongAdder();

    /** Those whose first answer was a hello of the server that was asked. */
    final LongAdder hellos = new LongAdder();

    /**
     * Hellos of other servers, to which one was forwarded; they come beside the answer of the
     * server that was asked, and are counted when they come.
     */
    final LongAdder forwarded = new LongAdder();

    /** Hellos without an answer in time. */
    final LongAdder lost = new LongAdder();

    /** Answers that came in the measured time. */
    final LongAdder inTime = new LongAdder();

    /** Answers, measured or not. */
    final LongAdder all = new LongAdder();

    /** From the time at which a hello was meant to be sent. */
    final Latency latency = new Latency();
}
