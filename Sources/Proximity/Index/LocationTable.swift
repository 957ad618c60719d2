/// Maps each id to the offset of its entry: a hash table of 8 bytes a slot that stores no ids, because the entries do.
///
/// A slot is a hash of 32 bits and the entry's offset plus one; 0 is empty. Open addressing with linear probing;
/// removal moves later slots up, so there are no tombstones (Knuth, The Art of Computer Programming 3, 6.4, algorithm
/// R). The home of a slot follows from its hash alone, by multiplication instead of division (D. Lemire, "Fast random
/// integer generation in an interval", 2019), so the table may have any length.
struct LocationTable {
    private var slots: [UInt64]
    private(set) var count = 0

    /// Allocates space for `count` ids at a load of 0.75.
    init(count: Int) {
        slots = Array(repeating: 0, count: max(16, count + count / 3 + 1))
    }

    /// Bytes held.
    var bytes: Int { slots.count * MemoryLayout<UInt64>.stride }

    /// Fibonacci hashing of the id, its upper 32 bits; folding first spreads time-ordered ids.
    private static func hash(_ id: Int64) -> UInt64 {
        let bits = UInt64(bitPattern: id)
        return ((bits ^ (bits >> 32)) &* 0x9E37_79B9_7F4A_7C15) >> 32
    }

    private func home(_ hash: UInt64) -> Int { Int((hash &* UInt64(slots.count)) >> 32) }

    private func after(_ slot: Int) -> Int { slot + 1 == slots.count ? 0 : slot + 1 }

    /// The offset of the entry with this id, or nil.
    func offset(of id: Int64, in entries: UnsafeMutablePointer<Entry>) -> UInt32? {
        let hash = LocationTable.hash(id)
        var slot = home(hash)
        while slots[slot] != 0 {
            if slots[slot] >> 32 == hash {
                let offset = UInt32(truncatingIfNeeded: slots[slot]) - 1
                if entries[Int(offset)].id == id { return offset }
            }
            slot = after(slot)
        }
        return nil
    }

    /// Adds a new id. The id must not be in the table.
    mutating func add(_ id: Int64, at offset: UInt32) {
        if (count + 1) * 4 > slots.count * 3 { grow() }
        put(LocationTable.hash(id) << 32 | UInt64(offset + 1))
        count += 1
    }

    /// Records that the entry of `id` moved from one offset to another.
    mutating func move(_ id: Int64, from old: UInt32, to new: UInt32) {
        let slot = self.slot(id, old)
        slots[slot] = (slots[slot] & ~0xFFFF_FFFF) | UInt64(new + 1)
    }

    /// Removes an id whose entry is at `offset`.
    mutating func remove(_ id: Int64, at offset: UInt32) {
        var hole = slot(id, offset)
        var next = after(hole)
        while slots[next] != 0 {
            let home = self.home(slots[next] >> 32)
            // The slot may move up unless its home lies cyclically between the hole (excluded) and itself.
            let stays = hole < next ? home > hole && home <= next : home > hole || home <= next
            if !stays {
                slots[hole] = slots[next]
                hole = next
            }
            next = after(next)
        }
        slots[hole] = 0
        count -= 1
    }

    private func slot(_ id: Int64, _ offset: UInt32) -> Int {
        let wanted = LocationTable.hash(id) << 32 | UInt64(offset + 1)
        var slot = home(wanted >> 32)
        while slots[slot] != wanted { slot = after(slot) }
        return slot
    }

    private mutating func put(_ content: UInt64) {
        var slot = home(content >> 32)
        while slots[slot] != 0 { slot = after(slot) }
        slots[slot] = content
    }

    private mutating func grow() {
        let old = slots
        // Grows by a quarter: between 10.7 and 13.3 bytes an id.
        slots = Array(repeating: 0, count: old.count + old.count / 4)
        for content in old where content != 0 { put(content) }
    }
}
