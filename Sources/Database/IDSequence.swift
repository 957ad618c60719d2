import Synchronization

/// Makes ids that always increase: within a process, across restarts and when the clock steps back.
///
/// Every commit that made ids stores the highest id. A clock behind it is ignored, and counting continues from there. A
/// full counter borrows from the next millisecond.
final class IDSequence: Sendable {
    static let nodeBits: Int64 = 9
    static let counterBits: Int64 = 13
    /// 2020-01-01T00:00:00Z, milliseconds since 1970.
    static let epoch: Int64 = 1_577_836_800_000
    /// The last millisecond that 41 bits can hold, in September 2089.
    static let lastTime: Int64 = 1 << 41 - 1

    /// 0…511.
    let node: Int64
    private let highest: Mutex<Int64>
    private let random: @Sendable () -> UInt64

    /// Continues after `mark`; `random` makes the ids that tell nothing.
    ///
    /// - Throws: `DatabaseError` when `node` is not in 0…511.
    init(
        node: Int, after mark: Int64, random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) throws {
        guard (0..<1 << IDSequence.nodeBits).contains(Int64(node)) else {
            throw DatabaseError(.other, "the node is \(node), not one of 0…511")
        }
        self.node = Int64(node)
        highest = Mutex(mark)
        self.random = random
    }

    /// An id from 63 random bits, which are never drawn twice in practice: that would take three billion of them.
    func unordered() -> Int64 { max(1, Int64(bitPattern: random() >> 1)) }

    /// The highest id so far, made here or passed in.
    var mark: Int64 { highest.withLock { $0 } }

    /// Makes every later id larger than `mark`, which another process may have stored.
    func pass(_ mark: Int64) { highest.withLock { $0 = max($0, mark) } }

    /// The next id; `now` in milliseconds since 1970.
    ///
    /// - Throws: `DatabaseError` when the time no longer fits into 41 bits.
    func next(now: Int64) throws -> Int64 {
        let time = max(now, IDSequence.epoch) - IDSequence.epoch
        return try highest.withLock { highest in
            let id = try following(highest, time)
            highest = id
            return id
        }
    }

    private func following(_ mark: Int64, _ time: Int64) throws -> Int64 {
        let shift = IDSequence.nodeBits + IDSequence.counterBits
        var time = time
        if mark > 0 && time <= mark >> shift {
            let lastCounter: Int64 = 1 << IDSequence.counterBits - 1
            // The mark of another node cannot simply be incremented: for a lower node, an id of the same millisecond is
            // smaller.
            let isOurs = mark >> IDSequence.counterBits & (1 << IDSequence.nodeBits - 1) == node
            if isOurs && mark & lastCounter < lastCounter { return mark + 1 }
            time = mark >> shift + 1
        }
        guard time <= IDSequence.lastTime else {
            throw DatabaseError(.other, "no ids left: the clock, or the highest id, is past the year 2089")
        }
        return max(1, time << shift | node << IDSequence.counterBits)
    }
}
