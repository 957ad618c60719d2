import Database
import Proximity

/// What every page asks of the database for its person, kept until anything is written: most pages are read between two
/// writes of anybody.
struct KeptReads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Kept: Sendable {
        let value: Value
        /// Of the database, when it was read.
        let version: UInt64
        let time: Timestamp
    }

    private let kept: LRUCache<Key, Kept>

    init(limit: Int) { kept = LRUCache(limit: limit) }

    /// Seconds for which a value holds at most: the clock alone changes some, and another program may have written.
    static var life: Double { 1 }

    /// The value of a key, read unless it is known as it is now.
    ///
    /// - Throws: `DatabaseError`; what `make` throws.
    func value(
        _ key: Key, in database: Database, at now: Timestamp, make: (Reader) throws -> Value
    ) throws -> Value {
        if let known = kept.known(key), known.version == database.version, known.time <= now,
            now.seconds(since: known.time) < KeptReads.life
        {
            return known.value
        }
        return try database.read { reader in
            let value = try make(reader)
            kept.set(Kept(value: value, version: reader.version, time: now), for: key)
            return value
        }
    }
}
