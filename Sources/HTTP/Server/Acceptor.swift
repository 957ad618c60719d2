import CLinux
import Foundation

/// Accepts connections on a thread of its own and deals them to the loops in turn.
final class Acceptor: Sendable {
    private let listener: Descriptor
    private let isLent: Bool
    private let wake: Inbox
    private let context: ServerContext
    private let inboxes: [Inbox]

    init(port: BoundPort, context: ServerContext, inboxes: [Inbox]) throws(POSIXError) {
        listener = try port.listen()
        isLent = port.isLent
        self.context = context
        self.inboxes = inboxes
        wake = try Inbox()
    }

    func stop() { wake.post(.stop) }

    /// Runs until `stop`.
    func run() {
        // Whoever else still holds the socket: from then on nobody gets in, and who waits in the backlog is told. One that
        // is lent goes on to the next process, together with who waits.
        defer { if !isLent { shutdown(listener.number, Int32(SHUT_RDWR)) } }
        var next = 0
        while wait(for: listener.number, milliseconds: -1) {
            while true {
                var storage = sockaddr_storage()
                var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
                let descriptor = withUnsafeMutablePointer(to: &storage) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        accept4(listener.number, $0, &length, LINUX_SOCK_NONBLOCK | LINUX_SOCK_CLOEXEC)
                    }
                }
                if descriptor >= 0 {
                    deal(descriptor, ClientAddress(storage), to: inboxes[next])
                    next = (next + 1) % inboxes.count
                } else if !goesOn(after: errno) {
                    break
                }
            }
        }
    }

    /// accept(2) also reports errors of connections that are gone, and of a machine that has run out of something. The
    /// first are nothing to us, the second pass: waiting clients stay in the backlog meanwhile.
    private func goesOn(after error: Int32) -> Bool {
        switch error {
        case EAGAIN: return false
        case EMFILE, ENFILE, ENOMEM, ENOBUFS:
            context.errorLog("cannot accept: \(String(cString: strerror(error)))")
            _ = wait(for: -1, milliseconds: 100)
            return false
        default: return true
        }
    }

    /// False when told to stop.
    private func wait(for descriptor: Int32, milliseconds: Int32) -> Bool {
        var polled = [
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&polled, 2, milliseconds)
        return polled[0].revents == 0
    }

    private func deal(_ descriptor: Int32, _ peer: ClientAddress, to inbox: Inbox) {
        let isCounted = !peer.isLoopback && !context.forwarding.isTrusted(peer)
        guard context.counter.admit(peer, isCounted: isCounted) else { return turnAway(descriptor) }
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        // Without it the kernel takes megabytes for every reader of a large file, and 256 of them leave no cache.
        var unsent: Int32 = 128 * 1024
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent, socklen_t(MemoryLayout<Int32>.size))
        inbox.post(.accepted(descriptor, peer, isCounted: isCounted))
    }

    /// 503 without reading anything: the answer fits the socket's empty buffer, so nothing waits here.
    private func turnAway(_ descriptor: Int32) {
        let answer =
            "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        _ = answer.withCString { send(descriptor, $0, strlen($0), LINUX_MSG_NOSIGNAL) }
        shutdown(descriptor, Int32(SHUT_WR))
        close(descriptor)
    }
}
