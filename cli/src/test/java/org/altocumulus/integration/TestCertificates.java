package org.altocumulus.integration;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * A certificate authority and what it signs, made by the JDK's {@code keytool} when they are
 * needed: keys that are checked in would expire one day.
 */
final class TestCertificates {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final Base64.Encoder PEM = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private final Path folder;
    private final String name;
    private final Path store;

    /** An authority of that name, with its certificate in {@link #trust}. */
    TestCertificates(Path folder, String name) throws Exception {
        this.folder = folder;
        this.name = name;
        this.store = folder.resolve(name + ".p12");
        generate("ca", "-ext", "bc:c", "-ext", "ku:c=keyCertSign");
        write(trust(), pem("CERTIFICATE", load().getCertificate("ca").getEncoded()));
    }

    /** The certificate of the authority. */
    Path trust() {
        return folder.resolve(name + "-ca.crt");
    }

    Path certificate(String node) {
        return folder.resolve(name + '-' + node + ".crt");
    }

    Path key(String node) {
        return folder.resolve(name + '-' + node + ".key");
    }

    /** Signs for a node of 127.0.0.1 that is also called {@code NODE.test}. */
    void sign(String node, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-signer", "ca"));
        arguments.addAll(List.of("-ext", "san=dns:" + node + ".test,ip:127.0.0.1"));
        arguments.addAll(Arrays.asList(more));
        generate(node, arguments.toArray(String[]::new));
        KeyStore read = load();
        StringBuilder chain = new StringBuilder();
        for (Certificate certificate : read.getCertificateChain(node)) {
            chain.append(pem("CERTIFICATE", certificate.getEncoded()));
        }
        write(certificate(node), chain.toString());
        write(key(node), pem("PRIVATE KEY", read.getKey(node, PASSWORD).getEncoded()));
    }

    /** Settings of a node that has a certificate, and asks for one. */
    String settings(String node) {
        return "link.tls { certificate = \"%s\", key = \"%s\", trust = \"%s\" }\n"
                .formatted(certificate(node), key(node), trust());
    }

    private static String pem(String type, byte[] der) {
        return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
                .formatted(type, PEM.encodeToString(der));
    }

    private static void write(Path file, String text) throws Exception {
        Files.write(file, text.getBytes(US_ASCII));
    }

    /** The certificate of the authority, for JSSE. */
    KeyStore store() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null);
        trusted.setCertificateEntry("ca", load().getCertificate("ca"));
        return trusted;
    }

    private KeyStore load() throws Exception {
        return KeyStore.getInstance(store.toFile(), PASSWORD);
    }

    private void generate(String alias, String... more) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-genkeypair", "-alias", alias, "-dname", "CN=" + alias));
        command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-keystore"));
        command.addAll(List.of(store.toString(), "-storetype", "PKCS12", "-storepass"));
        command.add(new String(PASSWORD));
        command.addAll(Arrays.asList(more));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
        if (keytool.waitFor() != 0) {
            throw new AssertionError(command + ": " + said);
        }
    }
}
