package org.altocumulus.protocol.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.altocumulus.protocol.vectors.RecordedChunk;
import org.altocumulus.protocol.wire.Address;
import org.altocumulus.protocol.wire.Option;

/** Compares a chunk with what the recorder read in the same bytes. */
final class RecordedFields {
    /** What is not a field of the chunk, or is inside of one. */
    private static final Set<String> OTHER =
            Set.of(
                    "type",
                    "name",
                    "length",
                    "payload",
                    "flags",
                    "flow",
                    "epdOption",
                    "certificate_options",
                    "skic_options",
                    "skrc_options");

    private RecordedFields() {}

    /**
     * Every field of the recording must be known here and have the same value.
     *
     * @param fields of the chunk, by the names of both forms of files
     */
    static void check(RecordedChunk recorded, Map<String, String> fields) {
        Iterator<String> names = recorded.fields().fieldNames();
        while (names.hasNext()) {
            String name = names.next();
            String expected = text(name, recorded.fields().get(name));
            if (name.equals("message") && "end".equals(fields.get("fragment"))) {
                // The recorder shows the whole message with its last fragment.
                assertThat(expected).as(name).endsWith(fields.get(name));
            } else if (!OTHER.contains(name)) {
                assertThat(fields.get(name)).as(name).isEqualTo(expected);
            }
        }
    }

    /** The fields of a chunk but those of user data that depend on the chunk before. */
    static Map<String, String> of(Chunk chunk) {
        Map<String, String> fields = new TreeMap<>();
        if (chunk instanceof IHello hello) {
            put(fields, hello.endpointDiscriminator(), "epd");
            put(fields, hello.tag(), "tag");
        } else if (chunk instanceof FIHello hello) {
            put(fields, hello.endpointDiscriminator(), "epd");
            put(fields, address(hello.replyAddress()), "replyAddress");
            put(fields, hello.tag(), "tag");
        } else if (chunk instanceof RHello hello) {
            put(fields, hello.tagEcho(), "tagEcho", "tag_echo");
            put(fields, hello.cookie(), "cookie");
            put(fields, hello.certificate(), "responderCertificate", "responder_certificate");
        } else if (chunk instanceof Redirect redirect) {
            put(fields, redirect.tagEcho(), "tagEcho");
            put(fields, addresses(redirect.destinations()), "addresses");
        } else if (chunk instanceof IIKeying keying) {
            put(
                    fields,
                    word(keying.initiatorSessionId()),
                    "initiatorSessionId",
                    "initiator_session_id");
            put(fields, keying.cookieEcho(), "cookieEcho", "cookie_echo");
            put(fields, keying.certificate(), "initiatorCertificate", "initiator_certificate");
            put(fields, keying.component(), "sessionKeyInitiatorComponent", "skic");
            put(fields, keying.signature(), "signature");
        } else if (chunk instanceof RIKeying keying) {
            put(
                    fields,
                    word(keying.responderSessionId()),
                    "responderSessionId",
                    "responder_session_id");
            put(fields, keying.component(), "sessionKeyResponderComponent", "skrc");
            put(fields, keying.signature(), "signature");
        } else if (chunk instanceof Ping ping) {
            put(fields, ping.message(), "message");
        } else if (chunk instanceof PingReply reply) {
            put(fields, reply.messageEcho(), "message");
        } else if (chunk instanceof RangeAck ack) {
            put(fields, ack.flowId() + "", "flowId", "flow_id");
            put(fields, ack.bufferBlocks() + "", "bufferBlocks", "buffer_blocks_available");
            put(fields, ack.cumulativeAck() + "", "cumulativeAck", "cumulative_ack");
            put(fields, Arrays.toString(ack.ranges()), "ranges");
        } else if (chunk instanceof FlowExceptionReport report) {
            put(fields, report.flowId() + "", "flowId", "flow_id");
            put(fields, report.exception() + "", "exceptionCode", "exception_code");
        } else if (chunk instanceof UserData data) {
            put(fields, data.fsnOffset() + "", "fsn_offset");
            putUserData(fields, data);
        }
        return fields;
    }

    /** The fields of user data; of Next User Data with the numbers that the caller has found. */
    static void putUserData(Map<String, String> fields, UserData data) {
        put(fields, data.flowId() + "", "flowId", "flow_id");
        put(fields, data.sequenceNumber() + "", "sequence", "sequence_number");
        put(fields, data.forwardSequenceNumber() + "", "forwardSequence");
        put(fields, data.abandon() + "", "abandon");
        put(fields, data.isFinal() + "", "final");
        String fragment = data.fragment().name().toLowerCase(Locale.ROOT);
        put(fields, fragment, "fragment", "fragment_control");
        put(fields, options(data.options()), "options");
        if (data.options().metadata() != null) {
            put(fields, data.options().metadata(), "userMetadata");
        }
        put(fields, data.length() + "", "dataLength");
        int end = data.offset() + data.length();
        put(fields, Arrays.copyOfRange(data.array(), data.offset(), end), "user_data", "message");
    }

    private static void put(Map<String, String> fields, byte[] value, String... names) {
        put(fields, HexFormat.of().formatHex(value), names);
    }

    private static void put(Map<String, String> fields, String value, String... names) {
        for (String name : names) {
            fields.put(name, value);
        }
    }

    private static String word(int value) {
        return HexFormat.of().toHexDigits(value);
    }

    private static String address(Address address) {
        return originCode(address)
                + " "
                + address.socket().getAddress().getHostAddress()
                + " "
                + address.socket().getPort();
    }

    private static int originCode(Address address) {
        return switch (address.origin()) {
            case UNKNOWN -> 0;
            case LOCAL -> 1;
            case REFLEXIVE -> 2;
            case RELAY -> 3;
        };
    }

    private static String addresses(List<Address> addresses) {
        return addresses.stream().map(RecordedFields::address).toList().toString();
    }

    private static String options(FlowOptions options) {
        StringBuilder text = new StringBuilder();
        if (options.metadata() != null) {
            text.append("0=").append(HexFormat.of().formatHex(options.metadata())).append(';');
        }
        if (options.returnFlowId() != FlowOptions.NO_FLOW) {
            byte[] value = Option.ofVlu(10, options.returnFlowId()).value();
            text.append("10=").append(HexFormat.of().formatHex(value)).append(';');
        }
        return text.toString();
    }

    private static String text(String name, JsonNode node) {
        return switch (name) {
            case "replyAddress" -> address(node);
            case "addresses" -> {
                StringBuilder text = new StringBuilder();
                node.forEach(one -> text.append(text.isEmpty() ? "" : ", ").append(address(one)));
                yield "[" + text + "]";
            }
            case "options" -> {
                StringBuilder text = new StringBuilder();
                for (JsonNode option : node) {
                    text.append(option.get("type").asInt()).append('=');
                    text.append(option.get("value").asText()).append(';');
                }
                yield text.toString();
            }
            case "message" -> node.isObject() ? node.get("payload").asText() : node.asText();
            case "ranges" -> node.toString();
            default -> node.asText();
        };
    }

    private static String address(JsonNode node) {
        return node.get("origin").asInt()
                + " "
                + node.get("ip").asText()
                + " "
                + node.get("port").asInt();
    }
}
