import Synchronization

/// A thread-safe cache of computed values with a limit.
final class LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var values: [Key: (value: Value, used: UInt64)] = [:]
        var weight = 0
        var clock: UInt64 = 0

        /// The value of a key, which counts as used now.
        mutating func use(_ key: Key) -> Value? {
            clock += 1
            guard let index = values.index(forKey: key) else { return nil }
            values.values[index].used = clock
            return values.values[index].value
        }
    }

    private let limit: Int
    private let weigh: @Sendable (Value) -> Int
    private let state = Mutex(State())

    /// Keeps values of at most `limit` total weight; each weighs 1 unless `weigh` says otherwise.
    init(limit: Int, weigh: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
        self.limit = limit
        self.weigh = weigh
    }

    /// Number of cached values.
    var count: Int { state.withLock { $0.values.count } }

    /// The keys that have a value, in no order.
    var keys: [Key] { state.withLock { Array($0.values.keys) } }

    /// The cached or newly computed value of a key. Concurrent callers may both compute it. Errors of `make` are not
    /// cached.
    func value(_ key: Key, make: () throws -> Value) rethrows -> Value {
        if let known = known(key) { return known }
        let made = try make()
        set(made, for: key)
        return made
    }

    /// The cached value of a key.
    func known(_ key: Key) -> Value? { state.withLock { $0.use(key) } }

    /// The values of those keys that are cached: one wait for the lock, however many they are.
    func known(_ keys: Set<Key>) -> [Key: Value] {
        state.withLock { state in
            var known: [Key: Value] = [:]
            for key in keys { if let value = state.use(key) { known[key] = value } }
            return known
        }
    }

    func set(_ value: Value, for key: Key) {
        state.withLock { state in
            if let other = state.values[key] { state.weight -= weigh(other.value) }
            state.values[key] = (value, state.clock)
            state.weight += weigh(value)
            guard state.weight > limit else { return }
            // Drops the older half at once: rarely, and no ordered list is needed.
            for (old, entry) in state.values.sorted(by: { $0.value.used < $1.value.used })
            where state.weight > limit / 2 {
                state.values[old] = nil
                state.weight -= weigh(entry.value)
            }
        }
    }
}
