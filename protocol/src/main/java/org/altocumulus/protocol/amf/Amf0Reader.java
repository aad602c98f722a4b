package org.altocumulus.protocol.amf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * Reads AMF0, and AMF3 behind the marker 0x11. The AMF3 values of a body share one set of tables,
 * as the players' and Flex's do.
 */
public final class Amf0Reader implements AmfReader {
    private static final int DATE_ZONE_SIZE = 2;

    private final WireReader in;
    private final AmfBudget budget;
    private final ReferenceTable references;
    private Amf3Reader amf3;

    /** Reads all that remains in {@code in}, which the reader moves on. */
    public Amf0Reader(WireReader in) {
        this.in = in;
        this.budget = new AmfBudget(in);
        this.references = new ReferenceTable(budget);
    }

    @Override
    public boolean hasMore() {
        return in.remaining() > 0;
    }

    @Override
    public AmfValue read() throws WireException {
        return read(in.u8());
    }

    private AmfValue read(int marker) throws WireException {
        budget.count();
        return switch (marker) {
            case Amf0Marker.NUMBER -> new AmfNumber(f64());
            case Amf0Marker.BOOLEAN -> new AmfBoolean(in.u8() != 0);
            case Amf0Marker.STRING -> new AmfString(string(in.u16()));
            case Amf0Marker.OBJECT -> object("");
            case Amf0Marker.NULL -> AmfConstant.NULL;
            case Amf0Marker.UNDEFINED -> AmfConstant.UNDEFINED;
            case Amf0Marker.REFERENCE -> references.get(in.u16());
            case Amf0Marker.ECMA_ARRAY -> ecmaArray();
            case Amf0Marker.STRICT_ARRAY -> strictArray();
            case Amf0Marker.DATE -> date();
            case Amf0Marker.LONG_STRING -> new AmfString(longString());
            case Amf0Marker.UNSUPPORTED -> AmfConstant.UNSUPPORTED;
            case Amf0Marker.XML_DOCUMENT -> new AmfXml(longString(), true);
            case Amf0Marker.TYPED_OBJECT -> object(string(in.u16()));
            case Amf0Marker.AMF3 -> amf3().read();
            default -> throw new WireException("AMF0 marker " + marker);
        };
    }

    private AmfValue object(String className) throws WireException {
        int index = references.open();
        return references.close(index, new AmfObject(className, members()));
    }

    private AmfValue ecmaArray() throws WireException {
        in.skip(4); // A count that many encoders get wrong; the end mark counts.
        int index = references.open();
        return references.close(index, new AmfEcmaArray(members()));
    }

    private Map<String, AmfValue> members() throws WireException {
        Map<String, AmfValue> members = new LinkedHashMap<>();
        while (true) {
            String key = string(in.u16());
            int marker = in.u8();
            if (key.isEmpty() && marker == Amf0Marker.OBJECT_END) {
                return members;
            }
            members.put(key, read(marker));
        }
    }

    private AmfValue strictArray() throws WireException {
        long count = in.u32();
        if (count > in.remaining()) {
            throw new WireException(count + " AMF0 values with " + in.remaining() + " bytes left");
        }
        int index = references.open();
        List<AmfValue> values = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            values.add(read());
        }
        return references.close(index, new AmfStrictArray(values));
    }

    private AmfValue date() throws WireException {
        double millis = f64();
        in.skip(DATE_ZONE_SIZE);
        return new AmfDate(millis);
    }

    private double f64() throws WireException {
        return Double.longBitsToDouble(in.i64());
    }

    private String longString() throws WireException {
        long length = in.u32();
        if (length > in.remaining()) {
            throw new WireException(
                    "AMF0 string of " + length + " bytes with " + in.remaining() + " left");
        }
        return string((int) length);
    }

    private String string(int length) throws WireException {
        int start = in.position();
        in.skip(length);
        return Utf8.decode(in.array(), start, length);
    }

    private Amf3Reader amf3() {
        if (amf3 == null) {
            amf3 = new Amf3Reader(in, budget);
        }
        return amf3;
    }
}
