/**
 * An RTMFP client: connections, streams, publishing from and recording to FLV. It serves the
 * commands and the integration tests, and speaks to any RTMFP server.
 */
package org.altocumulus.cli.client;
