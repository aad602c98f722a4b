package org.altocumulus.protocol.amf;

/**
 * An XML text, which is not looked into.
 *
 * @param document whether it is of the old class XMLDocument, the only one that AMF0 has a marker
 *     for, or of the XML type of ActionScript 3
 */
public record AmfXml(String text, boolean document) implements AmfValue {}
