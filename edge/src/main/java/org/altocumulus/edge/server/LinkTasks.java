package org.altocumulus.edge.server;

import org.altocumulus.edge.stream.Handover;
import org.altocumulus.protocol.cluster.EdgeLinks;

/** Runs tasks on the thread of the links, and has the links and the time for them. */
final class LinkTasks implements Handover.Target {
    private volatile LinkThread thread;
    private EdgeLinks links;
    private long now;

    /** The thread; has to be set before anything is executed. */
    void thread(LinkThread newThread) {
        thread = newThread;
    }

    /** The links, for the task that runs. */
    EdgeLinks links() {
        return links;
    }

    /** The time in nanoseconds, for the task that runs. */
    long now() {
        return now;
    }

    /** No loop of the node is it. */
    @Override
    public boolean isCurrent() {
        return false;
    }

    @Override
    public void execute(Runnable task) {
        thread.execute(
                (edge, at) -> {
                    links = edge;
                    now = at;
                    task.run();
                });
    }

    @Override
    public void later(Runnable task) {
        execute(task);
    }
}
