import Synchronization

/// What was worked out lately, within a bound; safe for several threads.
final class LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var values: [Key: (value: Value, used: UInt64)] = [:]
        var weight = 0
        var clock: UInt64 = 0
    }

    private let limit: Int
    private let weigh: @Sendable (Value) -> Int
    private let state = Mutex(State())

    /// Keeps values until they weigh more than `limit` together; each weighs 1 unless `weigh` says otherwise.
    init(limit: Int, weigh: @escaping @Sendable (Value) -> Int = { _ in 1 }) {
        self.limit = limit
        self.weigh = weigh
    }

    /// How many are kept.
    var count: Int { state.withLock { $0.values.count } }

    /// The value of a key: known, or worked out. Two who ask at once may both work it out. What `make` throws is not kept.
    func value(_ key: Key, make: () throws -> Value) rethrows -> Value {
        if let known = known(key) { return known }
        let made = try make()
        set(made, for: key)
        return made
    }

    /// The value of a key, when it is known.
    func known(_ key: Key) -> Value? {
        state.withLock { state in
            state.clock += 1
            guard let index = state.values.index(forKey: key) else { return nil }
            state.values.values[index].used = state.clock
            return state.values.values[index].value
        }
    }

    /// Keeps a value, in place of the one before.
    func set(_ value: Value, for key: Key) {
        state.withLock { state in
            if let other = state.values[key] { state.weight -= weigh(other.value) }
            state.values[key] = (value, state.clock)
            state.weight += weigh(value)
            guard state.weight > limit else { return }
            // The older half goes at once: rarely, and without a list to keep in order at every use.
            for (old, entry) in state.values.sorted(by: { $0.value.used < $1.value.used })
            where state.weight > limit / 2 {
                state.values[old] = nil
                state.weight -= weigh(entry.value)
            }
        }
    }
}
