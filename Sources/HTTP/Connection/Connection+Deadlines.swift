/// Deadlines. The loop calls `tick` four times a second.
extension Connection {
    func tick(_ loop: EventLoop) {
        let now = loop.now
        // It was opened while the server stops.
        if phase == .streaming, loop.isStopping { return close(loop) }
        if phase == .streaming, !isBlocked { return sendHeartbeat(loop) }
        if phase == .body || phase == .draining, isTooSlow(loop) { deadline = now }
        guard now >= deadline else { return }
        if isBlocked { return close(loop) }
        switch phase {
        case .idle where loop.isStopping, .head where loop.isStopping: close(loop)
        case .idle where requests == 0, .head, .body:
            refuse(Refusal(.requestTimeout, "too slow (RFC 9110, 15.5.9)"), loop)
            advance(nil, loop)
        case .idle, .draining, .lingering, .closing, .streaming: close(loop)
        case .spooling, .handling, .closed: break
        }
    }

    /// Whether the body arrived slower than the minimum rate in the last window.
    private func isTooSlow(_ loop: EventLoop) -> Bool {
        let (window, minimum) = (loop.context.times.bodyWindow, loop.context.limits.bodyMinimumRate)
        if let incoming {
            guard !incoming.isPaused else { return false }
            return incoming.rate.isTooSlow(incoming.received, at: loop.now, window: window, minimum: minimum)
        }
        guard let received = drain?.received else { return false }
        return drain?.rate.isTooSlow(received, at: loop.now, window: window, minimum: minimum) ?? false
    }
}
