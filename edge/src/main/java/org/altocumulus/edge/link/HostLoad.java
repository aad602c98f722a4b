package org.altocumulus.edge.link;

import org.altocumulus.protocol.cluster.LoadReport;

/** What the host of a node has to do; measured anew each time, on the thread of the link. */
public interface HostLoad {
    /** Of a host that is not measured. */
    HostLoad UNKNOWN =
            new HostLoad() {
                @Override
                public int cpu() {
                    return LoadReport.UNKNOWN;
                }

                @Override
                public long out() {
                    return LoadReport.UNKNOWN;
                }
            };

    /** How busy its processors are, per mille, or -1 if that is not known. */
    int cpu();

    /** Bits per second that the node sent since it was asked last, or -1 if that is not known. */
    long out();
}
