/// Clips lines and rings to a rectangle.
struct Clipping: Equatable {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    /// The four edges: which coordinate, its limit, and which side is inside.
    private enum Edge: CaseIterable {
        case left, top, right, bottom
    }

    /// The same rectangle, moved.
    func moved(_ x: Double, _ y: Double) -> Clipping {
        Clipping(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
    }

    /// The same rectangle in a drawing of another scale.
    func scaled(_ factor: Double) -> Clipping {
        Clipping(left: left * factor, top: top * factor, right: right * factor, bottom: bottom * factor)
    }

    /// The same rectangle with a margin around it.
    func widened(_ margin: Double) -> Clipping {
        Clipping(left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
    }

    /// The overlap of two rectangles; when they do not overlap, its right is left of its left or its bottom above its
    /// top.
    func intersection(_ other: Clipping) -> Clipping {
        Clipping(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
    }

    /// Whether two rectangles share more than an edge.
    func overlaps(_ other: Clipping) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    /// The part of a ring inside (Sutherland and Hodgman, 1974); empty when there is none. The ring is closed along the
    /// edges, which lie outside the visible area.
    func ring(_ points: [Point]) -> [Point] {
        var points = points
        for edge in Edge.allCases {
            guard var previous = points.last else { return [] }
            if points.allSatisfy({ isInside($0, edge) }) { continue }
            var kept: [Point] = []
            for point in points {
                let isIn = isInside(point, edge)
                if isIn != isInside(previous, edge) { kept.append(crossing(from: previous, to: point, edge: edge)) }
                if isIn { kept.append(point) }
                previous = point
            }
            points = kept
        }
        return points
    }

    /// The parts of a line inside.
    func line(_ points: [Point]) -> [[Point]] {
        if points.allSatisfy({ contains($0) }) { return points.count > 1 ? [points] : [] }
        var parts: [[Point]] = []
        var part: [Point] = []
        for (from, to) in zip(points, points.dropFirst()) {
            guard let (start, end) = segment(from, to) else {
                if part.count > 1 { parts.append(part) }
                part = []
                continue
            }
            if part.last != start {
                if part.count > 1 { parts.append(part) }
                part = [start]
            }
            part.append(end)
        }
        if part.count > 1 { parts.append(part) }
        return parts
    }

    /// Whether a point lies inside or on an edge.
    func contains(_ point: Point) -> Bool {
        point.x >= left && point.x <= right && point.y >= top && point.y <= bottom
    }

    /// The part of a segment inside (Liang and Barsky, 1984).
    private func segment(_ from: Point, _ to: Point) -> (Point, Point)? {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        var (enter, leave) = (0.0, 1.0)
        for (p, q) in [(-dx, from.x - left), (dx, right - from.x), (-dy, from.y - top), (dy, bottom - from.y)] {
            if p == 0 {
                if q < 0 { return nil }
            } else if p < 0 {
                enter = max(enter, q / p)
            } else {
                leave = min(leave, q / p)
            }
        }
        guard enter <= leave else { return nil }
        let start = enter == 0 ? from : Point(x: from.x + enter * dx, y: from.y + enter * dy)
        return (start, leave == 1 ? to : Point(x: from.x + leave * dx, y: from.y + leave * dy))
    }

    private func isInside(_ point: Point, _ edge: Edge) -> Bool {
        switch edge {
        case .left: point.x >= left
        case .top: point.y >= top
        case .right: point.x <= right
        case .bottom: point.y <= bottom
        }
    }

    private func crossing(from: Point, to: Point, edge: Edge) -> Point {
        switch edge {
        case .left, .right:
            let x = edge == .left ? left : right
            return Point(x: x, y: from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x))
        case .top, .bottom:
            let y = edge == .top ? top : bottom
            return Point(x: from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y), y: y)
        }
    }
}
