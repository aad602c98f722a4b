package org.altocumulus.protocol.cluster;

import java.net.InetSocketAddress;
import org.altocumulus.protocol.wire.HostPort;

/** PROBE and PROBED: whether an advertised UDP address answers a hello of the origin. */
final class Probe {
    private static final String ADDRESS = "address";
    private static final String ANSWERED = "answered";

    private Probe() {}

    static Frame request(InetSocketAddress address) {
        return Frame.of(Verb.PROBE).with(ADDRESS, HostPort.format(address)).build();
    }

    static InetSocketAddress address(Frame frame) throws LinkRefusal {
        return Registration.address(ADDRESS, frame.text(ADDRESS));
    }

    static Frame result(InetSocketAddress address, boolean answered) {
        return Frame.of(Verb.PROBED)
                .with(ADDRESS, HostPort.format(address))
                .with(ANSWERED, Boolean.toString(answered))
                .build();
    }

    static boolean isAnswered(Frame frame) throws LinkRefusal {
        String answered = frame.text(ANSWERED);
        return switch (answered) {
            case "true" -> true;
            case "false" -> false;
            default -> throw Frame.bad(ANSWERED, answered, "true or false");
        };
    }
}
