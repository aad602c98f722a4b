/** How Netty drives a TCP connection of the cluster's link, the same at both of its ends. */
package org.altocumulus.edge.tcp;
