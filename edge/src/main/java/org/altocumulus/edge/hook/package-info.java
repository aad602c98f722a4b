/**
 * Asks HTTP servers of the operator what clients may do. Requests run on threads of their own, no
 * more than so many at a time.
 */
package org.altocumulus.edge.hook;
