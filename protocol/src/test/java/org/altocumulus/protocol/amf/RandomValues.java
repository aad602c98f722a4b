package org.altocumulus.protocol.amf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Makes random trees of values. */
final class RandomValues {
    private static final int MAX_CHILDREN = 5;
    private static final String[] TEXTS = {
        "", "a", "level", "日本語", "\ud83d\ude00 face", "\udcff not UTF-8", "0", "x".repeat(200)
    };

    private final RandomGenerator random;
    private final boolean amf3;

    RandomValues(RandomGenerator random, boolean amf3) {
        this.random = random;
        this.amf3 = amf3;
    }

    AmfValue next(int depth) {
        int kinds = amf3 ? 15 : 9;
        return switch (depth == 0 ? random.nextInt(5) : random.nextInt(kinds)) {
            case 0 -> new AmfNumber(number());
            case 1 -> new AmfString(text());
            case 2 -> new AmfBoolean(random.nextBoolean());
            case 3 -> random.nextBoolean() ? AmfConstant.NULL : AmfConstant.UNDEFINED;
            case 4 -> new AmfDate(random.nextLong(1L << 43));
            case 5 -> new AmfObject(random.nextBoolean() ? "" : "my.Class", members(depth, 0));
            case 6 -> new AmfEcmaArray(members(depth, 1));
            case 7 -> new AmfStrictArray(list(() -> next(depth - 1)));
            case 8 -> new AmfXml("<a>" + text() + "</a>", !amf3 || random.nextBoolean());
            case 9 -> new AmfInteger(random.nextInt(AmfInteger.MIN, AmfInteger.MAX + 1));
            case 10 -> new AmfByteArray(bytes());
            case 11 -> vector();
            case 12 ->
                    new AmfObjectVector(text(), random.nextBoolean(), list(() -> next(depth - 1)));
            case 13 ->
                    new AmfDictionary(
                            random.nextBoolean(),
                            list(() -> new AmfDictionary.Entry(next(depth - 1), next(depth - 1))));
            default -> new AmfExternalizable("flex.messaging.io.ArrayCollection", next(depth - 1));
        };
    }

    private double number() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(1000);
            case 1 -> random.nextDouble() * 1e300;
            case 2 -> Double.NEGATIVE_INFINITY;
            default -> Double.NaN;
        };
    }

    private String text() {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        return bytes;
    }

    private AmfValue vector() {
        List<AmfNumberVector.Kind> kinds = List.of(AmfNumberVector.Kind.values());
        AmfNumberVector.Kind kind = kinds.get(random.nextInt(kinds.size()));
        double[] values = new double[random.nextInt(MAX_CHILDREN)];
        for (int i = 0; i < values.length; i++) {
            values[i] =
                    switch (kind) {
                        case INT -> random.nextInt();
                        case UINT -> random.nextInt() & 0xffff_ffffL;
                        case DOUBLE -> number();
                    };
        }
        return new AmfNumberVector(kind, random.nextBoolean(), values);
    }

    /** Without an empty key, which AMF3 has no form for; an ECMA array needs one member there. */
    private Map<String, AmfValue> members(int depth, int min) {
        Map<String, AmfValue> members = new LinkedHashMap<>();
        int count = min + random.nextInt(MAX_CHILDREN);
        for (int i = 0; i < count; i++) {
            members.put("key" + i + text(), next(depth - 1));
        }
        return members;
    }

    private <T> List<T> list(Supplier<T> element) {
        List<T> list = new ArrayList<>();
        int count = random.nextInt(MAX_CHILDREN);
        for (int i = 0; i < count; i++) {
            list.add(element.get());
        }
        return list;
    }
}
