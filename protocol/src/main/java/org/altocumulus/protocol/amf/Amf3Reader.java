package org.altocumulus.protocol.amf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/** Reads AMF3. */
public final class Amf3Reader implements AmfReader {
    private final WireReader in;
    private final AmfBudget budget;
    private final ReferenceTable objects;
    private final Amf3Strings strings;
    private final Amf3Traits.Table traits;

    /** Reads all that remains in {@code in}, which the reader moves on. */
    public Amf3Reader(WireReader in) {
        this(in, new AmfBudget(in));
    }

    Amf3Reader(WireReader in, AmfBudget budget) {
        this.in = in;
        this.budget = budget;
        this.objects = new ReferenceTable(budget);
        this.strings = new Amf3Strings(in, budget);
        this.traits = new Amf3Traits.Table(in, strings, budget);
    }

    @Override
    public boolean hasMore() {
        return in.remaining() > 0;
    }

    @Override
    public AmfValue read() throws WireException {
        budget.count();
        int marker = in.u8();
        return switch (marker) {
            case Amf3Marker.UNDEFINED -> AmfConstant.UNDEFINED;
            case Amf3Marker.NULL -> AmfConstant.NULL;
            case Amf3Marker.FALSE -> new AmfBoolean(false);
            case Amf3Marker.TRUE -> new AmfBoolean(true);
            case Amf3Marker.INTEGER -> new AmfInteger(U29.readSigned(in));
            case Amf3Marker.DOUBLE -> new AmfNumber(f64());
            case Amf3Marker.STRING -> new AmfString(strings.read());
            default -> {
                if (marker > Amf3Marker.DICTIONARY) {
                    throw new WireException("AMF3 marker " + marker);
                }
                int header = U29.read(in);
                yield U29.isReference(header)
                        ? objects.get(header >> 1)
                        : complex(marker, header >> 1);
            }
        };
    }

    /** A value that can be referred to; {@code header} without its lowest bit. */
    private AmfValue complex(int marker, int header) throws WireException {
        int index = objects.open();
        AmfValue value =
                switch (marker) {
                    case Amf3Marker.XML_DOCUMENT -> new AmfXml(strings.inline(header), true);
                    case Amf3Marker.DATE -> new AmfDate(f64());
                    case Amf3Marker.ARRAY -> array(header);
                    case Amf3Marker.OBJECT -> object(header);
                    case Amf3Marker.XML -> new AmfXml(strings.inline(header), false);
                    case Amf3Marker.BYTE_ARRAY -> new AmfByteArray(in.bytes(header));
                    case Amf3Marker.VECTOR_INT -> vector(AmfNumberVector.Kind.INT, header);
                    case Amf3Marker.VECTOR_UINT -> vector(AmfNumberVector.Kind.UINT, header);
                    case Amf3Marker.VECTOR_DOUBLE -> vector(AmfNumberVector.Kind.DOUBLE, header);
                    case Amf3Marker.VECTOR_OBJECT -> objectVector(header);
                    default -> dictionary(header);
                };
        return objects.close(index, value);
    }

    private AmfValue array(int count) throws WireException {
        requireRoom(count, 1);
        Map<String, AmfValue> members = new LinkedHashMap<>();
        readMembers(members);
        List<AmfValue> values = values(count);
        if (members.isEmpty()) {
            return new AmfStrictArray(values);
        }
        for (int i = 0; i < count; i++) {
            members.put(Integer.toString(i), values.get(i));
        }
        return new AmfEcmaArray(members);
    }

    private AmfValue object(int header) throws WireException {
        Amf3Traits shape = traits.read(header);
        if (shape.externalizable()) {
            if (!AmfExternalizable.isKnown(shape.className())) {
                throw new WireException("externalizable of unknown class " + shape.shortName());
            }
            return new AmfExternalizable(shape.className(), read());
        }
        Map<String, AmfValue> members = new LinkedHashMap<>();
        for (String name : shape.names()) {
            members.put(name, read());
        }
        if (shape.dynamic()) {
            readMembers(members);
        }
        return new AmfObject(shape.className(), members);
    }

    private void readMembers(Map<String, AmfValue> members) throws WireException {
        for (String key = strings.readKey(); !key.isEmpty(); key = strings.readKey()) {
            members.put(key, read());
        }
    }

    private AmfValue vector(AmfNumberVector.Kind kind, int count) throws WireException {
        boolean fixed = in.u8() != 0;
        requireRoom(count, kind.size());
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] =
                    switch (kind) {
                        case INT -> in.i32();
                        case UINT -> in.u32();
                        case DOUBLE -> f64();
                    };
        }
        return new AmfNumberVector(kind, fixed, values);
    }

    private AmfValue objectVector(int count) throws WireException {
        boolean fixed = in.u8() != 0;
        String typeName = strings.readKey();
        requireRoom(count, 1);
        return new AmfObjectVector(typeName, fixed, values(count));
    }

    private AmfValue dictionary(int count) throws WireException {
        boolean weakKeys = in.u8() != 0;
        requireRoom(count, 2);
        List<AmfDictionary.Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            AmfValue key = read();
            entries.add(new AmfDictionary.Entry(key, read()));
        }
        return new AmfDictionary(weakKeys, entries);
    }

    private List<AmfValue> values(int count) throws WireException {
        List<AmfValue> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(read());
        }
        return values;
    }

    private double f64() throws WireException {
        return Double.longBitsToDouble(in.i64());
    }

    private void requireRoom(int count, int size) throws WireException {
        if ((long) count * size > in.remaining()) {
            throw new WireException(count + " AMF3 values with " + in.remaining() + " bytes left");
        }
    }
}
