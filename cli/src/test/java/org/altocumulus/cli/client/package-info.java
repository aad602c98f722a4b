/** Tests of the client's parts that need no network. */
package org.altocumulus.cli.client;
