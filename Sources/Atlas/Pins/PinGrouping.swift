import Proximity

/// Things of one kind drawn as one cluster, because there are too many to draw separately.
public struct PinCluster: Sendable, Equatable {
    public let kind: Pin.Kind
    public let count: CellCount

    /// A crowd from one row of a table of counts.
    public init(kind: Pin.Kind, count: CellCount) {
        self.kind = kind
        self.count = count
    }
}

/// Things that would overlap, drawn as one with their number.
struct PinGrouping {
    /// One thing, or several near each other.
    struct Group {
        /// The indices of its things among all places of the map; a crowd has none.
        var pins: [Int] = []
        /// Those of them with a pin of their own, see ``PinLayout``.
        var drawn: [Int] = []
        var count = 0
        /// The kind of all of them; nil when they are of several kinds.
        var kind: Pin.Kind?
        /// Where it is drawn: the mean of their points.
        var point: Point
    }

    /// Clusters closer than this many pixels are joined.
    private static let nearest = 40.0

    /// What lies in one square: its things are a chain of indices in ``next``.
    private struct Part {
        /// The first and the last index; ``none`` for a crowd.
        var first = PinGrouping.none
        var last = PinGrouping.none
        var count: Int
        var kind: Pin.Kind?
        var point: Point
    }

    private static let none = -1

    /// For each thing the index of the one after it in its part; ``none`` after the last. One array for all parts: a list
    /// for each would be allocated for each thing, and copied with every join.
    private var next: [Int]

    private mutating func join(_ part: inout Part, _ other: Part) {
        part.count += other.count
        let share = Double(other.count) / Double(max(1, part.count))
        part.kind = part.kind.flatMap { kind in other.kind.flatMap { kind.joined($0) } }
        part.point = Point(
            x: part.point.x + (other.point.x - part.point.x) * share,
            y: part.point.y + (other.point.y - part.point.y) * share)
        guard other.first != PinGrouping.none else { return }
        if part.last == PinGrouping.none { part.first = other.first } else { next[part.last] = other.first }
        part.last = other.last
    }

    /// The indices of a part's things, in the order in which they were joined.
    private func indices(_ part: Part) -> [Int] {
        var (indices, index) = ([Int](), part.first)
        while index != PinGrouping.none {
            indices.append(index)
            index = next[index]
        }
        return indices
    }

    /// The groups in or near the viewport, north before south, so that a southern pin covers a northern one. Every
    /// thing in the frame is counted exactly once.
    static func groups(_ places: [PinPlace], clusters: [PinCluster] = [], in viewport: Viewport) -> [Group] {
        var grouping = PinGrouping(next: Array(repeating: none, count: places.count))
        let parts = grouping.joined(places, clusters, in: viewport)
        return parts.sorted { ($0.point.y, $0.point.x) < ($1.point.y, $1.point.x) }.map { part in
            Group(pins: grouping.indices(part), count: part.count, kind: part.kind, point: part.point)
        }
    }

    private mutating func joined(_ places: [PinPlace], _ clusters: [PinCluster], in viewport: Viewport) -> [Part] {
        var parts = places.indices.map { index in
            Part(
                first: index, last: index, count: 1, kind: places[index].kind,
                point: viewport.point(of: places[index].coordinate))
        }
        parts += clusters.map {
            Part(count: $0.count.count, kind: $0.kind, point: viewport.point(of: $0.count.middle))
        }
        parts.removeAll { !PinGrouping.isNear($0.point, viewport) }
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
            if var known = cells[square] {
                join(&known, part)
                cells[square] = known
            } else {
                cells[square] = part
            }
        }
        return apart(cells)
    }

    /// Joins clusters on both sides of a grid edge that would overlap; the larger absorbs the smaller.
    private mutating func apart(_ cells: [Square: Part]) -> [Part] {
        var cells = cells
        let order = cells.map { (square: $0.key, count: $0.value.count) }.sorted {
            ($1.count, $0.square.row, $0.square.column) < ($0.count, $1.square.row, $1.square.column)
        }
        for (square, _) in order {
            guard var group = cells[square] else { continue }
            cells[square] = nil
            for other in square.neighbours {
                guard let near = cells[other], PinGrouping.distance(near.point, group.point) < PinGrouping.nearest
                else { continue }
                join(&group, near)
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
