/// How often a thing may be tried: so many attempts in a window of time, and what comes then. A pure rule: the state of
/// each counter is the caller's to keep, as a row for each rule and key (an account, an address, a device).
///
/// The window begins with the first attempt in it. With `delays`, those who go on have to wait after every attempt, each
/// time twice as long, until they have been quiet for the longest delay; without, they wait for the window to end.
public struct Throttle: Sendable, Equatable {
    /// What a counter's row is named after: different for every rule.
    public let name: String
    /// Attempts before anybody has to wait, at least 1.
    public let attempts: Int
    /// Milliseconds.
    public let window: Int64
    /// How long to wait after the last free attempt, and the most that doubling makes of it; milliseconds.
    public let delays: ClosedRange<Int64>?

    /// A rule of one's own; times in milliseconds.
    public init(_ name: String, attempts: Int, window: Int64, delays: ClosedRange<Int64>? = nil) {
        self.name = name
        self.attempts = max(1, attempts)
        self.window = max(1, window)
        self.delays = delays
    }

    /// The rule for a whole IPv6 site (a /48), which many households may share: ten times the attempts in the same time.
    public var forSites: Throttle {
        Throttle("\(name)-48", attempts: attempts * 10, window: window, delays: delays)
    }

    /// A counter, as it is stored; times in milliseconds since 1970.
    public struct State: Sendable, Equatable {
        /// Attempts since the window began.
        public var count: Int
        /// When the first of them was.
        public var windowStart: Int64
        /// Until when no more are allowed; in the past when they are.
        public var blockedUntil: Int64

        /// A state as it was stored.
        public init(count: Int, windowStart: Int64, blockedUntil: Int64) {
            self.count = count
            self.windowStart = windowStart
            self.blockedUntil = blockedUntil
        }
    }

    /// What comes of an attempt.
    public enum Verdict: Sendable, Equatable {
        /// Go on, once the new state is stored.
        case allowed(State)
        /// Come back after so many seconds, at least 1. The stored state stays: who knocks on a closed door does not
        /// keep it closed.
        case refused(retryAfter: Int)
    }

    /// Judges an attempt before it is made, so that many at once count as many.
    ///
    /// - Parameters:
    ///   - state: the stored one, nil for the first attempt ever.
    ///   - now: milliseconds since 1970.
    public func attempt(_ state: State?, now: Int64) -> Verdict {
        let stored = state.flatMap { isForgotten($0, now: now) ? nil : $0 }
        let old = stored ?? State(count: 0, windowStart: now, blockedUntil: now)
        if old.blockedUntil > now {
            return .refused(retryAfter: Int((old.blockedUntil - now + 999) / 1_000))
        }
        var new = old
        new.count += 1
        guard new.count >= attempts else { return .allowed(new) }
        if let delays {
            // 40 doublings of a millisecond are more than thirty years.
            let doublings = min(new.count - attempts, 40)
            let (delay, overflows) = delays.lowerBound.multipliedReportingOverflow(by: 1 << doublings)
            new.blockedUntil = now + (overflows ? delays.upperBound : min(delay, delays.upperBound))
        } else {
            new.blockedUntil = new.windowStart + window
        }
        return .allowed(new)
    }

    /// The state after an attempt turned out well and shall not count: what is stored now, less one, and without the wait
    /// that it brought. For an address that many people share; an account's own counter is best deleted.
    public func returned(_ state: State, now: Int64) -> State {
        var state = state
        state.count = max(0, state.count - 1)
        // Not further back: from here it is counted when the delays are forgotten.
        state.blockedUntil = min(state.blockedUntil, now)
        return state
    }

    /// Whether a stored state says no more than none would: its row can be deleted. So does one that only a clock that has
    /// been set back since can explain.
    public func isForgotten(_ state: State, now: Int64) -> Bool {
        let longest = delays?.upperBound ?? window
        if state.windowStart > now || state.blockedUntil > now + longest { return true }
        let isDelayed = delays != nil && state.count >= attempts
        return now
            >= (isDelayed ? max(state.windowStart + window, state.blockedUntil + longest) : state.windowStart + window)
    }
}
