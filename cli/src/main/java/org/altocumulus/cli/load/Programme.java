package org.altocumulus.cli.load;

import org.altocumulus.protocol.message.RtmpMessage;

/** What a publisher sends, and when. Made for one publisher; belongs to its loop. */
interface Programme {
    /** A message. */
    interface Source {
        /** When the next message is due, in nanoseconds from the start; never less than before. */
        long due();

        /**
         * The next message.
         *
         * @param intended when it was meant to be sent, for its stamp
         */
        RtmpMessage next(long intended);

        /** Whether the message that {@link #next} gave last has a stamp. */
        boolean isStamped();
    }

    /** The messages of publisher {@code index} of {@code publishers}. */
    Source source(int index, int publishers);
}
