package org.altocumulus.protocol.flow;

/**
 * Which of a session's flows sends first when the transmission budget is short: the earlier
 * constant, as {@link FlowSchedule} says.
 */
public enum Priority {
    /** Commands, answers, data messages: small, reliable, never kept waiting by media. */
    CONTROL(false),
    /** Audio, real-time. */
    AUDIO(true),
    /** Video, real-time. */
    VIDEO(true),
    /** Everything that has time. */
    BULK(false);

    private final boolean timeCritical;

    Priority(boolean timeCritical) {
        this.timeCritical = timeCritical;
    }

    /** Whether packets with such data carry the Time Critical Forward Notification (§2.2.4). */
    public boolean isTimeCritical() {
        return timeCritical;
    }
}
