/// A rate limit: a number of attempts per time window, and delays after that. A pure rule: the caller stores the state
/// of each counter, one for each rule and key (an account, an address, a device).
///
/// The window starts with its first attempt. With `delays`, every further attempt has to wait, each time twice as long,
/// until there was no attempt for the longest delay; without, attempts wait for the end of the window. An attempt that
/// counts many times is allowed while a single one is, and the window then lasts as much longer as it was overdrawn.
public struct Throttle: Sendable, Equatable {
    /// The name of the rule in a counter's row; unique.
    public let name: String
    /// Attempts before the first wait, at least 1.
    public let attempts: Int
    /// Milliseconds.
    public let window: Int64
    /// The wait after the last free attempt, and the maximum after doubling; milliseconds.
    public let delays: ClosedRange<Int64>?

    /// A custom rule; times in milliseconds.
    public init(_ name: String, attempts: Int, window: Int64, delays: ClosedRange<Int64>? = nil) {
        self.name = name
        self.attempts = max(1, attempts)
        self.window = max(1, window)
        self.delays = delays
    }

    /// The rule for a whole IPv6 site (a /48), which many households may share: ten times the attempts in the same
    /// time.
    public var forSites: Throttle {
        Throttle("\(name)-48", attempts: attempts * 10, window: window, delays: delays)
    }

    /// The stored state of a counter; times in milliseconds since 1970.
    public struct State: Sendable, Equatable {
        /// Attempts since the window began.
        public var count: Int
        /// The time of the first of them.
        public var windowStart: Int64
        /// No attempts are allowed before this time; in the past when they are.
        public var blockedUntil: Int64

        /// A state read from storage.
        public init(count: Int, windowStart: Int64, blockedUntil: Int64) {
            self.count = count
            self.windowStart = windowStart
            self.blockedUntil = blockedUntil
        }
    }

    /// The decision on an attempt.
    public enum Verdict: Sendable, Equatable {
        /// Allowed; store the new state first.
        case allowed(State)
        /// Refused; retry after this many seconds, at least 1. The stored state does not change, so refused attempts do
        /// not extend the wait.
        case refused(retryAfter: Int)
    }

    /// Judges an attempt before it is made, so that concurrent attempts all count.
    ///
    /// - Parameters:
    ///   - state: the stored one, nil for the first attempt.
    ///   - times: how many times it counts, at least 1.
    ///   - now: milliseconds since 1970.
    public func attempt(_ state: State?, times: Int = 1, now: Int64) -> Verdict {
        let stored = state.flatMap { isForgotten($0, now: now) ? nil : $0 }
        let old = stored ?? State(count: 0, windowStart: now, blockedUntil: now)
        if old.blockedUntil > now {
            return .refused(retryAfter: Int((old.blockedUntil - now + 999) / 1_000))
        }
        var new = old
        new.count += min(max(1, times), Throttle.most)
        guard new.count >= attempts else { return .allowed(new) }
        if let delays {
            // 40 doublings of a millisecond are more than thirty years.
            let doublings = min(new.count - attempts, 40)
            let (delay, overflows) = delays.lowerBound.multipliedReportingOverflow(by: 1 << doublings)
            new.blockedUntil = now + (overflows ? delays.upperBound : min(delay, delays.upperBound))
        } else {
            new.blockedUntil = new.windowStart + length(new.count)
        }
        return .allowed(new)
    }

    /// More attempts than anybody makes at once, and far from any overflow.
    private static let most = 1_000_000

    /// Milliseconds from a window's start to its end: it is longer when more was counted than it allows.
    private func length(_ count: Int) -> Int64 {
        guard delays == nil, count > attempts else { return window }
        return window * Int64(min(count, 2 * Throttle.most)) / Int64(attempts)
    }

    /// The state after a successful attempt that must not count: the stored state, less one, and without the wait that
    /// the attempt caused. For an address that many people share; for an account's own counter, delete the row.
    public func returned(_ state: State, now: Int64) -> State {
        var state = state
        state.count = max(0, state.count - 1)
        // Not earlier: the delays are forgotten some time after this.
        state.blockedUntil = min(state.blockedUntil, now)
        return state
    }

    /// Whether a stored state has no effect any more, so that its row can be deleted. Also true for a state dated in
    /// the future, because the clock was set back since.
    public func isForgotten(_ state: State, now: Int64) -> Bool {
        let end = state.windowStart + length(state.count)
        guard let longest = delays?.upperBound else {
            return state.windowStart > now || state.blockedUntil > max(end, now + window) || now >= end
        }
        if state.windowStart > now || state.blockedUntil > now + longest { return true }
        return now >= (state.count >= attempts ? max(end, state.blockedUntil + longest) : end)
    }
}
