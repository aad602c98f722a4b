package org.altocumulus.edge.tcp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.altocumulus.edge.ops.SettingsException;
import org.altocumulus.edge.ops.TlsSettings;

/**
 * What the files of section {@code link.tls} hold.
 *
 * @param chain the node's certificate and those above it; empty if it has none
 * @param key its private key, or null
 * @param trust by which the other end is verified; empty if it is not
 */
record PemFiles(List<X509Certificate> chain, PrivateKey key, List<X509Certificate> trust) {
    private static final long MAX_FILE = 1 << 20;
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

    /** Key algorithms and how one signs with them. */
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    /**
     * Reads the files.
     *
     * @throws SettingsException in one line, if a file is not what it should be, the key is that of
     *     another certificate, or the certificate is not valid today
     */
    static PemFiles read(TlsSettings settings) throws SettingsException {
        List<X509Certificate> chain = List.of();
        PrivateKey key = null;
        if (settings.certificate().isPresent()) {
            Path file = settings.certificate().get();
            chain = certificates("certificate", file);
            checkValid(chain.get(0), file);
            key = key(settings.key().orElseThrow(), chain.get(0));
        }
        List<X509Certificate> trust = List.of();
        if (settings.trust().isPresent()) {
            trust = certificates("trust", settings.trust().get());
        }
        return new PemFiles(chain, key, trust);
    }

    private static List<X509Certificate> certificates(String name, Path file)
            throws SettingsException {
        byte[] bytes = bytes(name, file);
        try {
            List<X509Certificate> certificates =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(bytes))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (!certificates.isEmpty()) {
                return certificates;
            }
        } catch (GeneralSecurityException e) {
            // falls through to the refusal
        }
        throw refusal(name, file, "expected certificates in PEM (BEGIN CERTIFICATE)");
    }

    private static void checkValid(X509Certificate certificate, Path file)
            throws SettingsException {
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException e) {
            throw refusal("certificate", file, "expired on " + certificate.getNotAfter());
        } catch (GeneralSecurityException e) {
            throw refusal("certificate", file, "not valid before " + certificate.getNotBefore());
        }
    }

    private static PrivateKey key(Path file, X509Certificate certificate) throws SettingsException {
        Matcher pem = KEY.matcher(new String(bytes("key", file), ISO_8859_1));
        if (!pem.find()) {
            throw refusal(
                    "key", file, "expected a PKCS #8 key without password (BEGIN PRIVATE KEY)");
        }
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
            String algorithm = certificate.getPublicKey().getAlgorithm();
            PrivateKey key =
                    KeyFactory.getInstance(algorithm)
                            .generatePrivate(new PKCS8EncodedKeySpec(encoded));
            if (belongs(key, certificate)) {
                return key;
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // falls through to the refusal
        }
        throw refusal("key", file, "expected the key of link.tls.certificate");
    }

    /** JSSE itself would notice only when a peer verifies what was signed. */
    private static boolean belongs(PrivateKey key, X509Certificate certificate)
            throws GeneralSecurityException {
        String algorithm = SIGNATURES.get(certificate.getPublicKey().getAlgorithm());
        if (algorithm == null) {
            return false;
        }
        byte[] sample = certificate.getEncoded();
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(sample);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(sample);
        return signature.verify(signed);
    }

    private static byte[] bytes(String name, Path file) throws SettingsException {
        try {
            if (Files.size(file) <= MAX_FILE) {
                return Files.readAllBytes(file);
            }
        } catch (IOException e) {
            throw refusal(name, file, "cannot be read: " + e.getMessage());
        }
        throw refusal(name, file, "more than " + MAX_FILE + " bytes");
    }

    private static SettingsException refusal(String name, Path file, String why) {
        return new SettingsException("link.tls." + name + ": " + file + ": " + why);
    }
}
