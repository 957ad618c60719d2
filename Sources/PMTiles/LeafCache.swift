/// Some leaf directories, bounded by their entries of 24 bytes.
struct LeafCache {
    private var kept: [UInt64: (directory: TileDirectory, used: Int)] = [:]
    private var (entries, clock) = (0, 0)

    private static let maxEntries = TileDirectory.maxEntries

    mutating func known(_ offset: UInt64) -> TileDirectory? {
        clock += 1
        kept[offset]?.used = clock
        return kept[offset]?.directory
    }

    mutating func keep(_ directory: TileDirectory, _ offset: UInt64) {
        guard kept[offset] == nil else { return }
        clock += 1
        kept[offset] = (directory, clock)
        entries += directory.entries.count
        guard entries > LeafCache.maxEntries else { return }
        // The older half at once: rarely, and no ordered list is needed. The new one stays, however large it is.
        for (old, value) in kept.sorted(by: { $0.value.used < $1.value.used })
        where entries > LeafCache.maxEntries / 2 && old != offset {
            kept[old] = nil
            entries -= value.directory.entries.count
        }
    }
}
