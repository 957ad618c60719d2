import Foundation

/// Event streams on a connection.
extension Connection {
    private static let heartbeat: StaticString = ":\n\n"

    func open(_ stream: EventStream, _ loop: EventLoop) {
        self.stream = stream
        phase = .streaming
        deadline = loop.now + loop.context.times.heartbeat
        let inbox = loop.inbox
        let id = id
        stream.attach(limit: loop.context.limits.streamBufferBytes) { inbox.post(.streamReady(id)) }
        // Events sent before `attach` did not wake the loop.
        inbox.post(.streamReady(id))
    }

    /// Sends the events that wait in the stream.
    func pump(_ loop: EventLoop) {
        guard phase == .streaming, let stream else { return }
        let news = stream.take()
        if news.isOverrun { return close(loop) }
        if !news.bytes.isEmpty {
            loop.out.append(news.bytes)
            if !isBlocked { deadline = loop.now + loop.context.times.heartbeat }
        }
        guard flush(loop) else { return }
        stream.note(unsent: pending.count - pendingOffset)
        setReading(true, loop)
        if news.isClosed, !isBlocked {
            mustLinger = true
            end(stream, loop)
            phase = .closing
            advance(nil, loop)
        }
    }

    /// Sends a comment after a time without events, so that proxies do not close the stream.
    func sendHeartbeat(_ loop: EventLoop) {
        guard loop.now >= deadline else { return }
        deadline = loop.now + loop.context.times.heartbeat
        loop.out.append(Connection.heartbeat)
        _ = flush(loop)
    }

    func end(_ stream: EventStream, _ loop: EventLoop) {
        self.stream = nil
        stream.end(on: loop.context.streams)
    }
}
