/**
 * The origin as a process: registry, redirect, directory and hub, the links of the edges, the admin
 * port, and a media node for clients that no edge takes.
 */
package org.altocumulus.origin.daemon;
