import CLinux
import Foundation

/// Writes answers.
extension Connection {
    /// Bodies up to this size are copied behind the head: cheaper than a second buffer for the kernel.
    private static let maxCopiedBody = 16 * 1024
    private static let fullOutput = 32 * 1024
    /// Maximum bytes of a file for each turn of the loop, so that a fast client does not hold up the others.
    private static let maxFileTurn = 2 << 20

    func isOutputFull(_ loop: EventLoop) -> Bool {
        if case .none = pendingBody { return loop.out.count > Connection.fullOutput }
        return true
    }

    func writeHead(_ response: PreparedResponse, _ loop: EventLoop) {
        let status = response.status
        if status == .ok {
            loop.out.append("HTTP/1.1 200 OK\r\n")
        } else {
            loop.out.append("HTTP/1.1 ")
            loop.out.append(decimal: status.rawValue)
            loop.out.append(" ")
            loop.out.append(status.reasonText)
            loop.out.append("\r\n")
        }
        let hasDate = writeFields(response.headers, loop)
        if !hasDate { loop.out.append(loop.dateLine()) }
        if let length = response.length, !status.isBodiless {
            loop.out.append("Content-Length: ")
            loop.out.append(decimal: length)
            loop.out.append("\r\n")
        }
        if response.varies { loop.out.append("Vary: Accept-Encoding\r\n") }
        writeSecurityFields(response.headers, loop)
        loop.out.append(keepsAlive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n")
    }

    /// Writes the response's fields except those that the server sets; true when a Date is among them.
    private func writeFields(_ headers: Headers, _ loop: EventLoop) -> Bool {
        var hasDate = false
        headers.bytes.withUnsafeBytes { all in
            for field in headers.fields {
                let name = UnsafeRawBufferPointer(rebasing: all[field.name])
                switch name.count {
                case 4 where isWord(name, "date"): hasDate = true
                case 10 where isWord(name, "connection"), 14 where isWord(name, "content-length"),
                    17 where isWord(name, "transfer-encoding"):
                    continue
                default: break
                }
                loop.out.append(name)
                loop.out.append(": ")
                loop.out.append(UnsafeRawBufferPointer(rebasing: all[field.value]))
                loop.out.append("\r\n")
            }
        }
        return hasDate
    }

    private func writeSecurityFields(_ headers: Headers, _ loop: EventLoop) {
        let security = loop.context.securityHeaders
        security.bytes.withUnsafeBytes { all in
            let isSet = { (field: Headers.Field) in
                headers.firstIndex(of: UnsafeRawBufferPointer(rebasing: all[field.name])) != nil
            }
            guard security.fields.contains(where: isSet) else { return loop.out.append(loop.context.securityBlock) }
            for field in security.fields where !isSet(field) {
                loop.out.append(UnsafeRawBufferPointer(rebasing: all[field.name]))
                loop.out.append(": ")
                loop.out.append(UnsafeRawBufferPointer(rebasing: all[field.value]))
                loop.out.append("\r\n")
            }
        }
    }

    func startBody(_ body: PreparedBody, _ loop: EventLoop) {
        switch body {
        case .empty: break
        case .bytes(let bytes):
            if bytes.count <= Connection.maxCopiedBody {
                loop.out.append(bytes)
            } else {
                pendingBody = .bytes(bytes, offset: 0)
            }
        case .file(let descriptor, let offset, let count):
            if let descriptor, count > 0 { pendingBody = .file(descriptor, offset: offset, end: offset + count) }
        case .stream(let stream): open(stream, loop)
        }
    }

    /// Drops a body that is not sent (HEAD, 304); ends a stream.
    func drop(_ body: PreparedBody, _ loop: EventLoop) {
        if case .stream(let stream) = body { end(stream, loop) }
    }

    /// Writes as much as the socket takes. False when the connection was broken and is now closed.
    func flush(_ loop: EventLoop) -> Bool {
        let wasBlocked = isBlocked
        var progress = 0
        let isThrough: Bool?
        if loop.out.count == 0, pending.isEmpty {
            isThrough = true
        } else {
            isThrough = flushHead(loop, &progress)
        }
        guard let isThrough, let isDone = isThrough ? flushBody(&progress) : false else {
            close(loop)
            return false
        }
        isBlocked = !isDone
        if isBlocked {
            if !wasBlocked || progress > 0 { deadline = loop.now + loop.context.times.write }
            setWriting(true, loop)
        } else if wasBlocked {
            setWriting(false, loop)
            deadline = loop.now + deadlineAfterWrite(loop)
        }
        return true
    }

    private func deadlineAfterWrite(_ loop: EventLoop) -> Int {
        let times = loop.context.times
        return switch phase {
        case .idle: times.keepAlive
        case .head: times.header
        case .streaming: times.heartbeat
        case .handling, .spooling: Int.max / 2
        default: times.bodyIdle
        }
    }

    /// Writes the bytes before the body; nil when the connection is broken, false when the socket is full.
    private func flushHead(_ loop: EventLoop, _ progress: inout Int) -> Bool? {
        if !pending.isEmpty {
            pending.append(contentsOf: loop.out.bytes)
            loop.out.clear()
            let rest = pending.count - pendingOffset
            let sent = pending.withUnsafeBytes { send(descriptor, $0.baseAddress! + pendingOffset, rest, flags) }
            guard let count = accepted(sent) else { return nil }
            progress += count
            pendingOffset += count
            guard pendingOffset == pending.count else { return false }
            pending = []
            pendingOffset = 0
            return true
        }
        let bytes = loop.out.bytes
        guard let count = accepted(sendFirst(bytes)) else { return nil }
        progress += count
        if count >= bytes.count {
            if case .bytes(let body, _) = pendingBody { pendingBody = .bytes(body, offset: count - bytes.count) }
        } else {
            pending = Array(bytes[count...])
            pendingOffset = 0
        }
        loop.out.clear()
        return pending.isEmpty
    }

    /// Sends head and body in one system call.
    private func sendFirst(_ head: UnsafeRawBufferPointer) -> Int {
        guard case .bytes(let body, _) = pendingBody else {
            return send(descriptor, head.baseAddress!, head.count, flags)
        }
        return body.withUnsafeBytes { body in
            var pieces = (
                iovec(iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress), iov_len: head.count),
                iovec(iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count)
            )
            return withUnsafeMutablePointer(to: &pieces) { pieces in
                pieces.withMemoryRebound(to: iovec.self, capacity: 2) { vector in
                    var message = msghdr()
                    message.msg_iov = vector
                    message.msg_iovlen = 2
                    return sendmsg(descriptor, &message, LINUX_MSG_NOSIGNAL)
                }
            }
        }
    }

    private func flushBody(_ progress: inout Int) -> Bool? {
        switch pendingBody {
        case .none: return true
        case .bytes(let bytes, let offset):
            let rest = bytes.count - offset
            guard rest > 0 else { break }
            let sent = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress! + offset, rest, LINUX_MSG_NOSIGNAL) }
            guard let count = accepted(sent) else { return nil }
            progress += count
            pendingBody = .bytes(bytes, offset: offset + count)
            // The socket took only a part, so it is full; another call would be wasted.
            if count < rest { return false }
        case .file(let file, let offset, let end):
            var position = off_t(offset)
            let rest = min(end - offset, Connection.maxFileTurn)
            let sent = sendfile(descriptor, file.number, &position, rest)
            // The file is now shorter than Content-Length: closing shows the client that the answer is incomplete.
            guard sent != 0, let count = accepted(sent) else { return nil }
            progress += count
            pendingBody = .file(file, offset: offset + count, end: end)
            if offset + count < end { return false }
        }
        pendingBody = .none
        return true
    }

    private var flags: Int32 {
        if case .file = pendingBody { return LINUX_MSG_NOSIGNAL | LINUX_MSG_MORE }
        return LINUX_MSG_NOSIGNAL
    }

    /// The number of bytes the socket took; zero when it is full, nil when it is broken.
    private func accepted(_ result: Int) -> Int? {
        if result >= 0 { return result }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }
}
