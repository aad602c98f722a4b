package org.altocumulus.edge.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.TlsSettings;
import org.altocumulus.protocol.cluster.LinkTiming;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS below the links of a node. Files that have changed are read again before the next connection;
 * if they are no good, those before go on to serve, and the log says so once.
 *
 * <p>Signatures and the like are computed on a thread of their own, one connection after the other,
 * so that those who knock delay no heartbeat. Belongs to one event loop.
 */
public final class LinkTls {
    private static final Logger LOG = LoggerFactory.getLogger(LinkTls.class);
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};
    private static final String CHECK_NAME = "HTTPS";
    private static final int NO_PORT = -1;
    private static final long THREAD_SECONDS = 10;
    private static final long HANDSHAKE_MILLIS =
            TimeUnit.NANOSECONDS.toMillis(LinkTiming.DEFAULT.handshake());

    private final TlsSettings settings;
    private final Executor executor = executor();
    private List<String> stamps;
    private SslContext accepting;
    private SslContext dialling;

    private LinkTls(TlsSettings settings) throws SettingsException {
        this.settings = settings;
        this.stamps = stamps();
        use(PemFiles.read(settings));
    }

    /**
     * TLS if the settings ask for it.
     *
     * @throws SettingsException if a file is not what it should be
     */
    public static Optional<LinkTls> of(TlsSettings settings) throws SettingsException {
        return settings.isOn() ? Optional.of(new LinkTls(settings)) : Optional.empty();
    }

    /** Puts TLS below the last handler of a channel that was accepted. */
    public void accept(Channel channel) {
        refresh();
        channel.pipeline().addFirst(new TlsGate(() -> handler(channel, accepting, "")));
    }

    /** Puts TLS below the last handler of a channel that is dialled. */
    public void dial(Channel channel) {
        refresh();
        ChannelPipeline unused =
                channel.pipeline().addFirst(handler(channel, dialling, settings.name()));
    }

    private SslHandler handler(Channel channel, SslContext context, String name) {
        SslHandler handler =
                name.isEmpty()
                        ? context.newHandler(channel.alloc(), executor)
                        : context.newHandler(channel.alloc(), name, NO_PORT, executor);
        handler.setHandshakeTimeoutMillis(HANDSHAKE_MILLIS);
        return handler;
    }

    private void refresh() {
        List<String> now = stamps();
        if (now.equals(stamps)) {
            return;
        }
        stamps = now;
        try {
            use(PemFiles.read(settings));
            LOG.info("link.tls: the files have changed and are used for new connections");
        } catch (SettingsException e) {
            LOG.warn("{}; the files read before stay in use", e.getMessage());
        }
    }

    private void use(PemFiles read) throws SettingsException {
        try {
            SslContext server = read.chain().isEmpty() ? null : server(read);
            SslContext client = read.trust().isEmpty() ? null : client(read);
            accepting = server;
            dialling = client;
        } catch (SSLException e) {
            throw new SettingsException("link.tls: " + e.getMessage());
        }
    }

    private static SslContext server(PemFiles files) throws SSLException {
        SslContextBuilder builder = common(SslContextBuilder.forServer(files.key(), files.chain()));
        if (!files.trust().isEmpty()) {
            builder.trustManager(files.trust()).clientAuth(ClientAuth.REQUIRE);
        }
        return builder.build();
    }

    private SslContext client(PemFiles files) throws SSLException {
        SslContextBuilder builder =
                common(SslContextBuilder.forClient())
                        .trustManager(files.trust())
                        .endpointIdentificationAlgorithm(
                                settings.name().isEmpty() ? null : CHECK_NAME);
        if (!files.chain().isEmpty()) {
            builder.keyManager(files.key(), files.chain());
        }
        return builder.build();
    }

    private static SslContextBuilder common(SslContextBuilder builder) {
        return builder.sslProvider(SslProvider.JDK).protocols(PROTOCOLS);
    }

    /** What changes when a file does; a file that is missing for a moment has changed as well. */
    private List<String> stamps() {
        List<String> found = new ArrayList<>();
        Stream.of(settings.certificate(), settings.key(), settings.trust())
                .flatMap(Optional::stream)
                .forEach(file -> found.add(stamp(file)));
        return found;
    }

    private static String stamp(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.lastModifiedTime()
                    + " "
                    + attributes.size()
                    + ' '
                    + attributes.fileKey();
        } catch (IOException e) {
            return "none";
        }
    }

    private static Executor executor() {
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(
                        1,
                        1,
                        THREAD_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        new DefaultThreadFactory("link-tls", true));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
