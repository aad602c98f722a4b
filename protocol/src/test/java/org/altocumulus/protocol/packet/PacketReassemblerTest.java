package org.altocumulus.protocol.packet;

import static org.altocumulus.protocol.packet.PacketMode.INITIATOR;
import static org.altocumulus.protocol.packet.PacketMode.STARTUP;
import static org.altocumulus.protocol.vectors.Vectors.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.altocumulus.protocol.chunk.PacketFragment;
import org.altocumulus.protocol.wire.WireException;
import org.altocumulus.protocol.wire.WireReader;
import org.junit.jupiter.api.Test;

class PacketReassemblerTest {
    private static final String FROM = "192.0.2.1:40000";

    /** A startup packet of 6 bytes. */
    private static final byte[] PACKET = hex("0b 0001 300000");

    private final PacketReassembler reassembler = new PacketReassembler(4);
    private long now = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(30); // the clock may wrap

    @Test
    void fragmentsInOrderMakeAPacket() {
        assertThat(add(true, 7, 0, hex("0b 0001"))).isNull();
        assertThat(add(true, 7, 1, hex("30"))).isNull();
        assertThat(add(false, 7, 2, hex("0000"))).isEqualTo(PACKET);
        assertThat(reassembler.bufferCount()).isZero();
        assertThat(reassembler.discarded()).isZero();
    }

    @Test
    void fragmentsInAnyOrderMakeAPacketWhateverItsSize() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            byte[] packet = new byte[1 + random.nextInt(3000)];
            random.nextBytes(packet);
            packet[0] = 0x0b;
            List<PacketFragment> fragments =
                    new ArrayList<>(divide(packet, 1 + packet.length / 100));
            Collections.shuffle(fragments, random);
            PacketFragment last = fragments.remove(fragments.size() - 1);
            for (PacketFragment fragment : fragments) {
                assertThat(add(fragment)).as("seed %d", seed).isNull();
            }
            assertThat(add(last)).as("seed %d", seed).isEqualTo(packet);
        }
        assertThat(reassembler.bufferCount()).isZero();
    }

    @Test
    void aPacketInOneFragmentNeedsNoBuffer() {
        assertThat(add(false, 7, 0, PACKET)).isEqualTo(PACKET);
        assertThat(reassembler.bufferCount()).isZero();
    }

    @Test
    void packetsAreToldApartBySourceAndId() {
        add(true, 1, 0, hex("0b 0001"));
        add(true, 2, 0, hex("0b 0002"));
        add("192.0.2.2:1", new PacketFragment(true, 1, 0, hex("0b 0003")));
        assertThat(reassembler.bufferCount()).isEqualTo(3);
        assertThat(add(false, 2, 1, hex("22"))).isEqualTo(hex("0b 0002 22"));
        assertThat(add("192.0.2.2:1", new PacketFragment(false, 1, 1, hex("33"))))
                .isEqualTo(hex("0b 0003 33"));
        assertThat(add(false, 1, 1, hex("11"))).isEqualTo(hex("0b 0001 11"));
    }

    @Test
    void aDuplicateIsRefusedAndTheFirstStays() {
        add(true, 7, 0, hex("0b"));
        assertThat(add(true, 7, 0, hex("0bffff"))).isNull();
        assertThat(reassembler.discarded()).isEqualTo(1);
        assertThat(add(false, 7, 1, hex("00"))).isEqualTo(hex("0b00"));
    }

    @Test
    void aDuplicateIsNoProgress() {
        add(true, 7, 0, hex("0b"));
        later(700);
        add(true, 7, 0, hex("0b"));
        later(700);
        assertThat(add(false, 7, 1, hex("00"))).isNull();
        assertThat(reassembler.discarded()).isEqualTo(2);
    }

    @Test
    void whatIsAtOddsWithTheLastFragmentIsRefused() {
        add(true, 7, 0, hex("0b"));
        add(false, 7, 2, hex("22"));
        assertThat(add(true, 7, 3, hex("33"))).isNull(); // behind the last one
        assertThat(add(false, 7, 1, hex("11"))).isNull(); // another last one
        assertThat(add(false, 7, 5, hex("55"))).isNull();
        assertThat(reassembler.discarded()).isEqualTo(3);
        assertThat(add(true, 7, 1, hex("44"))).isEqualTo(hex("0b4422"));
    }

    @Test
    void aLastFragmentBelowOneThatHasArrivedIsRefused() {
        add(true, 7, 2, hex("22"));
        assertThat(add(false, 7, 1, hex("11"))).isNull();
        assertThat(reassembler.discarded()).isEqualTo(1);
    }

    @Test
    void anEmptyFragmentIsNoFragment() {
        assertThatThrownBy(() -> PacketFragment.read(new WireReader(hex("80 07 00"))))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("empty");
    }

    @Test
    void aFragmentInAPacketOfAnotherModeIsRefused() {
        add(true, 7, 0, hex("0b"));
        PacketFragment last = new PacketFragment(false, 7, 1, hex("00"));
        assertThat(reassembler.add(FROM, INITIATOR, last, now)).isNull();
        assertThat(reassembler.discarded()).isEqualTo(1);
        assertThat(reassembler.add(FROM, STARTUP, last, now)).isEqualTo(hex("0b00"));
    }

    @Test
    void aPacketOfAnotherModeThanItsFragmentsIsRefused() {
        for (String header : List.of("09", "0a", "08")) {
            add(true, 7, 0, hex(header));
            assertThat(add(false, 7, 1, hex("00"))).isNull();
        }
        assertThat(reassembler.discarded()).isEqualTo(3);
        assertThat(reassembler.bufferCount()).isZero();
    }

    @Test
    void aPacketHasAtMost65536Bytes() {
        byte[] half = new byte[32_768];
        half[0] = 0x0b;
        add(true, 1, 0, half);
        assertThat(add(false, 1, 1, new byte[32_768])).hasSize(PacketReassembler.MAX_BYTES);
        add(true, 2, 0, half);
        assertThat(add(false, 2, 1, new byte[32_769])).isNull();
        assertThat(reassembler.discarded()).isEqualTo(1);
        assertThat(add(false, 3, 0, new byte[65_537])).isNull();
        assertThat(reassembler.discarded()).isEqualTo(2);
    }

    @Test
    void aPacketHasAtMost128Fragments() {
        int most = PacketReassembler.MAX_FRAGMENTS;
        for (int i = most; i > 0; i--) {
            assertThat(add(i < most, 1, i - 1, hex("0b"))).isEqualTo(i == 1 ? filled(most) : null);
        }
        assertThat(reassembler.discarded()).isZero();
        assertThat(add(false, 2, most, hex("0b"))).isNull();
        assertThat(add(true, 2, Long.MAX_VALUE, hex("0b"))).isNull();
        assertThat(reassembler.discarded()).isEqualTo(2);
        assertThat(reassembler.bufferCount()).isZero();
    }

    @Test
    void tenThousandFragmentsWithoutAnEndAreRefusedFromTheLimitOn() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(add(true, 1, i, hex("0b"))).isNull();
        }
        assertThat(reassembler.bufferCount()).isEqualTo(1);
        assertThat(reassembler.discarded()).isEqualTo(10_000 - PacketReassembler.MAX_FRAGMENTS);
    }

    @Test
    void whenAllBuffersAreTakenTheOneWithoutProgressForTheLongestTimeGoes() {
        for (int id = 0; id < 4; id++) {
            add(true, id, 0, hex("0b"));
        }
        add(true, 0, 1, hex("01")); // progress of the first, so the second is now the eldest
        add(true, 4, 0, hex("0b"));
        assertThat(reassembler.bufferCount()).isEqualTo(4);
        assertThat(reassembler.discarded()).isEqualTo(1);
        assertThat(add(false, 0, 2, hex("02"))).isEqualTo(hex("0b0102"));
        assertThat(add(false, 1, 1, hex("01"))).isNull();
        assertThat(add(false, 2, 1, hex("01"))).isEqualTo(hex("0b01"));
        assertThat(add(false, 4, 1, hex("01"))).isEqualTo(hex("0b01"));
    }

    @Test
    void aPacketWithoutProgressForASecondIsGivenUp() {
        add(true, 1, 0, hex("0b"));
        later(1000);
        reassembler.expire(now);
        assertThat(reassembler.bufferCount()).isEqualTo(1);
        now++;
        reassembler.expire(now);
        assertThat(reassembler.bufferCount()).isZero();
        assertThat(reassembler.discarded()).isEqualTo(1);
        assertThat(add(false, 1, 1, hex("00"))).isNull();
    }

    @Test
    void aFragmentOfAnyPacketGivesUpThoseWithoutProgress() {
        add(true, 1, 0, hex("0b"));
        later(500);
        add(true, 2, 0, hex("0b"));
        later(501);
        add(true, 3, 0, hex("0b"));
        assertThat(reassembler.bufferCount()).isEqualTo(2);
    }

    @Test
    void aPacketThatMakesProgressHasSixtySeconds() {
        for (int i = 0; i <= 60; i++) {
            assertThat(add(true, 1, i, hex("0b"))).isNull();
            later(1000);
        }
        later(-1000);
        assertThat(add(false, 1, 61, hex("0b"))).isEqualTo(filled(62));
        assertThat(reassembler.discarded()).isZero();
    }

    @Test
    void aPacketOlderThanSixtySecondsIsGivenUpInSpiteOfProgress() {
        for (int i = 0; i <= 60; i++) {
            assertThat(add(true, 1, i, hex("0b"))).isNull();
            later(1000);
        }
        assertThat(add(false, 1, 61, hex("0b"))).isNull();
        assertThat(reassembler.discarded()).isEqualTo(1);
        later(1001);
        reassembler.expire(now);
        assertThat(reassembler.bufferCount()).isZero();
    }

    @Test
    void withoutBuffersThereIsNoReassembler() {
        assertThatIllegalArgumentException().isThrownBy(() -> new PacketReassembler(0));
    }

    private void later(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private byte[] add(boolean more, long packetId, long number, byte[] fragment) {
        return add(new PacketFragment(more, packetId, number, fragment));
    }

    private byte[] add(PacketFragment fragment) {
        return add(FROM, fragment);
    }

    private byte[] add(String source, PacketFragment fragment) {
        return reassembler.add(source, STARTUP, fragment, now);
    }

    private static byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0x0b);
        return bytes;
    }

    private static List<PacketFragment> divide(byte[] packet, int size) {
        List<PacketFragment> fragments = new ArrayList<>();
        for (int from = 0; from < packet.length; from += size) {
            int to = Math.min(packet.length, from + size);
            byte[] part = Arrays.copyOfRange(packet, from, to);
            fragments.add(new PacketFragment(to < packet.length, 9, fragments.size(), part));
        }
        return fragments;
    }
}
