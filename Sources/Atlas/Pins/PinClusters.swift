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

    /// The groups in or near the viewport, north before south, so that a southern pin covers a northern one. Every
    /// thing in the frame is counted exactly once.
    static func groups(_ pins: [Pin], crowds: [PinCrowd] = [], in viewport: Viewport) -> [Group] {
        var parts = pins.map { Group(pins: [$0], count: 1, kind: $0.kind, point: viewport.point(of: $0.coordinate)) }
        parts += crowds.map {
            Group(count: $0.count.count, kind: $0.kind, point: viewport.point(of: $0.count.middle))
        }
        parts = parts.filter { isNear($0.point, viewport) }
        let grid = PinGrid(viewport, things: parts.reduce(0) { $0 + $1.count })
        let side = viewport.worldSize / Double(1 << grid.level)
        let world = WebMercator.project(viewport.centre)
        // Measured from the corner of the world, not of the frame: the squares stay fixed while the map moves.
        let corner = Point(
            x: world.x * viewport.worldSize - Double(viewport.width) / 2,
            y: world.y * viewport.worldSize - Double(viewport.height) / 2)
        var cells: [Square: Group] = [:]
        for part in parts {
            let square = Square(
                column: Int(((part.point.x + corner.x) / side).rounded(.down)),
                row: Int(((part.point.y + corner.y) / side).rounded(.down)))
            cells[square] = cells[square].map { joined($0, part) } ?? part
        }
        return apart(cells).sorted { ($0.point.y, $0.point.x) < ($1.point.y, $1.point.x) }
    }

    /// Joins clusters on both sides of a grid edge that would overlap; the larger absorbs the smaller.
    private static func apart(_ cells: [Square: Group]) -> [Group] {
        var cells = cells
        let order = cells.keys.sorted {
            (cells[$1]?.count ?? 0, $0.row, $0.column) < (cells[$0]?.count ?? 0, $1.row, $1.column)
        }
        for square in order {
            guard var group = cells[square] else { continue }
            for other in square.neighbours {
                guard let near = cells[other], distance(near.point, group.point) < nearest else { continue }
                group = joined(group, near)
                cells[other] = nil
            }
            cells[square] = group
        }
        return Array(cells.values)
    }

    private static func joined(_ one: Group, _ other: Group) -> Group {
        let count = one.count + other.count
        let part = Double(other.count) / Double(max(1, count))
        let kind = one.kind.flatMap { kind in other.kind.flatMap { kind.joined($0) } }
        return Group(
            pins: one.pins + other.pins, count: count, kind: kind,
            point: Point(
                x: one.point.x + (other.point.x - one.point.x) * part,
                y: one.point.y + (other.point.y - one.point.y) * part))
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
            (-1...1).flatMap { down in (-1...1).map { Square(column: column + $0, row: row + down) } }
                .filter { $0 != self }
        }
    }
}
