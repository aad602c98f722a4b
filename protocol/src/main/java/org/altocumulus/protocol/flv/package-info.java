/**
 * The FLV container, which publishing, playing and recording share: the tags of audio, video and
 * data have the types and bodies of RTMP messages.
 */
package org.altocumulus.protocol.flv;
