package org.altocumulus.edge.server;

import java.util.Optional;
import org.altocumulus.edge.admin.AdminAccess;
import org.altocumulus.edge.ops.AdminAccessSettings;

/** Settings, as an admin port wants them. */
public final class AdminParameters {
    private AdminParameters() {}

    /** Who may use it. */
    public static AdminAccess of(AdminAccessSettings settings) {
        return new AdminAccess(
                Optional.of(settings.token()).filter(token -> !token.isEmpty()), settings.hosts());
    }
}
