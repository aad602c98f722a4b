package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.altocumulus.protocol.vectors.Mutations;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupJoinTest {
    private static final String ID =
            "c3ab09fc9d3fd2fe3f4f82762c530b96f2eb1c49d9fe615f48f250545b731dc9";

    @Test
    void theRecordedJoinIsReadAndWritten() throws WireException {
        byte[] message = Vectors.hex("01 21 15" + ID);
        GroupJoin join = GroupJoin.parse(message);
        assertThat(join.groupId()).isEqualTo(Vectors.hex(ID));
        assertThat(join.encode()).isEqualTo(message);
        assertThat(join)
                .isEqualTo(new GroupJoin(Vectors.hex(ID)))
                .hasToString("GroupJoin[" + ID + ']');
    }

    @Test
    void aBareIdIsRead() throws WireException {
        assertThat(GroupJoin.parse(Vectors.hex(ID)).groupId()).isEqualTo(Vectors.hex(ID));
        String beginsLikeAJoin = "0121" + ID.substring(4);
        assertThat(GroupJoin.parse(Vectors.hex(beginsLikeAJoin)).groupId())
                .isEqualTo(Vectors.hex(beginsLikeAJoin));
    }

    @Test
    void aGroupspecIsHashed() throws WireException {
        // FIPS 180-2, B.1: SHA-256 of "abc".
        assertThat(GroupJoin.parse(Vectors.hex("01 04 10 616263")).groupId())
                .isEqualTo(
                        Vectors.hex(
                                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        String spec = "67".repeat(29);
        GroupJoin of32Bytes = GroupJoin.parse(Vectors.hex("01 1e 10" + spec));
        assertThat(of32Bytes).isEqualTo(GroupJoin.parse(Vectors.hex("01 1e 10" + spec + "00")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "01",
                "01 21",
                "01 21 15",
                "01 22 15" + ID, // longer than the message
                "01 ffffff7f 15" + ID,
                "01 ffffffffffffffffff7f 15" + ID,
                "01 20 15" + ID, // 31 bytes
                "01 22 15" + ID + "00", // 33 bytes
                "01 01 10", // no groupspec
                "01 00",
                "01 21 16" + ID,
                "02 21 15" + ID,
                ID + "00"
            })
    void otherLengthsAndFormsAreRefused(String hex) {
        assertThatThrownBy(() -> GroupJoin.parse(Vectors.hex(hex)))
                .isInstanceOf(WireException.class);
    }

    @Test
    void membersAreToldByTheirPeerId() {
        assertThat(GroupJoin.member(Vectors.hex(ID))).isEqualTo(Vectors.hex("0b" + ID));
    }

    @Test
    void damagedMessagesAreReadOrRefused() {
        List<byte[]> samples =
                List.of(
                        Vectors.hex("01 21 15" + ID),
                        Vectors.hex("01 04 10 616263"),
                        Vectors.hex(ID));
        Mutations.mutateAll(
                samples, bytes -> assertThat(GroupJoin.parse(bytes).groupId()).hasSize(32));
    }
}
