/** HTTP for operators: whether the origin is ready, and the state of the cluster as JSON. */
package org.altocumulus.origin.admin;
