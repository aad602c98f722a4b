/** Tests of the admin port. */
package org.altocumulus.edge.admin;
