import Synchronization

/// In-memory counters, for rules whose counters change too often for the database. A restart clears them.
///
/// The number of counters is bounded. When a new one needs space, expired counters are dropped first, then those with
/// the oldest windows. Use a separate limiter for each purpose, so that many subjects of one do not evict those of
/// another.
public final class RateLimiter: Sendable {
    /// A rule and the subject it is counted for.
    public typealias Counter = (rule: Throttle, subject: String)

    private struct Key: Hashable {
        let rule: String
        let subject: String
    }

    private let maxCount: Int
    private let states = Mutex<[Key: (rule: Throttle, state: Throttle.State)]>([:])

    /// A limiter of at most `maxCount` counters.
    public init(maxCount: Int) { self.maxCount = max(2, maxCount) }

    /// The current number of counters.
    public var count: Int { states.withLock { $0.count } }

    /// Counts an attempt before it is made. When one of the counters refuses, none of them counts it.
    ///
    /// - Parameters:
    ///   - times: how many times it counts in each of them, at least 1.
    ///   - now: milliseconds since 1970.
    /// - Returns: seconds after which to try again, at least 1; nil when the attempt is allowed.
    public func attempt(_ counters: [Counter], times: Int = 1, now: Int64) -> Int? {
        states.withLock { states in
            var allowed: [(Key, Throttle, Throttle.State)] = []
            for (rule, subject) in counters {
                let key = Key(rule: rule.name, subject: subject)
                switch rule.attempt(states[key]?.state, times: times, now: now) {
                case .refused(let seconds): return seconds
                case .allowed(let state): allowed.append((key, rule, state))
                }
            }
            for (key, rule, state) in allowed { states[key] = (rule, state) }
            if states.count > maxCount { shrink(&states, now) }
            return nil
        }
    }

    /// Shrinks to at most half of the maximum, so that this runs rarely.
    private func shrink(_ states: inout [Key: (rule: Throttle, state: Throttle.State)], _ now: Int64) {
        states = states.filter { !$0.value.rule.isForgotten($0.value.state, now: now) }
        guard states.count > maxCount / 2 else { return }
        let newest = states.sorted { $0.value.state.windowStart > $1.value.state.windowStart }.prefix(maxCount / 2)
        states = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
