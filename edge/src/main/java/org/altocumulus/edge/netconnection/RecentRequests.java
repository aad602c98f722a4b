package org.altocumulus.edge.netconnection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The latest requests to connect that differ. Clients of one application say mostly the same, about
 * half a kilobyte, and each connection keeps what its client said: so those that said the same keep
 * one object. Belongs to one loop.
 */
final class RecentRequests {
    private static final int MOST = 64;
    private static final float LOAD_FACTOR = 0.75f;

    /** Each is its own value; the one that was asked for longest ago comes first. */
    private final Map<ConnectRequest, ConnectRequest> recent =
            new LinkedHashMap<>(2 * MOST, LOAD_FACTOR, true);

    /** An equal request of before, if it is still known; otherwise this one, known from now on. */
    ConnectRequest shared(ConnectRequest request) {
        ConnectRequest known = recent.get(request);
        if (known != null && keys(known).equals(keys(request))) {
            return known;
        }
        recent.remove(request);
        recent.put(request, request);
        if (recent.size() > MOST) {
            recent.remove(recent.keySet().iterator().next());
        }
        return request;
    }

    /** The order of properties counts, and maps in another order are equal. */
    private static List<String> keys(ConnectRequest request) {
        return new ArrayList<>(request.properties().keySet());
    }
}
