/// How a tree is built in bulk.
extension PointTree {
    /// Fills an empty node with entries, using `scratch`, which holds them too or has enough room.
    func build(
        _ node: Int, entries: UnsafeMutableBufferPointer<Entry>, scratch: UnsafeMutableBufferPointer<Entry>,
        shift: Int
    ) {
        guard let first = entries.first.map({ Key($0) }) else { return }
        if entries.count <= PointTree.bucket || entries.allSatisfy({ Key($0) == first }) {
            fill(node, entries)
            return
        }
        var ends = SIMD4<Int>.zero
        for entry in entries { ends[Key(entry).child(shift)] += 1 }
        let counts = ends
        for k in 1..<4 { ends[k] += ends[k - 1] }
        for entry in entries.reversed() {
            let child = Key(entry).child(shift)
            ends[child] -= 1
            scratch[ends[child]] = entry
        }
        let children = takeNodes()
        nodes[node] = Node(link: UInt32(children), count: Node.branch, sizeClass: -1)
        for k in 0..<4 {
            let range = ends[k]..<(ends[k] + counts[k])
            build(
                children + k, entries: UnsafeMutableBufferPointer(rebasing: scratch[range]),
                scratch: UnsafeMutableBufferPointer(rebasing: entries[range]), shift: shift - 1)
        }
    }

    private func fill(_ node: Int, _ entries: UnsafeMutableBufferPointer<Entry>) {
        let sizeClass = EntryArena.sizeClass(entries.count)
        let offset = arena.take(sizeClass)
        for (k, entry) in entries.enumerated() {
            arena.entries[Int(offset) + k] = entry
            locations.add(entry.id, at: offset + UInt32(k))
        }
        nodes[node] = Node(link: offset, count: Int32(entries.count), sizeClass: Int32(sizeClass))
    }

    /// The last of several entries with one id.
    static func withoutRepeats(_ entries: [Entry]) -> [Entry] {
        // Ids are assigned in order, so most lists are ascending already and need no set.
        if zip(entries, entries.dropFirst()).allSatisfy({ $0.id < $1.id }) { return entries }
        var last: [Int64: Int] = Dictionary(minimumCapacity: entries.count)
        for (k, entry) in entries.enumerated() { last[entry.id] = k }
        return last.count == entries.count ? entries : last.values.sorted().map { entries[$0] }
    }
}
