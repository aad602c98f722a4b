package org.altocumulus.protocol.wire;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * An Internet Socket Address as RTMFP writes it (RFC 7016 §2.1.5): a byte of flags, 4 or 16 bytes
 * of address, 2 of port. Encoded once, as those of edges are written into every Redirect.
 */
public final class Address {
    private static final int INET6 = 0x80;

    private final AddressOrigin origin;
    private final InetSocketAddress socket;
    private final byte[] encoded;

    /**
     * Encodes an address.
     *
     * @param origin how the address came to be known
     * @param socket a resolved address; an IPv6 zone is not written
     * @throws IllegalArgumentException if the socket address was not resolved
     */
    public Address(AddressOrigin origin, InetSocketAddress socket) {
        if (socket.isUnresolved()) {
            throw new IllegalArgumentException("not resolved: " + socket);
        }
        this.origin = origin;
        this.socket = socket;
        byte[] ip = socket.getAddress().getAddress();
        WireWriter writer = new WireWriter(3 + ip.length);
        writer.u8((ip.length == 16 ? INET6 : 0) | origin.code());
        writer.bytes(ip).u16(socket.getPort());
        this.encoded = writer.array();
    }

    /** How the address came to be known. */
    public AddressOrigin origin() {
        return origin;
    }

    /** The resolved address. */
    public InetSocketAddress socket() {
        return socket;
    }

    /** Bytes on the wire, 7 or 19. */
    public int size() {
        return encoded.length;
    }

    /** Writes flags, address and port. */
    public void write(WireWriter writer) {
        writer.bytes(encoded);
    }

    /** Reads an address; reserved bits are ignored. An IPv4-mapped IPv6 address becomes IPv4. */
    public static Address read(WireReader reader) throws WireException {
        int flags = reader.u8();
        byte[] ip = reader.bytes((flags & INET6) != 0 ? 16 : 4);
        int port = reader.u16();
        try {
            InetAddress address = InetAddress.getByAddress(ip);
            return new Address(AddressOrigin.of(flags), new InetSocketAddress(address, port));
        } catch (UnknownHostException e) {
            throw new WireException("address of " + ip.length + " bytes");
        }
    }

    /** Whether this is an IPv6 address. */
    public boolean isInet6() {
        return socket.getAddress() instanceof Inet6Address;
    }

    /** Whether this is an IPv4 address. */
    public boolean isInet4() {
        return socket.getAddress() instanceof Inet4Address;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Address that && origin == that.origin && socket.equals(that.socket);
    }

    @Override
    public int hashCode() {
        return 31 * socket.hashCode() + origin.hashCode();
    }

    @Override
    public String toString() {
        return HostPort.format(socket) + '/' + origin;
    }
}
