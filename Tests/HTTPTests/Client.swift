import Foundation

@testable import HTTP

/// A parsed response.
struct Reply {
    var status = 0
    var headers = Headers()
    var body: [UInt8] = []
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// A blocking client on a raw socket, so that tests can send bytes that no library sends.
final class Client {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private(set) var isClosed = false
    /// True when the last read timed out.
    private var isSilent = false

    init(_ port: Int, receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 { isClosed = true }
    }

    deinit { close(descriptor) }

    @discardableResult
    func send(_ text: String) -> Client { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Client {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress! + offset, bytes.count - offset, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { break }
            offset += count
        }
        return self
    }

    /// Sends `drop` again and again until the server answers or closes the connection; false when it does neither for
    /// half a minute.
    func drips(_ drop: String) -> Bool {
        for _ in 0..<600 {
            send(drop)
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&event, 1, 50) > 0 { return true }
        }
        return false
    }

    func shutWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes `deinit` close with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Reads more; false at the end, on a reset, or when no bytes arrive for a minute.
    func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        isSilent = count < 0 && errno == EAGAIN
        if count > 0 { buffer.append(contentsOf: chunk[..<count]) } else { isClosed = true }
        return count > 0
    }

    /// Reads one response and skips interim ones; nil when the connection ends first.
    func reply(toHead: Bool = false) -> Reply? {
        while true {
            guard let reply = head() else { return nil }
            if reply.status >= 200 { return body(of: reply, toHead: toHead) }
        }
    }

    /// Reads a status line and header fields.
    func head() -> Reply? {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                buffer.removeFirst(end.upperBound)
                var reply = Reply()
                reply.status = Int(lines[0].split(separator: " ")[1]) ?? 0
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
                    reply.headers.add(parts[0], parts[1].trimmingCharacters(in: .whitespaces))
                }
                return reply
            }
            guard fill() else { return nil }
        }
    }

    private func body(of reply: Reply, toHead: Bool) -> Reply? {
        var reply = reply
        if toHead || reply.status == 304 || reply.status == 204 { return reply }
        guard let length = reply.headers["content-length"].flatMap({ Int($0) }) else { return reply }
        while buffer.count < length { guard fill() else { return nil } }
        reply.body = Array(buffer[..<length])
        buffer.removeFirst(length)
        return reply
    }

    /// Reads until `text` has arrived; false when the connection ends first or other bytes, such as heartbeat
    /// comments, arrive for a minute.
    func reads(_ text: String) -> Bool {
        let latest = DispatchTime.now() + 60
        while buffer.firstRange(of: Array(text.utf8)) == nil {
            guard DispatchTime.now() < latest, fill() else { return false }
        }
        return true
    }

    /// True when the server closes the connection without sending more.
    func isEnded() -> Bool {
        if !buffer.isEmpty { return false }
        return isClosed || (!fill() && !isSilent)
    }
}
