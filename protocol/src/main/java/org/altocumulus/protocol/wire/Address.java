package org.altocumulus.protocol.wire;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * An Internet Socket Address as RTMFP writes it (RFC 7016 §2.1.5): a byte of flags, 4 or 16 bytes
 * of address, 2 of port.
 *
 * @param origin how the address came to be known
 * @param socket a resolved address; an IPv6 zone is not written
 */
public record Address(AddressOrigin origin, InetSocketAddress socket) {
    private static final int INET6 = 0x80;

    /**
     * @throws IllegalArgumentException if the socket address was not resolved
     */
    public Address {
        if (socket.isUnresolved()) {
            throw new IllegalArgumentException("not resolved: " + socket);
        }
    }

    /** Bytes on the wire, 7 or 19. */
    public int size() {
        return 3 + socket.getAddress().getAddress().length;
    }

    /** Writes flags, address and port. */
    public void write(WireWriter writer) {
        byte[] ip = socket.getAddress().getAddress();
        writer.u8((ip.length == 16 ? INET6 : 0) | origin.code());
        writer.bytes(ip).u16(socket.getPort());
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
    public String toString() {
        return HostPort.format(socket) + '/' + origin;
    }
}
