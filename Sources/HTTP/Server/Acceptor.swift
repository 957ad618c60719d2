import CLinux
import Foundation

/// Accepts connections on its own thread and assigns them to the loops in turn.
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
        // Refuses new clients and those in the backlog, even if another process still holds the socket. A lent socket
        // passes to the next process together with its backlog.
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
                    assign(descriptor, ClientAddress(storage), to: inboxes[next])
                    next = (next + 1) % inboxes.count
                } else if !canContinue(after: errno) {
                    break
                }
            }
        }
    }

    /// accept(2) also reports that a connection is already gone, which is ignored, and that the machine has run out of
    /// something: then the loop waits a moment, and clients stay in the backlog.
    private func canContinue(after error: Int32) -> Bool {
        switch error {
        case EAGAIN: return false
        case EMFILE, ENFILE, ENOMEM, ENOBUFS:
            context.errorLog("cannot accept: \(String(cString: strerror(error)))")
            _ = wait(for: -1, milliseconds: 100)
            return false
        default: return true
        }
    }

    /// False when `stop` was called.
    private func wait(for descriptor: Int32, milliseconds: Int32) -> Bool {
        var polled = [
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&polled, 2, milliseconds)
        return polled[0].revents == 0
    }

    private func assign(_ descriptor: Int32, _ peer: ClientAddress, to inbox: Inbox) {
        let isCounted = !peer.isLoopback && !context.forwarding.isTrusted(peer)
        guard context.connections.take(1, for: isCounted ? [.network(peer.network)] : []) else {
            return reject(descriptor)
        }
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        // Otherwise the kernel buffers megabytes for each client that reads a large file; 256 of them use up the page
        // cache.
        var unsent: Int32 = 128 * 1024
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent, socklen_t(MemoryLayout<Int32>.size))
        inbox.post(.accepted(descriptor, peer, isCounted: isCounted))
    }

    /// Answers 503 without reading. The answer fits into the socket's empty buffer, so this never blocks.
    private func reject(_ descriptor: Int32) {
        let answer =
            "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        _ = answer.withCString { send(descriptor, $0, strlen($0), LINUX_MSG_NOSIGNAL) }
        shutdown(descriptor, Int32(SHUT_WR))
        close(descriptor)
    }
}
