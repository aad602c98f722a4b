/** Tests of the hooks, without network. */
package org.altocumulus.edge.hook;
