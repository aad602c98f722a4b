package org.altocumulus.protocol.message;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.amf.AmfString;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.wire.HostPort;

/**
 * The local addresses of its own that a client reports with {@code setPeerInfo}.
 *
 * @param addresses the first {@link #MAX_ADDRESSES} that can be used, in their order
 * @param skipped how many entries are no addresses that a peer could send to
 * @param skippedEntries the first {@link #MAX_SHOWN} of those for the log: their bytes, those that
 *     are not printable ASCII as {@code \xNN}
 */
public record PeerInfo(
        List<InetSocketAddress> addresses, int skipped, List<String> skippedEntries) {
    /** As many addresses as the players keep of each other. */
    public static final int MAX_ADDRESSES = 7;

    /** As many bad entries as are shown. */
    public static final int MAX_SHOWN = 8;

    private static final String NAME = "setPeerInfo";
    private static final int MAX_SHOWN_BYTES = 64;

    /** Copies the lists. */
    public PeerInfo {
        addresses = List.copyOf(addresses);
        skippedEntries = List.copyOf(skippedEntries);
    }

    /** Reads the arguments of the command; what is wrong with one entry harms no other. */
    public static PeerInfo of(Command command) {
        List<InetSocketAddress> addresses = new ArrayList<>();
        List<String> shown = new ArrayList<>();
        int skipped = 0;
        for (AmfValue argument : command.arguments()) {
            InetSocketAddress address = address(argument.toText(""));
            if (address == null) {
                skipped++;
                if (shown.size() < MAX_SHOWN) {
                    shown.add(show(argument));
                }
            } else if (addresses.size() < MAX_ADDRESSES) {
                addresses.add(address);
            }
        }
        return new PeerInfo(addresses, skipped, shown);
    }

    /** The command that reports these addresses. */
    public Command toCommand() {
        AmfValue[] texts =
                addresses.stream()
                        .map(address -> AmfValue.of(HostPort.format(address)))
                        .toArray(AmfValue[]::new);
        return new Command(NAME, 0, texts);
    }

    private static InetSocketAddress address(String text) {
        if (text.indexOf('%') >= 0) {
            return null; // The zone of an IPv6 address means nothing on another host.
        }
        try {
            InetSocketAddress address = HostPort.parseNumeric(text);
            boolean unusable =
                    address.getAddress().isAnyLocalAddress()
                            || address.getAddress().isMulticastAddress();
            return unusable ? null : address;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String show(AmfValue entry) {
        if (!(entry instanceof AmfString string)) {
            return entry.getClass().getSimpleName();
        }
        StringBuilder shown = new StringBuilder();
        byte[] bytes = string.utf8();
        for (int i = 0; i < Math.min(bytes.length, MAX_SHOWN_BYTES); i++) {
            if (bytes[i] >= ' ' && bytes[i] <= '~' && bytes[i] != '\\') {
                shown.append((char) bytes[i]);
            } else {
                shown.append(String.format("\\x%02x", bytes[i]));
            }
        }
        if (bytes.length > MAX_SHOWN_BYTES) {
            shown.append('…');
        }
        return shown.toString();
    }
}
