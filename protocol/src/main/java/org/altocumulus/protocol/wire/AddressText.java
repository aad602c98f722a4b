package org.altocumulus.protocol.wire;

import java.net.Inet6Address;
import java.net.InetAddress;

/** How addresses are written: IPv6 ones in the one form of RFC 5952 §4. */
final class AddressText {
    private static final int GROUPS = 8;

    private AddressText() {}

    /** An address without brackets; the zone is shown if it names an interface of this host. */
    static String of(InetAddress address) {
        return address instanceof Inet6Address inet6
                ? groups(inet6.getAddress()) + zone(inet6)
                : address.getHostAddress();
    }

    private static String groups(byte[] ip) {
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = (ip[2 * i] & 0xff) << 8 | (ip[2 * i + 1] & 0xff);
        }
        int start = longestZeros(groups);
        int end = start + zerosAt(groups, start);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == start && end - start > 1) {
                text.append("::");
                i = end - 1;
                continue;
            }
            if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
                text.append(':');
            }
            text.append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }

    /** Where the longest run of zeros begins, the first of equal ones. */
    private static int longestZeros(int[] groups) {
        int best = 0;
        for (int i = 1; i < GROUPS; i++) {
            if (zerosAt(groups, i) > zerosAt(groups, best)) {
                best = i;
            }
        }
        return best;
    }

    private static int zerosAt(int[] groups, int start) {
        int end = start;
        while (end < GROUPS && groups[end] == 0) {
            end++;
        }
        return end - start;
    }

    private static String zone(Inet6Address address) {
        if (address.getScopedInterface() != null) {
            return '%' + address.getScopedInterface().getName();
        }
        return address.getScopeId() == 0 ? "" : "%" + address.getScopeId();
    }
}
