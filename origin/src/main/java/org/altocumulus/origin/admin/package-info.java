/** The state of the cluster, as the admin port of its origin shows it. */
package org.altocumulus.origin.admin;
