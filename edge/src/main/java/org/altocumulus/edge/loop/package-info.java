/** What the event loops of sessions and those of links have in common. */
package org.altocumulus.edge.loop;
