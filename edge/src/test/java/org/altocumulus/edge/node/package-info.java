/** Tests of the node's parts that need no network. */
package org.altocumulus.edge.node;
