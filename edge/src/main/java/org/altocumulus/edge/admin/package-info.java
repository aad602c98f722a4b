/** HTTP for operators, the same at an origin and at an edge: what there is to see and to do. */
package org.altocumulus.edge.admin;
