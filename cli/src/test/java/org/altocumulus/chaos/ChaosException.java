package org.altocumulus.chaos;

import java.io.IOException;

/** Something that has to work for the chaos program itself did not. */
final class ChaosException extends IOException {
    private static final long serialVersionUID = 1;

    ChaosException(String message) {
        super(message);
    }
}
