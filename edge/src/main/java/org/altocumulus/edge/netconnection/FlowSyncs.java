package org.altocumulus.edge.netconnection;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.altocumulus.protocol.flow.ReceiveFlow;
import org.altocumulus.protocol.message.UserControl;
import org.altocumulus.protocol.session.Session;

/**
 * The points at which flows of one client wait for each other (RFC 7425 §5.2): a flow that has
 * shown the id of such a point is held until as many have shown it as belong to it. A flow in order
 * of arrival counts and is not held. Belongs to one connection.
 */
final class FlowSyncs {
    /** For the case that one of the flows never gets there. */
    private static final long LONGEST_HOLD = SECONDS.toNanos(3);

    private static final int MAX_POINTS = 16;
    private static final int MAX_FLOWS = 64;

    private final Map<Long, Set<ReceiveFlow>> points = new LinkedHashMap<>();

    /**
     * A flow has come to a point.
     *
     * @return false if the point makes no sense
     */
    boolean on(Session session, ReceiveFlow flow, UserControl.FlowSync sync, long now) {
        if (sync.count() < 1 || sync.count() > MAX_FLOWS) {
            return false;
        }
        Set<ReceiveFlow> waiting =
                points.computeIfAbsent(sync.syncId(), i -> new LinkedHashSet<>());
        waiting.add(flow);
        if (waiting.size() >= sync.count()) {
            points.remove(sync.syncId());
            List<ReceiveFlow> held = new ArrayList<>(waiting);
            held.forEach(each -> session.resumeFlow(each, now));
            return true;
        }
        if (flow.order() == ReceiveFlow.Order.ORIGINAL) {
            session.suspendFlow(flow, now + LONGEST_HOLD);
        }
        if (points.size() > MAX_POINTS) {
            forgetOldest(session, now);
        }
        return true;
    }

    private void forgetOldest(Session session, long now) {
        long oldest = points.keySet().iterator().next();
        points.remove(oldest).forEach(flow -> session.resumeFlow(flow, now));
    }
}
