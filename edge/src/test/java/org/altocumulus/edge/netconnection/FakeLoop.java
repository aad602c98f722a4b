package org.altocumulus.edge.netconnection;

import java.util.ArrayDeque;
import java.util.Deque;
import org.altocumulus.edge.loop.Loop;

/** An event loop whose tasks run when the world turns to it. */
final class FakeLoop implements Loop {
    private final World world;
    private final int index;
    private final Deque<Runnable> tasks = new ArrayDeque<>();

    FakeLoop(World world, int index) {
        this.world = world;
        this.index = index;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public boolean isCurrent() {
        return world.currentLoop() == this;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public void executeAfter(long nanos, Runnable task) {
        world.at(world.now() + nanos, () -> execute(task));
    }

    @Override
    public long now() {
        return world.now();
    }

    boolean isIdle() {
        return tasks.isEmpty();
    }

    /** Runs what was there at the beginning. */
    void turn() {
        for (int left = tasks.size(); left > 0; left--) {
            world.onLoop(this, tasks.remove());
        }
    }
}
