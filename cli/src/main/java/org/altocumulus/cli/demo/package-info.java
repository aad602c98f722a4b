/**
 * A whole cluster in one process, with a publisher and players, to see it work and to check that it
 * does.
 */
package org.altocumulus.cli.demo;
