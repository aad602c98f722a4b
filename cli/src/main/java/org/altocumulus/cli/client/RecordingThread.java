package org.altocumulus.cli.client;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.altocumulus.protocol.message.RtmpMessage;

/**
 * A thread that writes a recording, as a disk or the reader of a pipe may take its time and the
 * loop of the connection has none. What waits is bounded in bytes. May be used from any thread.
 */
public final class RecordingThread {
    private static final long MOST_BYTES = 64 << 20;

    /** What queues and objects take besides the payload. */
    private static final long OVERHEAD = 100;

    private final FlvRecorder recorder;
    private final Consumer<IOException> failed;
    private final long mostBytes;
    private final BlockingQueue<Task> queue = new LinkedBlockingQueue<>();
    private final AtomicLong waiting = new AtomicLong();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean broken;

    /** What is to be done with the recorder, and the message for it if there is one. */
    private record Task(Step step, RtmpMessage message) {}

    private enum Step {
        WRITE,
        RESTART,
        END
    }

    /**
     * Starts the thread.
     *
     * @param recorder closed by the thread at its end, or as soon as something fails
     * @param failed gets why the recording ended early, at most once for each reason, on any thread
     */
    public RecordingThread(FlvRecorder recorder, Consumer<IOException> failed) {
        this(recorder, failed, MOST_BYTES);
    }

    RecordingThread(FlvRecorder recorder, Consumer<IOException> failed, long mostBytes) {
        this.recorder = recorder;
        this.failed = failed;
        this.mostBytes = mostBytes;
        Thread thread = new Thread(this::run, "recording");
        thread.setDaemon(true);
        thread.start();
    }

    /** Records a message. */
    public void write(RtmpMessage message) {
        if (broken) {
            return;
        }
        long size = message.payloadLength() + OVERHEAD;
        if (waiting.addAndGet(size) > mostBytes) {
            broken = true;
            failed.accept(
                    new IOException(
                            "too slow, %d MiB wait to be written".formatted(mostBytes >> 20)));
            return;
        }
        queue.add(new Task(Step.WRITE, message));
    }

    /** What comes next is of another publication. */
    public void restart() {
        queue.add(new Task(Step.RESTART, null));
    }

    /**
     * Ends the recording behind what waits.
     *
     * @return false if that takes longer than {@code limit}; the file may be incomplete then
     */
    public boolean end(Duration limit) throws InterruptedException {
        queue.add(new Task(Step.END, null));
        return ended.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void run() {
        IOException failure = null;
        try {
            try (recorder) {
                for (Task task = queue.take(); task.step != Step.END; task = queue.take()) {
                    if (task.step == Step.RESTART) {
                        recorder.restart();
                    } else {
                        recorder.write(task.message);
                        waiting.addAndGet(-task.message.payloadLength() - OVERHEAD);
                    }
                }
            }
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            boolean told = broken;
            broken = true;
            if (failure != null && !told) {
                failed.accept(failure);
            }
            ended.countDown();
        }
    }
}
