/// One result of a query by distance.
public struct Neighbour: Hashable, Sendable, Comparable {
    /// The point's id.
    public let id: Int64
    /// ``Coordinate/distance(to:)`` from the query's point, to the last bit.
    public let distance: Metres

    public init(id: Int64, distance: Metres) {
        self.id = id
        self.distance = distance
    }

    /// Nearer first, then the smaller id, so that the order is total.
    public static func < (left: Neighbour, right: Neighbour) -> Bool {
        (left.distance.value, left.id) < (right.distance.value, right.id)
    }
}

extension PointTree {
    /// A closed box of degrees that does not cross the antimeridian.
    private struct Box {
        let south: Double
        let north: Double
        let west: Double
        let east: Double

        @inline(__always)
        func holds(_ entry: Entry) -> Bool {
            // Four comparisons without a branch, because the branch could not be predicted: the sign of an IEEE
            // difference is exact, and is 0 for equal numbers.
            let inside = (entry.latitude - south).bitPattern | (north - entry.latitude).bitPattern
            let between = (entry.longitude - west).bitPattern | (east - entry.longitude).bitPattern
            return Int64(bitPattern: inside | between) >= 0
        }
    }

    /// The points at most `radius` from `centre`, nearest first.
    func within(_ radius: Metres, of centre: Coordinate) -> [Neighbour] {
        var found = hits(radius, centre)
        NeighbourSort.sort(&found, farthest: radius.value)
        return found
    }

    /// As ``within(_:of:)``, in no particular order.
    func hits(_ radius: Metres, _ centre: Coordinate) -> [Neighbour] {
        var found: [Neighbour] = []
        guard count > 0, radius >= 0 else { return found }
        // Enough for the few results of a small radius.
        found.reserveCapacity(16)
        let origin = GeodesicPoint(centre)
        // Many things lie on the same spot: reuse the last distance for them.
        var last = (latitude: Double.nan, longitude: 0.0, distance: 0.0)
        forEachBox(Bounds(centre: centre, radius: radius)) { box in
            visit(box) { entry in
                if entry.latitude != last.latitude || entry.longitude != last.longitude {
                    let point = GeodesicPoint(latitude: entry.latitude, longitude: entry.longitude)
                    last = (entry.latitude, entry.longitude, origin.distance(to: point))
                }
                if last.distance <= radius.value {
                    found.append(Neighbour(id: entry.id, distance: Metres(last.distance)))
                }
            }
        }
        return found
    }

    /// The ids of the points in a box, in no particular order.
    func within(_ bounds: Bounds) -> [Int64] {
        var found: [Int64] = []
        forEachBox(bounds) { box in visit(box) { found.append($0.id) } }
        return found
    }

    /// The `k` nearest points, nearest first.
    func nearest(_ k: Int, to centre: Coordinate) -> [Neighbour] {
        guard k > 0, count > 0 else { return [] }
        // Circles of doubling radius. The first would hold about k points if all leaves were like this one. A query by
        // radius is exact, so the first circle that holds k points holds the k nearest.
        var radius = k < count ? firstRadius(k, centre) : WGS84.maxDistance
        while true {
            var found = hits(radius, centre)
            if found.count >= k || radius >= WGS84.maxDistance {
                NeighbourSort.keepFirst(k, of: &found)
                NeighbourSort.sort(&found, farthest: radius.value)
                return Array(found.prefix(k))
            }
            radius = radius * 2
        }
    }

    private func firstRadius(_ k: Int, _ centre: Coordinate) -> Metres {
        let leaf = self.leaf(Key(latitude: centre.latitude, longitude: centre.longitude))
        // Roughly the height of a leaf, in degrees and then in metres.
        let height = 180 / Double(UInt64(1) << UInt64(31 - leaf.shift)) * 111_000
        let share = Double(k) / Double(max(4, nodes[leaf.node].count))
        return Metres(max(1, height * 0.5 * min(4, share.squareRoot())))
    }

    /// Calls `body` with `bounds`, split in two at the antimeridian if it crosses it. −180 and 180 are one meridian,
    /// stored as −180.
    @inline(__always)
    private func forEachBox(_ bounds: Bounds, _ body: (Box) -> Void) {
        func box(_ west: Double, _ east: Double) {
            body(Box(south: bounds.south, north: bounds.north, west: west, east: east))
        }
        if bounds.crossesAntimeridian {
            box(bounds.west, 180)
            box(-180, bounds.east)
        } else {
            box(bounds.west, bounds.east)
            if bounds.east == 180 && bounds.west > -180 { box(-180, -180) }
        }
    }

    /// Calls `body` with every point in the box, once.
    @inline(__always)
    private func visit(_ box: Box, _ body: (Entry) -> Void) {
        let low = Key(latitude: box.south, longitude: box.west)
        let high = Key(latitude: box.north, longitude: box.east)
        let entries = arena.entries
        // On the way down each level leaves at most three siblings waiting, and there are at most 33 levels.
        withUnsafeTemporaryAllocation(of: Pending.self, capacity: 100) { waiting in
            nodes.withUnsafeBufferPointer { nodes in
                var top = 1
                waiting[0] = Pending(node: 0, x: 0, y: 0, shift: 31)
                while top > 0 {
                    top -= 1
                    let at = waiting[top]
                    let node = nodes[Int(at.node)]
                    if node.isLeaf {
                        let run = UnsafeBufferPointer(start: entries + Int(node.link), count: Int(node.count))
                        for entry in run where box.holds(entry) { body(entry) }
                        continue
                    }
                    // Visit the upper half when the box reaches x + side, the lower half when the box starts below it.
                    let side = UInt32(1) << UInt32(at.shift)
                    let (middleX, middleY) = (at.x | side, at.y | side)
                    let columns = (low.x < middleX, high.x >= middleX)
                    let rows = (low.y < middleY, high.y >= middleY)
                    func push(_ child: UInt32, x: UInt32, y: UInt32, wanted: Bool) {
                        waiting[top] = Pending(node: node.link + child, x: x, y: y, shift: at.shift - 1)
                        top += wanted && nodes[Int(node.link + child)].count != 0 ? 1 : 0
                    }
                    push(0, x: at.x, y: at.y, wanted: columns.0 && rows.0)
                    push(1, x: middleX, y: at.y, wanted: columns.1 && rows.0)
                    push(2, x: at.x, y: middleY, wanted: columns.0 && rows.1)
                    push(3, x: middleX, y: middleY, wanted: columns.1 && rows.1)
                }
            }
        }
    }

    /// A node yet to be visited: its lower corner on both axes, and the bit that it halves.
    private struct Pending {
        var node: UInt32
        var x: UInt32
        var y: UInt32
        var shift: Int32
    }
}
