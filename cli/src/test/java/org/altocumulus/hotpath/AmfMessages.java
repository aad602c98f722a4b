package org.altocumulus.hotpath;

import java.util.List;
import org.altocumulus.protocol.amf.AmfObject;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.message.Command;
import org.altocumulus.protocol.message.DataMessage;
import org.altocumulus.protocol.message.RtmpMessage;
import org.altocumulus.protocol.wire.WireException;

/** What Flash Player says to connect, and what an encoder says of its stream. */
public final class AmfMessages {
    private final Command connect;
    private final DataMessage metadata;
    private final RtmpMessage encodedConnect;
    private final RtmpMessage encodedMetadata;

    public AmfMessages() {
        AmfObject properties =
                AmfObject.builder()
                        .put("app", "live")
                        .put("flashVer", "WIN 32,0,0,465")
                        .put("swfUrl", "https://www.example.net/player.swf")
                        .put("tcUrl", "rtmfp://media.example.net/live")
                        .put("fpad", false)
                        .put("capabilities", 235)
                        .put("audioCodecs", 3575)
                        .put("videoCodecs", 252)
                        .put("videoFunction", 1)
                        .put("pageUrl", "https://www.example.net/watch.html")
                        .put("objectEncoding", 3)
                        .build();
        connect = new Command("connect", 1, properties, List.of(AmfValue.of("token")));
        AmfObject stream =
                AmfObject.builder()
                        .put("duration", 0)
                        .put("width", 1280)
                        .put("height", 720)
                        .put("videodatarate", 2500)
                        .put("framerate", 30)
                        .put("videocodecid", 7)
                        .put("audiodatarate", 160)
                        .put("audiosamplerate", 48_000)
                        .put("audiosamplesize", 16)
                        .put("stereo", true)
                        .put("audiocodecid", 10)
                        .put("encoder", "obs-output module")
                        .build();
        metadata =
                new DataMessage(
                        DataMessage.SET_DATA_FRAME,
                        List.of(AmfValue.of(DataMessage.ON_META_DATA), stream));
        encodedConnect = writeConnect();
        encodedMetadata = writeMetadata();
    }

    public Command parseConnect() throws WireException {
        return Command.parse(encodedConnect);
    }

    public RtmpMessage writeConnect() {
        return connect.encode(0);
    }

    public DataMessage parseMetadata() throws WireException {
        return DataMessage.parse(encodedMetadata);
    }

    public RtmpMessage writeMetadata() {
        return metadata.encode(0);
    }
}
