package org.altocumulus.protocol.amf;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/** Reads the strings of an AMF3 body, which later ones may refer to; the empty one is not kept. */
final class Amf3Strings {
    private final WireReader in;
    private final AmfBudget budget;
    private final List<String> texts = new ArrayList<>();

    Amf3Strings(WireReader in, AmfBudget budget) {
        this.in = in;
        this.budget = budget;
    }

    String read() throws WireException {
        int header = U29.read(in);
        if (U29.isReference(header)) {
            return get(header >> 1);
        }
        String text = inline(header >> 1);
        if (!text.isEmpty()) {
            texts.add(text);
        }
        return text;
    }

    /** A string that AMF0 can also write as a key or class name. */
    String readKey() throws WireException {
        String key = read();
        if (!Utf8.fitsKey(key)) {
            throw new WireException("AMF3 key of more than " + Utf8.MAX_KEY + " bytes");
        }
        return key;
    }

    /** A string of {@code length} bytes that cannot be referred to. */
    String inline(int length) throws WireException {
        int start = in.position();
        in.skip(length);
        return Utf8.decode(in.array(), start, length);
    }

    private String get(int index) throws WireException {
        if (index >= texts.size()) {
            throw new WireException("AMF3 string " + index + " of " + texts.size());
        }
        String text = texts.get(index);
        budget.expand(text.length(), 0);
        return text;
    }
}
