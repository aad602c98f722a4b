package org.altocumulus.edge.tcp;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;
import org.altocumulus.protocol.cluster.Reason;

/** What to say of TLS that failed. */
final class TlsFailure {
    private TlsFailure() {}

    /** Whether an exception of the pipeline comes from TLS. */
    static boolean is(Throwable cause) {
        return cause instanceof SSLException
                || (cause instanceof DecoderException && cause.getCause() instanceof SSLException);
    }

    /** That TCP ends in between is no fault of TLS: the other end stops, or only looked. */
    static Reason reason(Throwable cause) {
        return cause instanceof ClosedChannelException ? Reason.DISCONNECTED : Reason.TLS;
    }

    /** One line for people. */
    static String describe(Throwable cause) {
        if (cause instanceof ClosedChannelException) {
            return "the TCP connection ended during the TLS handshake";
        }
        Throwable failure = cause instanceof DecoderException ? cause.getCause() : cause;
        if (failure instanceof NotSslRecordException) {
            return "the other end does not speak TLS and this one does";
        }
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String said = String.valueOf(failure.getMessage());
        String why = root.getMessage();
        return "TLS: " + (why == null || said.contains(why) ? said : said + "; " + why);
    }
}
