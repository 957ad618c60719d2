import CLinux
import Foundation

/// A port that is bound now and answers once `Server.start(on:)` runs: for callers that need the port number before the
/// handler exists.
public struct BoundPort: Sendable {
    /// The port number; if 0 was asked for, the one the system chose.
    public let number: Int
    /// The numeric address.
    public let host: String
    /// True when another program owns the socket and gives it to the next process: then it must stay open.
    let isLent: Bool
    private let socket: Descriptor

    /// Binds a port on a numeric address.
    ///
    /// - Throws: `POSIXError`; EINVAL when the address is not numeric.
    public init(host: String, port: Int) throws {
        guard let address = ClientAddress(host), let port = UInt16(exactly: port) else { throw POSIXError(.EINVAL) }
        let family = host.contains(":") ? AF_INET6 : AF_INET
        let kind = Int32(SOCK_STREAM.rawValue) | LINUX_SOCK_NONBLOCK | LINUX_SOCK_CLOEXEC
        let socket = Descriptor(Glibc.socket(family, kind, 0))
        guard socket.number >= 0 else { throw BoundPort.lastError() }
        var on: Int32 = 1
        setsockopt(socket.number, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var storage = BoundPort.socketAddress(address, family: family, port: port)
        let size = family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        var length = socklen_t(size)
        let isBound = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket.number, $0, length) == 0 && getsockname(socket.number, $0, &length) == 0
            }
        }
        guard isBound else { throw BoundPort.lastError() }
        self.socket = socket
        number = BoundPort.port(storage)
        self.host = host
        isLent = false
    }

    /// Why the server cannot use a descriptor as its listening socket.
    public struct Unusable: Error, CustomStringConvertible {
        /// The end of a sentence whose subject is the descriptor, such as "is not open".
        public let description: String
    }

    /// Uses a listening TCP socket that another program, such as systemd, owns. Clients that connect while no process
    /// serves wait in its backlog and are not refused.
    ///
    /// - Throws: `Unusable` when the descriptor is not such a socket.
    public init(lent descriptor: Int32) throws(Unusable) {
        func option(_ name: Int32) -> Int32? {
            var value: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
        }
        guard fcntl(descriptor, F_GETFD) >= 0 else { throw Unusable(description: "is not open") }
        guard let kind = option(SO_TYPE) else { throw Unusable(description: "is no socket") }
        let family = option(SO_DOMAIN)
        guard kind == Int32(SOCK_STREAM.rawValue), family == AF_INET || family == AF_INET6 else {
            throw Unusable(description: "is no TCP socket")
        }
        guard option(SO_ACCEPTCONN) == 1 else { throw Unusable(description: "does not listen") }
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isNamed = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
        }
        let flags = fcntl(descriptor, F_GETFL)
        guard isNamed, flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw Unusable(description: "cannot be used (\(BoundPort.lastError().localizedDescription))") }
        socket = Descriptor(descriptor)
        number = BoundPort.port(storage)
        host = ClientAddress(storage).description
        isLent = true
    }

    /// Lets clients connect. The port closes when the last reference to the descriptor is gone.
    func listen() throws(POSIXError) -> Descriptor {
        guard Glibc.listen(socket.number, 4_096) == 0 else { throw BoundPort.lastError() }
        return socket
    }

    /// The port has the same offset in both address families.
    private static func port(_ storage: sockaddr_storage) -> Int {
        withUnsafeBytes(of: storage) { Int(UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))) }
    }

    private static func socketAddress(_ address: ClientAddress, family: Int32, port: UInt16) -> sockaddr_storage {
        var storage = sockaddr_storage()
        storage.ss_family = sa_family_t(family)
        withUnsafeMutableBytes(of: &storage) { raw in
            raw.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
            if family == AF_INET6 {
                raw.storeBytes(of: address.high.bigEndian, toByteOffset: 8, as: UInt64.self)
                raw.storeBytes(of: address.low.bigEndian, toByteOffset: 16, as: UInt64.self)
            } else {
                raw.storeBytes(
                    of: UInt32(truncatingIfNeeded: address.low).bigEndian, toByteOffset: 4, as: UInt32.self)
            }
        }
        return storage
    }

    private static func lastError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
