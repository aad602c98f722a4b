/** Configuration records of the origin, beside those that it shares with the edge. */
package org.altocumulus.origin.ops;
