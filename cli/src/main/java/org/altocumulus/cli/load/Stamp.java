package org.altocumulus.cli.load;

/**
 * What the generator appends to the payload of a message, so that it is known again: a mark, the
 * number of the message in its stream, and when it was meant to be sent.
 *
 * <pre>  payload | mark 32 | number 32 | nanoseconds of the generator's clock 64</pre>
 *
 * <p>Behind the payload it disturbs no server, as those look at the first bytes.
 */
final class Stamp {
    /** Bytes of a stamp. */
    static final int SIZE = 16;

    private static final int MARK = 0xa1c0_10ad;
    private static final int NUMBER = 4;
    private static final int TIME = 8;

    private Stamp() {}

    /** Writes a stamp at the end of {@code array}. */
    static void write(byte[] array, int number, long nanos) {
        int at = array.length - SIZE;
        writeInt(array, at, MARK);
        writeInt(array, at + NUMBER, number);
        writeInt(array, at + TIME, (int) (nanos >>> Integer.SIZE));
        writeInt(array, at + TIME + Integer.BYTES, (int) nanos);
    }

    /** Whether {@code array} ends in a stamp, behind at least {@code least} bytes. */
    static boolean isOn(byte[] array, int least) {
        return array.length >= least + SIZE && readInt(array, array.length - SIZE) == MARK;
    }

    /** The number of the message. */
    static int number(byte[] array) {
        return readInt(array, array.length - SIZE + NUMBER);
    }

    /** When it was meant to be sent. */
    static long nanos(byte[] array) {
        int at = array.length - SIZE + TIME;
        long high = readInt(array, at);
        return high << Integer.SIZE | Integer.toUnsignedLong(readInt(array, at + Integer.BYTES));
    }

    private static void writeInt(byte[] array, int at, int value) {
        array[at] = (byte) (value >>> 24);
        array[at + 1] = (byte) (value >>> 16);
        array[at + 2] = (byte) (value >>> 8);
        array[at + 3] = (byte) value;
    }

    private static int readInt(byte[] array, int at) {
        return (array[at] & 0xff) << 24
                | (array[at + 1] & 0xff) << 16
                | (array[at + 2] & 0xff) << 8
                | (array[at + 3] & 0xff);
    }
}
