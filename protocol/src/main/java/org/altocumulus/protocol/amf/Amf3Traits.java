package org.altocumulus.protocol.amf;

import java.util.ArrayList;
import java.util.List;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;

/**
 * What AMF3 says of an object's class.
 *
 * @param names the sealed members in their order
 * @param size characters of the class name and the names
 */
record Amf3Traits(
        String className, boolean externalizable, boolean dynamic, List<String> names, long size) {
    private static final int SHORT_NAME = 80;

    /** The class name for a message, cut where it is absurdly long. */
    String shortName() {
        return className.length() > SHORT_NAME ? className.substring(0, SHORT_NAME) : className;
    }

    /** Reads the traits of an AMF3 body, which later ones may refer to. */
    static final class Table {
        private static final int EXTERNALIZABLE = 0x02;
        private static final int DYNAMIC = 0x04;

        private final WireReader in;
        private final Amf3Strings strings;
        private final AmfBudget budget;
        private final List<Amf3Traits> known = new ArrayList<>();

        Table(WireReader in, Amf3Strings strings, AmfBudget budget) {
            this.in = in;
            this.strings = strings;
            this.budget = budget;
        }

        /** Traits, given the object's header without its lowest bit. */
        Amf3Traits read(int header) throws WireException {
            if (U29.isReference(header)) {
                return get(header >> 1);
            }
            Amf3Traits traits = inline(header);
            known.add(traits);
            return traits;
        }

        private Amf3Traits inline(int header) throws WireException {
            boolean externalizable = (header & EXTERNALIZABLE) != 0;
            int count = externalizable ? 0 : header >> 3;
            String className = strings.readKey();
            if (count > in.remaining()) {
                throw new WireException(
                        count + " AMF3 members with " + in.remaining() + " bytes left");
            }
            List<String> names = new ArrayList<>();
            long size = className.length();
            for (int i = 0; i < count; i++) {
                String name = strings.readKey();
                names.add(name);
                size += name.length();
            }
            return new Amf3Traits(
                    className, externalizable, (header & DYNAMIC) != 0, List.copyOf(names), size);
        }

        private Amf3Traits get(int index) throws WireException {
            if (index >= known.size()) {
                throw new WireException("AMF3 traits " + index + " of " + known.size());
            }
            Amf3Traits traits = known.get(index);
            budget.expand(traits.size, 0);
            return traits;
        }
    }
}
