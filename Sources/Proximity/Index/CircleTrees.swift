import Foundation

/// Circles, grouped by doubling radius into trees of their centres. A query searches each tree within the largest
/// radius of its group, so it visits at most about four times the circles that hold the point, however the sizes are
/// mixed.
struct CircleTrees {
    private var trees: [Int: PointTree] = [:]
    private var radii: [Int64: Metres] = [:]

    var count: Int { radii.count }

    /// Bytes held; the dictionary counts by its capacity.
    var bytes: Int {
        trees.values.reduce(0) { $0 + $1.bytes } + radii.capacity
            * (MemoryLayout<Int64>.stride + MemoryLayout<Metres>.stride)
    }

    /// The smallest n with radius ≤ 2ⁿ m; from 1 m to the whole Earth.
    private static func size(_ radius: Metres) -> Int {
        min(25, max(0, Int(log2(max(1, radius.value)).rounded(.up))))
    }

    mutating func put(_ id: Int64, _ centre: Coordinate, _ radius: Metres) {
        let radius: Metres = radius > 0 ? radius : 0
        let size = CircleTrees.size(radius)
        if let old = radii[id], CircleTrees.size(old) != size { _ = remove(id) }
        radii[id] = radius
        let tree = trees[size] ?? PointTree()
        trees[size] = tree
        tree.put(Entry(latitude: centre.latitude, longitude: centre.longitude, id: id))
    }

    mutating func remove(_ id: Int64) -> Bool {
        guard let radius = radii.removeValue(forKey: id) else { return false }
        let size = CircleTrees.size(radius)
        let removed = trees[size]?.remove(id) ?? false
        if trees[size]?.count == 0 { trees[size] = nil }
        return removed
    }

    func containing(_ place: Coordinate) -> [Neighbour] {
        var found: [Neighbour] = []
        for (size, tree) in trees {
            // 2²⁵ m is more than half the circumference.
            let largest = Metres(pow(2, Double(size)))
            found += tree.hits(largest, place).filter { $0.distance <= radii[$0.id] ?? 0 }
        }
        return found.sorted()
    }
}
