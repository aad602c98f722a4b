package org.altocumulus.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.altocumulus.protocol.amf.AmfConstant;
import org.altocumulus.protocol.amf.AmfInteger;
import org.altocumulus.protocol.amf.AmfObject;
import org.altocumulus.protocol.amf.AmfValue;
import org.altocumulus.protocol.vectors.Vectors;
import org.altocumulus.protocol.wire.WireException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
    private static final String ZERO = "00 0000000000000000";
    private static final String PLAY = "02 0004 706c6179";

    @Test
    void aCommandHasNameTransactionObjectAndArguments() throws WireException {
        Command command = amf0(PLAY + "00 3ff0000000000000 05 02 0001 78 01 01");
        assertThat(command)
                .isEqualTo(
                        new Command(
                                "play",
                                1,
                                AmfConstant.NULL,
                                List.of(AmfValue.of("x"), AmfValue.of(true))));
        assertThat(command.argument(0)).isEqualTo(AmfValue.of("x"));
        assertThat(command.argument(2)).isEqualTo(AmfConstant.UNDEFINED);
    }

    @Test
    void aFormattedCommandSaysTheSame() throws WireException {
        Command command = new Command("play", 3, AmfValue.of("x"), AmfValue.of(-1));
        RtmpMessage message = command.encodeFormatted(7);
        assertThat(message.type()).isEqualTo(MessageType.COMMAND_AMF3);
        assertThat(message.timestamp()).isEqualTo(7);
        assertThat(message.encoded()[RtmpMessage.HEADER_SIZE]).isZero();
        assertThat(Command.parse(RtmpMessage.parse(message.encoded()))).isEqualTo(command);
    }

    @Test
    void theNullBeforeArgumentsMayBeMissing() throws WireException {
        Command command = amf0(PLAY + ZERO + "02 0001 78");
        assertThat(command).isEqualTo(new Command("play", 0, AmfValue.of("x")));
    }

    @Test
    void everythingBehindTheNameMayBeMissing() throws WireException {
        assertThat(amf0(PLAY + ZERO)).isEqualTo(new Command("play", 0));
        assertThat(amf0(PLAY)).isEqualTo(new Command("play", 0));
        assertThat(amf0(PLAY + "05")).isEqualTo(new Command("play", 0));
    }

    @Test
    void anObjectInThirdPlaceIsTheCommandObject() throws WireException {
        Command command = amf0("02 0007 636f6e6e656374" + ZERO + "03 0001 61 05 0000 09");
        assertThat(command.object()).isInstanceOf(AmfObject.class);
        assertThat(command.arguments()).isEmpty();
    }

    @Test
    void anAmf3StringMayStandInATypeTwentyCommand() throws WireException {
        Command command = amf0("02 0007 7075626c697368" + ZERO + "05 11 06 0d 676f6c64656e");
        assertThat(command).isEqualTo(new Command("publish", 0, AmfValue.of("golden")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00" + PLAY + ZERO + "05 00 401c000000000000", // AMF0 behind the format byte
                "00" + PLAY + ZERO + "05 11 05 401c000000000000", // switching to AMF3
                PLAY + ZERO + "05 00 401c000000000000", // format byte left out
                "03 06 09 706c6179 05 0000000000000000 01 05 401c000000000000", // AMF3
                "06 09 706c6179 04 00 01 05 401c000000000000" // AMF3, format byte left out
            })
    void typeSeventeenIsReadInEveryForm(String hex) throws WireException {
        assertThat(parse(MessageType.COMMAND_AMF3, hex))
                .isEqualTo(new Command("play", 0, AmfValue.of(7)));
    }

    @Test
    void theTransactionIdMayBeAnInteger() throws WireException {
        Command command = parse(MessageType.COMMAND_AMF3, "06 03 61 04 05 01 04 07");
        assertThat(command).isEqualTo(new Command("a", 5, new AmfInteger(7)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", // no name
                "05" + ZERO, // a null for a name
                "00 0000000000000000",
                PLAY + "02 0001 78", // a string for a transaction id
                PLAY + "00 00",
                PLAY + ZERO + "05 02 0009 78" // a cut argument
            })
    void whatIsNoCommandIsRefused(String hex) {
        assertThatThrownBy(() -> amf0(hex)).isInstanceOf(WireException.class);
    }

    @Test
    void otherTypesAreNoCommands() {
        assertThatThrownBy(() -> parse(MessageType.AUDIO, PLAY + ZERO))
                .isInstanceOf(WireException.class);
        assertThatThrownBy(() -> parse(MessageType.COMMAND_AMF3, ""))
                .isInstanceOf(WireException.class);
    }

    @Test
    void theHeadIsReadOfACallWhoseArgumentsCannotBe() throws WireException {
        String call = PLAY + "00 4008000000000000 05 11 0a 07 07 612e42 0401";
        assertThatThrownBy(() -> amf0(call)).isInstanceOf(WireException.class);
        RtmpMessage message = RtmpMessage.of(MessageType.COMMAND_AMF0, 0, Vectors.hex(call));
        assertThat(Command.parseHead(message)).isEqualTo(new Command("play", 3));
    }

    @Test
    void itIsAlwaysWrittenAsTypeTwenty() {
        RtmpMessage message = new Command("_result", 0, AmfValue.of(1)).encode(7);
        assertThat(message.encoded())
                .isEqualTo(
                        Vectors.hex(
                                "14 00000007 02 0007 5f726573756c74"
                                        + ZERO
                                        + "05 00 3ff0000000000000"));
    }

    private static Command amf0(String hex) throws WireException {
        return parse(MessageType.COMMAND_AMF0, hex);
    }

    private static Command parse(int type, String hex) throws WireException {
        return Command.parse(RtmpMessage.of(type, 0, Vectors.hex(hex)));
    }
}
