import Foundation

extension Covering {
    /// Cells that hold every coordinate of the box, its edges included. Limits as in ``of(centre:radius:maxCells:levels:)``.
    public static func of(
        _ bounds: Bounds, maxCells: Int = Covering.usualCells, levels: ClosedRange<Int> = 0...30
    ) -> Covering {
        Covering(region: bounds, maxCells: maxCells, levels: levels)
    }

    /// Cells that hold the whole area of the polygon. Limits as in ``of(centre:radius:maxCells:levels:)``.
    public static func of(
        _ polygon: Polygon, maxCells: Int = Covering.usualCells, levels: ClosedRange<Int> = 0...30
    ) -> Covering {
        Covering(region: polygon, maxCells: maxCells, levels: levels)
    }
}

extension Cap {
    /// A few cells that hold the cap. The covering of a region within the cap starts from these, because the region's
    /// own test is slower.
    fileprivate var rough: [CellID] { Covering(region: self, maxCells: 4, levels: 0...30).cells }
}

extension Bounds: CellRegion {
    var start: [CellID] {
        // From half the Earth on, the corners are no longer the points farthest from the middle.
        guard width < 180 else { return CellID.faces }
        let middle = Vector(centre)
        let corners = [(south, west), (south, east), (north, east), (north, west)]
            .map { Vector(Coordinate(wrappingLatitude: $0.0, longitude: $0.1)) }
        let angle = corners.map { $0.angle(to: middle) }.max() ?? .pi
        return Cap(centre: middle, angle: angle + 1e-12).rough
    }

    func mayIntersect(_ cell: CellSquare) -> Bool {
        Outline.bounds(
            [cell.corners], north: cell.contains(Vector(x: 0, y: 0, z: 1)),
            south: cell.contains(Vector(x: 0, y: 0, z: -1))
        ).intersects(self)
    }
}

extension Polygon: CellRegion {
    var start: [CellID] {
        Cap(centre: cap.centre, angle: cap.angle + 1e-12).rough
    }

    func mayIntersect(_ cell: CellSquare) -> Bool {
        // Either an edge passes through the cell, or the cell lies wholly inside or outside: then one point decides.
        edges.contains { cell.meetsArc($0, $1) } || contains(cell.centre)
    }
}

extension CellSquare {
    /// Whether a part of the arc from `a` to `b` may lie in the cell; the arc is shorter than half a turn.
    ///
    /// The cell is where four linear functions are positive, and the arc's points are the positive combinations of its
    /// ends: clip the parameter 0…1 by each function in turn. When rounding leaves doubt, the answer is yes.
    func meetsArc(_ a: Vector, _ b: Vector) -> Bool {
        let first = CellProjection.components(of: a, onFace: face)
        let second = CellProjection.components(of: b, onFace: face)
        let (u, v) = (self.u, self.v)
        var range = (low: 0.0, high: 1.0)
        for (start, end) in [
            (first.u - first.outward * u.lowerBound, second.u - second.outward * u.lowerBound),
            (first.outward * u.upperBound - first.u, second.outward * u.upperBound - second.u),
            (first.v - first.outward * v.lowerBound, second.v - second.outward * v.lowerBound),
            (first.outward * v.upperBound - first.v, second.outward * v.upperBound - second.v),
        ] {
            let (start, end) = (start + 1e-15, end + 1e-15)
            if start < 0 && end < 0 { return false }
            if start < 0 { range.low = max(range.low, start / (start - end)) }
            if end < 0 { range.high = min(range.high, start / (start - end)) }
        }
        return range.low <= range.high + 1e-12
    }
}
