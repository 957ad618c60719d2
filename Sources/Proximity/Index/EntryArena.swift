import Foundation

/// One point of an index: 24 bytes.
struct Entry {
    var latitude: Double
    var longitude: Double
    var id: Int64
}

/// Memory for many small runs of entries that grow and shrink: one block, cut into runs of a few fixed capacities. A
/// freed run is reused for the next one of its capacity.
///
/// Raw memory, because the headers of a million small arrays would take more memory than the points they hold, and
/// because scanning a run is the innermost loop of every query. Not thread-safe; ``NearbyIndex`` locks.
struct EntryArena {
    private(set) var entries: UnsafeMutablePointer<Entry>
    private var size: Int
    private var used = 0
    private var freed: [[UInt32]] = []

    /// Room for at least `size` entries.
    init(size: Int) {
        self.size = max(size, 64)
        entries = EntryArena.block(nil, self.size)
    }

    /// Frees all memory. The arena must not be used afterwards.
    func deallocate() {
        free(entries)
    }

    /// Bytes held.
    var bytes: Int { size * MemoryLayout<Entry>.stride + freed.reduce(0) { $0 + $1.capacity * 4 + 24 } }

    /// Steps of capacity up to ``fineLimit``; above, capacities grow by a quarter. With runs of about ten entries, a
    /// step of two leaves a tenth of the memory unused.
    private static let step = 2
    private static let fineLimit = 64

    /// The class of the smallest run that holds `count` entries.
    static func sizeClass(_ count: Int) -> Int {
        if count <= fineLimit { return max(0, (count + step - 1) / step - 1) }
        var sizeClass = fineLimit / step - 1
        while capacity(sizeClass) < count { sizeClass += 1 }
        return sizeClass
    }

    /// How many entries a run of this class holds.
    static func capacity(_ sizeClass: Int) -> Int {
        let fine = fineLimit / step - 1
        if sizeClass <= fine { return (sizeClass + 1) * step }
        var capacity = fineLimit
        for _ in fine..<sizeClass { capacity += capacity / 4 }
        return capacity
    }

    /// Allocates a run of this class and returns its offset; its content is undefined.
    mutating func take(_ sizeClass: Int) -> UInt32 {
        if sizeClass < freed.count, let offset = freed[sizeClass].popLast() { return offset }
        let capacity = EntryArena.capacity(sizeClass)
        if used + capacity > size { grow(used + capacity) }
        defer { used += capacity }
        return UInt32(used)
    }

    /// Frees a run.
    mutating func give(_ offset: UInt32, _ sizeClass: Int) {
        while freed.count <= sizeClass { freed.append([]) }
        freed[sizeClass].append(offset)
    }

    private mutating func grow(_ needed: Int) {
        // Grows by a sixteenth: the block is the largest part of an index, and the C library grows a large block by
        // remapping its pages, not by copying.
        size = max(needed, size + size / 16)
        entries = EntryArena.block(entries, size)
    }

    private static func block(_ old: UnsafeMutablePointer<Entry>?, _ size: Int) -> UnsafeMutablePointer<Entry> {
        guard let block = realloc(old, size * MemoryLayout<Entry>.stride) else {
            // Swift's own collections also trap when memory runs out.
            preconditionFailure("out of memory for \(size) points")
        }
        return block.assumingMemoryBound(to: Entry.self)
    }
}
