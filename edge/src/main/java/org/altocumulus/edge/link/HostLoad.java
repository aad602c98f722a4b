package org.altocumulus.edge.link;

/** What the host of a node has to do; measured anew each time, on the thread of the link. */
public interface HostLoad {
    /** How busy its processors are, per mille, or -1 if that is not known. */
    int cpu();

    /** Bits per second that the node sent since it was asked last, or -1 if that is not known. */
    long out();
}
