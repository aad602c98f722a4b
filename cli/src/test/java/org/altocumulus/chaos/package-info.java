/**
 * The chaos program: a cluster of the built distribution as processes of their own, 60 players, and
 * what goes wrong in real life done to it on purpose, one scenario after the other. Each player's
 * frames are counted by their numbers. docs/testing.md says how to run it.
 */
package org.altocumulus.chaos;
