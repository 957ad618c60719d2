import Proximity

/// Pins that would cover each other, drawn as one with their number.
struct PinClusters {
    /// One pin, or several in a cell of the grid.
    struct Group {
        let pins: [Pin]
        /// Where it is drawn: the pin's point, or the middle of the points.
        let point: Point
    }

    /// Pixels: a little more than a pin is wide.
    private static let cell = 48.0

    /// The groups that lie in or near the viewport, north before south, so that a southern pin lies over a northern
    /// one. No pin in the frame is left out and none counted twice.
    static func groups(_ pins: [Pin], in viewport: Viewport) -> [Group] {
        var cells: [Cell: [(Pin, Point)]] = [:]
        let world = WebMercator.project(viewport.centre)
        // The grid lies still under a map that is moved: it begins at the corner of the world, not of the frame.
        let origin = Point(
            x: world.x * viewport.worldSize - Double(viewport.width) / 2,
            y: world.y * viewport.worldSize - Double(viewport.height) / 2)
        for pin in pins {
            let point = viewport.point(of: pin.coordinate)
            guard (-24...Double(viewport.width) + 24).contains(point.x),
                (0...Double(viewport.height) + 44).contains(point.y)
            else { continue }
            let column = ((point.x + origin.x) / cell).rounded(.down)
            let row = ((point.y + origin.y) / cell).rounded(.down)
            cells[Cell(column: column, row: row), default: []].append((pin, point))
        }
        let groups = cells.values.map { members in
            let count = Double(members.count)
            let sum = members.reduce(Point(x: 0, y: 0)) { Point(x: $0.x + $1.1.x, y: $0.y + $1.1.y) }
            return Group(pins: members.map { $0.0 }, point: Point(x: sum.x / count, y: sum.y / count))
        }
        return groups.sorted { ($0.point.y, $0.point.x) < ($1.point.y, $1.point.x) }
    }

    private struct Cell: Hashable {
        let column: Double
        let row: Double
    }
}
