/// Points on the Earth in a quadtree over latitude and longitude, with runs of up to ``bucket`` points as leaves.
///
/// Each axis is cut into 2³² steps; a node's children halve both axes. A leaf that overflows is divided, unless all its
/// points fall on one step (a busy venue), because no division separates those. Not thread-safe; ``NearbyIndex`` locks.
final class PointTree {
    /// More would scan too much at a small radius; fewer would spend the time on nodes.
    static let bucket = 32
    /// Four leaves that together hold no more than this are merged. Half of ``bucket``, so that a point that comes and
    /// goes does not divide and merge each time.
    static let joined = 16

    /// An offset that no entry has.
    private static let nowhere = UInt32.max - 1

    var nodes: [Node] = [.empty]
    private var freeNodes: [UInt32] = []
    var arena: EntryArena
    var locations: LocationTable

    init() {
        arena = EntryArena(size: 0)
        locations = LocationTable(count: 0)
    }

    /// Builds the tree in bulk, several times faster than one by one. The last of several entries with one id wins.
    init(_ entries: [Entry]) {
        let entries = PointTree.withoutRepeats(entries)
        arena = EntryArena(size: entries.count)
        locations = LocationTable(count: entries.count)
        var sorted = entries
        var scratch = entries
        sorted.withUnsafeMutableBufferPointer { sorted in
            scratch.withUnsafeMutableBufferPointer { scratch in
                build(0, entries: sorted, scratch: scratch, shift: 31)
            }
        }
    }

    deinit {
        arena.deallocate()
    }

    var count: Int { locations.count }

    /// Bytes held, without the object itself.
    var bytes: Int {
        arena.bytes + locations.bytes + nodes.capacity * MemoryLayout<Node>.stride + freeNodes.capacity * 4
    }

    func entry(_ id: Int64) -> Entry? {
        locations.offset(of: id, in: arena.entries).map { arena.entries[Int($0)] }
    }

    /// Adds a point, or moves the one with this id.
    func put(_ entry: Entry) {
        guard let offset = locations.offset(of: entry.id, in: arena.entries) else {
            locations.add(entry.id, at: place(entry))
            return
        }
        let old = Key(arena.entries[Int(offset)])
        let leaf = self.leaf(old)
        if old.isWith(Key(entry), leaf.shift) && nodes[leaf.node].count <= Int32(PointTree.bucket) {
            arena.entries[Int(offset)] = entry
            return
        }
        // Parked here, because the entry that fills the gap gets the old offset.
        locations.move(entry.id, from: offset, to: PointTree.nowhere)
        take(offset, node: leaf.node, parent: leaf.parent)
        locations.move(entry.id, from: PointTree.nowhere, to: place(entry))
    }

    /// Removes a point. Returns false when there is none with this id.
    func remove(_ id: Int64) -> Bool {
        guard let offset = locations.offset(of: id, in: arena.entries) else { return false }
        locations.remove(id, at: offset)
        let leaf = self.leaf(Key(arena.entries[Int(offset)]))
        take(offset, node: leaf.node, parent: leaf.parent)
        return true
    }

    /// The leaf of a key, the branch above it, and the bit by which the leaf would be divided.
    func leaf(_ key: Key) -> (node: Int, parent: Int?, shift: Int) {
        nodes.withUnsafeBufferPointer { nodes in
            var node = 0
            var parent: Int?
            var shift = 31
            while !nodes[node].isLeaf {
                parent = node
                node = Int(nodes[node].link) + key.child(shift)
                shift -= 1
            }
            return (node, parent, shift)
        }
    }

    /// Writes an entry into its leaf and returns its offset; the caller updates the table.
    private func place(_ entry: Entry) -> UInt32 {
        let key = Key(entry)
        var (node, _, shift) = leaf(key)
        while nodes[node].count >= Int32(PointTree.bucket) && !isOneStep(node, key) {
            divide(node, shift)
            node = Int(nodes[node].link) + key.child(shift)
            shift -= 1
        }
        return append(entry, to: node)
    }

    /// Whether all points of a full leaf and `key` are on one step. The points of a leaf above ``bucket`` always are.
    private func isOneStep(_ node: Int, _ key: Key) -> Bool {
        let run = arena.entries + Int(nodes[node].link)
        guard Key(run[0]) == key else { return false }
        if nodes[node].count > Int32(PointTree.bucket) { return true }
        return (1..<Int(nodes[node].count)).allSatisfy { Key(run[$0]) == key }
    }

    private func append(_ entry: Entry, to node: Int) -> UInt32 {
        let count = Int(nodes[node].count)
        let held = nodes[node].sizeClass
        // One class more than needed: each move to another run rewrites the offset of every entry.
        if held < 0 || count == EntryArena.capacity(Int(held)) { resize(node, EntryArena.sizeClass(count + 1) + 1) }
        let offset = nodes[node].link + UInt32(count)
        arena.entries[Int(offset)] = entry
        nodes[node].count += 1
        return offset
    }

    /// Moves a leaf's points to a run of another class.
    private func resize(_ node: Int, _ sizeClass: Int) {
        let old = nodes[node]
        let offset = arena.take(sizeClass)
        for k in 0..<UInt32(old.count) {
            let entry = arena.entries[Int(old.link + k)]
            arena.entries[Int(offset + k)] = entry
            locations.move(entry.id, from: old.link + k, to: offset + k)
        }
        if old.sizeClass >= 0 { arena.give(old.link, Int(old.sizeClass)) }
        nodes[node].link = offset
        nodes[node].sizeClass = Int32(sizeClass)
    }

    /// Four empty nodes beside each other; returns the first.
    func takeNodes() -> Int {
        if let free = freeNodes.popLast() { return Int(free) }
        // An eighth more at a time; by default arrays double.
        if nodes.count + 4 > nodes.capacity { nodes.reserveCapacity(nodes.count + nodes.count / 8 + 64) }
        nodes.append(contentsOf: repeatElement(.empty, count: 4))
        return nodes.count - 4
    }

    /// Turns a leaf into a branch.
    private func divide(_ node: Int, _ shift: Int) {
        let old = nodes[node]
        let children = takeNodes()
        nodes[node] = Node(link: UInt32(children), count: Node.branch, sizeClass: -1)
        for k in 0..<4 { nodes[children + k] = .empty }
        let run = arena.entries + Int(old.link)
        let first = Key(run[0]).child(shift)
        if old.count > Int32(PointTree.bucket)
            || (0..<Int(old.count)).allSatisfy({ Key(run[$0]).child(shift) == first })
        {
            // All points are in one child: it takes over the run unchanged.
            nodes[children + first] = old
            return
        }
        for k in 0..<old.count {
            let from = old.link + UInt32(k)
            let entry = arena.entries[Int(from)]
            let to = append(entry, to: children + Key(entry).child(shift))
            locations.move(entry.id, from: from, to: to)
        }
        arena.give(old.link, Int(old.sizeClass))
    }

    /// Removes the entry at an offset from its leaf. The table is updated only for the entry that fills the gap.
    private func take(_ offset: UInt32, node: Int, parent: Int?) {
        let last = nodes[node].link + UInt32(nodes[node].count) - 1
        if last != offset {
            let entry = arena.entries[Int(last)]
            arena.entries[Int(offset)] = entry
            locations.move(entry.id, from: last, to: offset)
        }
        nodes[node].count -= 1
        let (count, sizeClass) = (Int(nodes[node].count), Int(nodes[node].sizeClass))
        if count == 0 {
            arena.give(nodes[node].link, sizeClass)
            nodes[node] = .empty
        } else if EntryArena.sizeClass(count) + 3 < sizeClass {
            resize(node, EntryArena.sizeClass(count) + 1)
        }
        if count <= PointTree.joined / 2, let parent { join(parent) }
    }

    /// Turns a branch back into a leaf when its children are leaves with few points.
    private func join(_ branch: Int) {
        let children = Int(nodes[branch].link)
        var total = 0
        for k in 0..<4 {
            guard nodes[children + k].isLeaf else { return }
            total += Int(nodes[children + k].count)
        }
        guard total <= PointTree.joined else { return }
        nodes[branch] = .empty
        for k in 0..<4 where nodes[children + k].count > 0 {
            let child = nodes[children + k]
            for n in 0..<UInt32(child.count) {
                let entry = arena.entries[Int(child.link + n)]
                let to = append(entry, to: branch)
                locations.move(entry.id, from: child.link + n, to: to)
            }
            arena.give(child.link, Int(child.sizeClass))
        }
        freeNodes.append(UInt32(children))
    }
}
