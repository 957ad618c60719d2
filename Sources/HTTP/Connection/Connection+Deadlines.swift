/// Deadlines. The loop calls `tick` four times a second.
extension Connection {
    func tick(_ loop: EventLoop) {
        let now = loop.now
        if phase == .streaming, !isBlocked { return sendHeartbeat(loop) }
        if phase == .body || phase == .draining, isTooSlow(loop) { deadline = now }
        guard now >= deadline else { return }
        if isBlocked { return close(loop) }
        switch phase {
        case .idle where requests == 0, .head, .body:
            refuse(Refusal(.requestTimeout, "too slow (RFC 9110, 15.5.9)"), loop)
            advance(nil, loop)
        case .idle, .draining, .lingering, .closing, .streaming: close(loop)
        case .spooling, .handling, .closed: break
        }
    }

    /// True when the body arrives slower than the minimum rate and the grace period is over.
    private func isTooSlow(_ loop: EventLoop) -> Bool {
        let (startedAt, bytes): (Int, Int)
        if let incoming {
            if incoming.isPaused { return false }
            (startedAt, bytes) = (incoming.startedAt, incoming.received)
        } else if let drain {
            (startedAt, bytes) = (drain.startedAt, drain.received)
        } else {
            return false
        }
        let elapsed = loop.now - startedAt
        return elapsed > loop.context.times.bodyGrace && bytes < loop.context.limits.bodyMinimumRate * elapsed / 1_000
    }
}
