/** Tests of what needs no network. */
package org.altocumulus.edge.server;
