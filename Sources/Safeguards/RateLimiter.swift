import Synchronization

/// Counters in memory, for rules whose counters change too often to be rows of a database. A restart forgets them.
///
/// Holds a bounded number of counters. When there is no room for a new one, those that no longer say anything are dropped
/// first, then the ones whose windows began first. Give each use a limiter of its own, so that many subjects of one do not
/// push out those of another.
public final class RateLimiter: Sendable {
    /// A rule, and whom it is counted for.
    public typealias Counter = (rule: Throttle, subject: String)

    private struct Key: Hashable {
        let rule: String
        let subject: String
    }

    private let maxCount: Int
    private let states = Mutex<[Key: (rule: Throttle, state: Throttle.State)]>([:])

    /// A limiter of at most `maximumCount` counters.
    public init(maxCount: Int) { self.maxCount = max(2, maxCount) }

    /// How many counters are held.
    public var count: Int { states.withLock { $0.count } }

    /// Counts an attempt before it is made. When one of the counters refuses, none has counted.
    ///
    /// - Parameter now: milliseconds since 1970.
    /// - Returns: seconds after which to try again, at least 1; nil when the attempt is allowed.
    public func attempt(_ counters: [Counter], now: Int64) -> Int? {
        states.withLock { states in
            var allowed: [(Key, Throttle, Throttle.State)] = []
            for (rule, subject) in counters {
                let key = Key(rule: rule.name, subject: subject)
                switch rule.attempt(states[key]?.state, now: now) {
                case .refused(let seconds): return seconds
                case .allowed(let state): allowed.append((key, rule, state))
                }
            }
            for (key, rule, state) in allowed { states[key] = (rule, state) }
            if states.count > maxCount { shrink(&states, now) }
            return nil
        }
    }

    /// Makes room for as many counters again, so that this is done rarely.
    private func shrink(_ states: inout [Key: (rule: Throttle, state: Throttle.State)], _ now: Int64) {
        states = states.filter { !$0.value.rule.isForgotten($0.value.state, now: now) }
        guard states.count > maxCount / 2 else { return }
        let newest = states.sorted { $0.value.state.windowStart > $1.value.state.windowStart }.prefix(maxCount / 2)
        states = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
