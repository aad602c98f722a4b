package org.altocumulus.edge.ops;

import java.time.Duration;

/**
 * Section {@code node.key-exchange}: how keys are agreed on.
 *
 * @param threads 1 to 64
 * @param queueLength handshakes that may wait for a thread
 * @param pool key pairs made ahead in each group
 * @param reuseTime how long a key pair is used for further handshakes; zero for one handshake each
 * @param reuseHandshakes how many handshakes a key pair is used for within that time
 */
public record KeyExchangeSettings(
        int threads, int queueLength, int pool, Duration reuseTime, int reuseHandshakes) {
    /**
     * Reads the section.
     *
     * @param cores for the number of threads if that is 0 in the settings
     */
    static KeyExchangeSettings read(SettingsReader reader, int cores) throws SettingsException {
        int threads = reader.integer("node.key-exchange.threads", 0, 64);
        return new KeyExchangeSettings(
                threads == 0 ? Math.min(Math.max(1, cores / 2), 64) : threads,
                reader.integer("node.key-exchange.queue-length", 1, 65536),
                reader.integer("node.key-exchange.pool", 0, 65536),
                reader.duration("node.key-exchange.reuse.time", Duration.ZERO, Duration.ofHours(1)),
                reader.integer("node.key-exchange.reuse.handshakes", 1, 65536));
    }
}
