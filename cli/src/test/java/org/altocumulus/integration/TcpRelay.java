package org.altocumulus.integration;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Stands between two ends of TCP connections, counts what passes, and can be cut. */
final class TcpRelay implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile InetSocketAddress target;

    TcpRelay() throws IOException {
        thread(this::accept);
    }

    /** Where to dial it. */
    InetSocketAddress address() {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    /** Where connections lead. */
    void target(InetSocketAddress address) {
        target = address;
    }

    /** Bytes that passed from the end that was dialled to the one that dials. */
    long bytes() {
        return bytes.get();
    }

    /** Connections so far. */
    int connections() {
        return connections.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = server.accept();
                Socket far = new Socket(target.getAddress(), target.getPort());
                sockets.add(near);
                sockets.add(far);
                connections.incrementAndGet();
                thread(() -> carry(near, far, new AtomicLong()));
                thread(() -> carry(far, near, bytes));
            }
        } catch (IOException e) {
            // Cut.
            return;
        }
    }

    private static void carry(Socket from, Socket to, AtomicLong count) {
        byte[] buffer = new byte[16384];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                out.write(buffer, 0, length);
                count.addAndGet(length);
            }
        } catch (IOException e) {
            // Cut.
            return;
        }
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(task, "tcp-relay");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends all connections and takes no more. */
    void cut() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        cut();
    }
}
