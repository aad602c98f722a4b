package org.altocumulus.protocol.amf;

import static org.altocumulus.protocol.amf.AmfBytes.amf0;
import static org.altocumulus.protocol.amf.AmfBytes.amf3;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.altocumulus.protocol.vectors.Mutations;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;

class AmfRoundTripTest {
    private static final long SEED = 20_120_611;
    private static final int ROUNDS = Mutations.ROUNDS / 10;

    @Test
    void randomTreesComeBackFromAmf0() throws WireException {
        RandomValues values = new RandomValues(Mutations.random(SEED), false);
        for (int i = 0; i < ROUNDS; i++) {
            AmfValue value = values.next(4);
            assertThat(amf0(amf0(value))).as("seed %d, round %d", SEED, i).isEqualTo(value);
        }
    }

    @Test
    void randomTreesComeBackFromAmf3() throws WireException {
        RandomValues values = new RandomValues(Mutations.random(SEED), true);
        for (int i = 0; i < ROUNDS; i++) {
            AmfValue value = values.next(4);
            assertThat(amf3(amf3(value))).as("seed %d, round %d", SEED, i).isEqualTo(value);
        }
    }

    @Test
    void equalTreesHaveEqualHashCodesAndTexts() throws WireException {
        RandomValues values = new RandomValues(Mutations.random(SEED), true);
        for (int i = 0; i < ROUNDS; i++) {
            AmfValue value = values.next(4);
            AmfValue copy = amf3(amf3(value));
            assertThat(copy.hashCode()).isEqualTo(value.hashCode());
            assertThat(copy).hasToString(value.toString());
        }
    }

    @Test
    void oneByteArrayIsWrittenAlikeForHundredListenersOnSeveralThreads() throws Exception {
        byte[] content = new byte[5000];
        Mutations.random(SEED).nextBytes(content);
        AmfValue value = AmfObject.builder().put("data", new AmfByteArray(content)).build();
        byte[] expected = amf0(value);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<byte[]>> encoded = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                encoded.add(threads.submit(() -> amf0(value)));
            }
            for (Future<byte[]> bytes : encoded) {
                assertThat(bytes.get()).isEqualTo(expected);
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void valuesAreImmutable() {
        AmfValue object = AmfObject.builder().put("a", 1).build();
        assertThatThrownBy(() -> object.members().put("b", AmfConstant.NULL))
                .isInstanceOf(UnsupportedOperationException.class);
        List<AmfValue> source = new ArrayList<>(List.of(AmfConstant.NULL));
        AmfStrictArray array = new AmfStrictArray(source);
        source.clear();
        assertThat(array.values()).hasSize(1);
        assertThatThrownBy(() -> array.values().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void numbersOfDifferentKindsAreNotEqual() {
        double[] one = {1};
        AmfValue ints = new AmfNumberVector(AmfNumberVector.Kind.INT, false, one);
        assertThat(ints)
                .isNotEqualTo(new AmfNumberVector(AmfNumberVector.Kind.UINT, false, one))
                .isNotEqualTo(new AmfNumberVector(AmfNumberVector.Kind.INT, true, one))
                .isNotEqualTo(new AmfNumberVector(AmfNumberVector.Kind.INT, false, new double[1]));
        assertThat(new AmfByteArray(new byte[1])).isNotEqualTo(new AmfByteArray(new byte[2]));
    }
}
