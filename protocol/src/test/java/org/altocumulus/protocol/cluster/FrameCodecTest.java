package org.altocumulus.protocol.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameCodecTest {
    private static Decoded decode(String text) {
        return Decoded.of(new FrameDecoder(), text.getBytes(UTF_8));
    }

    private static Decoded decodeMedia(String text) {
        FrameDecoder decoder = new FrameDecoder();
        decoder.allowBodies(100);
        return Decoded.of(decoder, text.getBytes(UTF_8));
    }

    @Test
    void everyExampleOfTheDocumentationIsWhatWeWouldWrite() {
        assertThat(LinkDocumentation.frames()).hasSizeGreaterThan(30);
        for (byte[] example : LinkDocumentation.frames()) {
            FrameDecoder decoder = new FrameDecoder();
            decoder.allowBodies(MediaFrame.MAX_PAYLOAD);
            Decoded decoded = Decoded.of(decoder, example);
            assertThat(decoded.frames).as(new String(example, UTF_8)).hasSize(1);
            assertThat(FrameEncoder.encode(decoded.frames.get(0))).isEqualTo(example);
        }
    }

    @Test
    void theDocumentationHasAnExampleOfEveryVerb() {
        String examples = String.join("\n", LinkDocumentation.block("frame"));
        examples += String.join("\n", LinkDocumentation.block("media"));
        for (Verb verb : Verb.values()) {
            assertThat(examples).containsPattern("(?m)^" + verb + "( |$)");
        }
    }

    @Test
    void keysKeepTheirOrderAndValuesAreDecoded() {
        Frame frame = decode("PUBLISH id=7 name=a%20b%25 app= x=1=2 \n").frames.get(0);

        assertThat(frame.verb()).isEqualTo("PUBLISH");
        assertThat(frame.id()).isEqualTo(7);
        assertThat(frame.keys())
                .containsExactly(
                        Map.entry("id", "7"),
                        Map.entry("name", "a b%"),
                        Map.entry("app", ""),
                        Map.entry("x", "1=2"));
    }

    @Test
    void anyTextSurvivesAsValue() {
        String[] texts = {"", " ", "ä€😀", "\n\r\t\0", "%41", "a=b&c", "\u007f\u0080", "100%"};
        for (String text : texts) {
            Frame frame = Frame.of(Verb.OK).with("x", text).build();
            byte[] line = FrameEncoder.encode(frame);
            assertThat(line).doesNotContain('\r').endsWith('\n');
            assertThat(Decoded.of(new FrameDecoder(), line).frames).containsExactly(frame);
        }
    }

    @Test
    void rawUtf8IsReadAsItIs() {
        assertThat(decode("OK name=größe\n").frames.get(0).keys()).containsEntry("name", "größe");
    }

    @Test
    void bytesMayArriveOneByOne() {
        FrameDecoder decoder = new FrameDecoder();
        decoder.allowBodies(10);
        Decoded decoded = new Decoded();
        byte[] bytes = "PING id=1\r\n\nMEDIA bytes=3\na\nb\nPONG\n".getBytes(UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            decoder.feed(bytes, i, 1, decoded);
        }
        assertThat(decoded.frames)
                .extracting(Frame::toString)
                .containsExactly("PING{id=1}", "MEDIA{} with 3 bytes", "PONG{}");
        assertThat(decoded.frames.get(1).body()).isEqualTo("a\nb".getBytes(UTF_8));
    }

    @Test
    void piecesOfAnySizeGiveTheSameFrames() {
        byte[] all = String.join("\n", LinkDocumentation.block("frame")).getBytes(UTF_8);
        List<Frame> whole = Decoded.of(new FrameDecoder(), all).frames;
        Seeds.of(1, 50, 1000)
                .forEach(
                        seed -> {
                            Random random = new Random(seed);
                            FrameDecoder decoder = new FrameDecoder();
                            Decoded decoded = new Decoded();
                            for (int at = 0; at < all.length; ) {
                                int piece = Math.min(all.length - at, random.nextInt(300));
                                byte[] copy = Arrays.copyOfRange(all, at, at + piece);
                                decoder.feed(copy, 0, piece, decoded);
                                Arrays.fill(copy, (byte) 'X');
                                at += piece;
                            }
                            assertThat(decoded.frames).as("seed " + seed).isEqualTo(whole);
                        });
    }

    @Test
    void aLineOf4096BytesIsTheLongest() {
        String start = "OK x=";
        String fits = start + "a".repeat(FrameDecoder.MAX_LINE - start.length() - 1) + "\n";
        assertThat(decode(fits).frames).hasSize(1);

        Decoded decoded = decode(start + "a".repeat(4096 - start.length()) + "\nPING\n");
        assertThat(decoded.malformed).containsExactly("a line of more than 4096 bytes");
        assertThat(decoded.frames).extracting(Frame::verb).containsExactly("PING");
    }

    @Test
    void aLineWithoutEndIsReportedOnceAndPassedOver() {
        FrameDecoder decoder = new FrameDecoder();
        Decoded decoded = new Decoded();
        byte[] junk = "a".repeat(1000).getBytes(UTF_8);
        for (int i = 0; i < 100; i++) {
            decoder.feed(junk, 0, junk.length, decoded);
        }
        byte[] end = "a\nPING\n".getBytes(UTF_8);
        decoder.feed(end, 0, end.length, decoded);

        assertThat(decoded.malformed).hasSize(1);
        assertThat(decoded.frames).extracting(Frame::verb).containsExactly("PING");
    }

    @Test
    void whatIsNotAFrameIsMalformedAndTheNextLineIsRead() {
        String[] lines = {
            "ping",
            "1PING",
            " PING",
            "PING id",
            "PING =1",
            "PING Id=1",
            "PING id=1 id=2",
            "PING x=%4",
            "PING x=%zz",
            "PING x=%c3%28",
            "PING\tx=1",
            "PING x=\u0001",
            "PING x=\u007f",
            "V".repeat(33),
            "PING " + "k".repeat(33) + "=1",
            "PING bytes=1 x=2",
            "PING bytes=",
            "PING bytes=-1",
            "PING bytes=9999999999",
            "PING bytes=5",
            "GET / HTTP/1.1"
        };
        for (String line : lines) {
            Decoded decoded = decode(line + "\nOK\n");
            assertThat(decoded.malformed).as(line).hasSize(1);
            assertThat(decoded.frames).as(line).extracting(Frame::verb).containsExactly("OK");
        }
    }

    @Test
    void moreThan64KeysAreMalformed() {
        StringBuilder line = new StringBuilder("OK");
        for (int i = 0; i < 65; i++) {
            line.append(" k").append(i).append("=1");
        }
        assertThat(decode(line + "\n").malformed).hasSize(1);
    }

    @Test
    void whereBodiesAreAllowedAMalformedLineLosesTheFraming() {
        Decoded decoded = decodeMedia("nonsense bytes=3\nabc\nPING\n");
        assertThat(decoded.lost.reason()).isEqualTo(Reason.MALFORMED);
        assertThat(decoded.frames).isEmpty();
    }

    @Test
    void aBodyThatIsTooLongOrWithoutNewlineLosesTheFraming() {
        assertThat(decodeMedia("MEDIA bytes=101\n").lost.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(decodeMedia("MEDIA bytes=1\nab\n").lost.reason()).isEqualTo(Reason.MALFORMED);
    }

    @Test
    void aDeclaredLengthAllocatesLittleBeforeTheBytesAreSeen() {
        List<FrameDecoder> decoders = new ArrayList<>();
        byte[] line = "MEDIA bytes=100000000\nx".getBytes(UTF_8);
        for (int i = 0; i < 200; i++) {
            FrameDecoder decoder = new FrameDecoder();
            decoder.allowBodies(Integer.MAX_VALUE);
            assertThat(Decoded.of(decoder, line).lost).isNull();
            decoders.add(decoder);
        }
        assertThat(decoders).as("20 GB declared and still here").hasSize(200);
    }

    @Test
    void aBodyThatArrivesInPiecesIsWhole() {
        byte[] body = new byte[100_000];
        new Random(1).nextBytes(body);
        byte[] bytes = FrameEncoder.encode(Frame.of(Verb.MEDIA).body(body).build());
        FrameDecoder decoder = new FrameDecoder();
        decoder.allowBodies(body.length);
        Decoded decoded = new Decoded();
        for (int at = 0; at < bytes.length; at += 999) {
            decoder.feed(bytes, at, Math.min(999, bytes.length - at), decoded);
        }
        assertThat(decoded.frames.get(0).body()).isEqualTo(body);
    }

    @Test
    void aFrameOfOursThatDoesNotFitALineIsAnError() {
        Frame frame = Frame.of(Verb.OK).with("x", " ".repeat(1400)).build();
        assertThatThrownBy(() -> FrameEncoder.encode(frame))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
