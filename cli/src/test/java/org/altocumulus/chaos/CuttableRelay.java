package org.altocumulus.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands between two ends of TCP connections. While it is cut nothing passes in either direction
 * and nobody is told, as when packets vanish between two hosts; what was on its way arrives later.
 */
final class CuttableRelay implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final InetSocketAddress target;
    private boolean cut;

    /**
     * @param target where connections lead
     */
    CuttableRelay(InetSocketAddress target) throws IOException {
        this.target = target;
        thread(this::accept);
    }

    /** Where to dial it. */
    InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    /** Lets nothing pass. */
    synchronized void cut() {
        cut = true;
    }

    /** Undoes {@link #cut}. */
    synchronized void mend() {
        cut = false;
        notifyAll();
    }

    private synchronized void awaitOpen() throws IOException {
        try {
            while (cut) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ChaosException("interrupted");
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket near = server.accept();
                sockets.add(near);
                thread(() -> dial(near));
            } catch (IOException e) {
                // Closed.
                return;
            }
        }
    }

    private void dial(Socket near) {
        try {
            awaitOpen();
            Socket far = new Socket(target.getAddress(), target.getPort());
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            sockets.add(far);
            thread(() -> carry(near, far));
            carry(far, near);
        } catch (IOException e) {
            // Whoever dialled learns it from the end of the connection.
            close(near);
        }
    }

    private void carry(Socket from, Socket to) {
        byte[] buffer = new byte[16384];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                awaitOpen();
                out.write(buffer, 0, length);
            }
            awaitOpen();
        } catch (IOException e) {
            // One of the ends has gone; so both do.
            return;
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(task, "chaos-relay");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone, which is what was wanted.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        mend();
        server.close();
        sockets.forEach(CuttableRelay::close);
    }
}
