import Proximity

/// Things of one kind drawn as one cluster, because there are too many to draw separately.
public struct PinCrowd: Sendable, Equatable {
    public let kind: Pin.Kind
    public let count: CellCount

    /// A crowd from one row of a table of counts.
    public init(kind: Pin.Kind, count: CellCount) {
        self.kind = kind
        self.count = count
    }
}

/// Pins that would overlap, drawn as one with their number.
struct PinClusters {
    /// One pin, or several things near each other.
    struct Group {
        /// The pins of the group; a crowd has none.
        var pins: [Pin] = []
        var count = 0
        /// The kind of all of them; nil when they are of several kinds.
        var kind: Pin.Kind?
        /// Where it is drawn: the mean of their points.
        var point: Point
    }

    /// Clusters closer than this many pixels are joined.
    private static let nearest = 40.0

    /// What lies in one square, by the places of its pins in the list of all: a pin is large, and would be copied with
    /// every join.
    private struct Part {
        var pins: [Int] = []
        var count: Int
        var kind: Pin.Kind?
        var point: Point

        mutating func join(_ other: Part) {
            count += other.count
            let part = Double(other.count) / Double(max(1, count))
            kind = kind.flatMap { kind in other.kind.flatMap { kind.joined($0) } }
            pins += other.pins
            point = Point(
                x: point.x + (other.point.x - point.x) * part, y: point.y + (other.point.y - point.y) * part)
        }
    }

    /// The groups in or near the viewport, north before south, so that a southern pin covers a northern one. Every
    /// thing in the frame is counted exactly once.
    static func groups(_ pins: [Pin], crowds: [PinCrowd] = [], in viewport: Viewport) -> [Group] {
        var parts = pins.indices.map {
            Part(pins: [$0], count: 1, kind: pins[$0].kind, point: viewport.point(of: pins[$0].coordinate))
        }
        parts += crowds.map {
            Part(count: $0.count.count, kind: $0.kind, point: viewport.point(of: $0.count.middle))
        }
        parts.removeAll { !isNear($0.point, viewport) }
        let grid = PinGrid(viewport, things: parts.reduce(0) { $0 + $1.count })
        let side = viewport.worldSize / Double(1 << grid.level)
        let world = WebMercator.project(viewport.centre)
        // Measured from the corner of the world, not of the frame: the squares stay fixed while the map moves.
        let corner = Point(
            x: world.x * viewport.worldSize - Double(viewport.width) / 2,
            y: world.y * viewport.worldSize - Double(viewport.height) / 2)
        var cells: [Square: Part] = [:]
        for part in parts {
            let square = Square(
                column: Int(((part.point.x + corner.x) / side).rounded(.down)),
                row: Int(((part.point.y + corner.y) / side).rounded(.down)))
            if cells[square]?.join(part) == nil { cells[square] = part }
        }
        return apart(cells).sorted { ($0.point.y, $0.point.x) < ($1.point.y, $1.point.x) }.map { part in
            Group(pins: part.pins.map { pins[$0] }, count: part.count, kind: part.kind, point: part.point)
        }
    }

    /// Joins clusters on both sides of a grid edge that would overlap; the larger absorbs the smaller.
    private static func apart(_ cells: [Square: Part]) -> [Part] {
        var cells = cells
        let order = cells.map { (square: $0.key, count: $0.value.count) }.sorted {
            ($1.count, $0.square.row, $0.square.column) < ($0.count, $1.square.row, $1.square.column)
        }
        for (square, _) in order {
            guard var group = cells[square] else { continue }
            cells[square] = nil
            for other in square.neighbours {
                guard let near = cells[other], distance(near.point, group.point) < nearest else { continue }
                group.join(near)
                cells[other] = nil
            }
            cells[square] = group
        }
        return Array(cells.values)
    }

    private static func distance(_ one: Point, _ other: Point) -> Double {
        let (x, y) = (one.x - other.x, one.y - other.y)
        return (x * x + y * y).squareRoot()
    }

    /// Whether a pin at a point is partly in the frame: it is drawn above its point.
    private static func isNear(_ point: Point, _ viewport: Viewport) -> Bool {
        (-24...Double(viewport.width) + 24).contains(point.x) && (0...Double(viewport.height) + 44).contains(point.y)
    }

    private struct Square: Hashable {
        let column: Int
        let row: Int

        var neighbours: [Square] {
            Square.around.map { Square(column: column + $0.right, row: row + $0.down) }
        }

        private static let around: [(down: Int, right: Int)] = [
            (-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1),
        ]
    }
}
