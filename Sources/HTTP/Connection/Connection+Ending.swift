import CLinux
import Foundation

/// How a connection ends when the server stops, and after its last answer.
extension Connection {
    /// The server stops: a busy connection closes after its answer. A new one, or one with part of a head, may still
    /// send its request and closes after that answer. One that waits for another request closes now.
    func stop(_ loop: EventLoop) {
        keepsAlive = false
        // The next request may have arrived without having been read.
        if phase == .idle { readable(loop) }
        switch phase {
        case .idle where requests == 0, .head where !isBlocked:
            deadline = min(deadline, loop.now + loop.context.times.stopHead)
        case .idle, .head, .closing:
            if isBlocked { phase = .closing } else { close(loop) }
        case .draining:
            drain = nil
            mustLinger = true
            phase = .closing
            if !isBlocked { finish(loop) }
        case .streaming: close(loop)
        case .body, .spooling, .handling, .lingering, .closed: break
        }
    }

    /// The last answer is written: closes, at once or when the client has read it.
    func finish(_ loop: EventLoop) {
        guard mustLinger || !input.isEmpty else { return close(loop) }
        shutdown(descriptor, Int32(SHUT_WR))
        phase = .lingering
        deadline = loop.now + loop.context.times.linger
        input = []
        setReading(true, loop)
    }
}
