/**
 * The cluster as a whole: daemons, links and clients over real sockets on loopback addresses, in
 * one process or as processes of their own.
 */
package org.altocumulus.integration;
