/**
 * The load generator: many clients in one process that put a measured load on any RTMFP server.
 * What is measured is told as JSON.
 */
package org.altocumulus.cli.load;
