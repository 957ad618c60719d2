import Proximity

/// A place in integer units of 2⁻³⁰ of the Web Mercator world (0.04 m at the equator): sums are exact in any order.
public struct GridPoint: Hashable, Sendable {
    /// Eastward from 180° west, 0 ..< 2³⁰.
    public let x: Int64
    /// Southward from 85.0511° north, 0 ..< 2³⁰.
    public let y: Int64

    static let bits = 30

    /// A point from its stored units.
    public init(x: Int64, y: Int64) {
        self.x = x
        self.y = y
    }

    /// The point of a place; latitudes beyond 85.0511° are clamped to the edge of the map.
    public init(_ place: Coordinate) {
        let point = WebMercator.project(place)
        let side = Double(1 << GridPoint.bits)
        x = Int64(min(side - 1, max(0, point.x * side)))
        y = Int64(min(side - 1, max(0, point.y * side)))
    }

    /// Its north-western corner.
    public var coordinate: Coordinate {
        let side = Double(1 << GridPoint.bits)
        return WebMercator.place(Point(x: Double(x) / side, y: Double(y) / side))
    }
}

/// A square of the grid in which things are counted: the world is divided into 2^level × 2^level squares.
public struct GridCell: Hashable, Sendable {
    /// 0…20.
    public let level: Int
    public let x: Int64
    public let y: Int64

    init(level: Int, x: Int64, y: Int64) {
        self.level = level
        self.x = x
        self.y = y
    }

    /// The square that holds a point.
    public init(_ point: GridPoint, level: Int) {
        self.init(
            level: level, x: point.x >> (GridPoint.bits - level), y: point.y >> (GridPoint.bits - level))
    }

    /// The square as one number. The numbers of a level's row are consecutive.
    public var number: Int64 { Int64(level) << 40 | y << 20 | x }

    /// The square that ``number`` was computed from.
    public init(number: Int64) {
        self.init(level: Int(number >> 40), x: number & 0xFFFFF, y: number >> 20 & 0xFFFFF)
    }

    /// The square of a lower level that contains this one.
    func parent(_ level: Int) -> GridCell {
        GridCell(level: level, x: x >> (self.level - level), y: y >> (self.level - level))
    }
}

/// Things that are counted together: how many there are in a square, and their mean position.
public struct CellCount: Hashable, Sendable {
    public let cell: GridCell
    public let count: Int
    /// The sums of the things' ``GridPoint``s.
    public let sum: (x: Int64, y: Int64)

    /// A row of a table of counts.
    public init(cell: GridCell, count: Int, sum: (x: Int64, y: Int64)) {
        self.cell = cell
        self.count = count
        self.sum = sum
    }

    /// The mean position of the things.
    public var middle: Coordinate {
        let whole = Double(max(1, count)) * Double(1 << GridPoint.bits)
        return WebMercator.place(Point(x: Double(sum.x) / whole, y: Double(sum.y) / whole))
    }

    /// The same things in larger squares: one count for each of these.
    public static func merged(_ counts: [CellCount], level: Int) -> [CellCount] {
        var cells: [GridCell: CellCount] = [:]
        for part in counts {
            let cell = part.cell.level > level ? part.cell.parent(level) : part.cell
            let other = cells[cell]
            cells[cell] = CellCount(
                cell: cell, count: part.count + (other?.count ?? 0),
                sum: (part.sum.x + (other?.sum.x ?? 0), part.sum.y + (other?.sum.y ?? 0)))
        }
        return cells.values.sorted { $0.cell.number < $1.cell.number }
    }

    public static func == (left: CellCount, right: CellCount) -> Bool {
        left.cell == right.cell && left.count == right.count && left.sum == right.sum
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(cell)
        hasher.combine(count)
    }
}

/// Which squares of the grid a viewport shows.
///
/// The squares stay fixed while the map moves, and are the same for things counted in a table and for things drawn one
/// by one: a cluster keeps its place when the map moves a little.
public struct PinGrid: Sendable {
    /// The level of the squares.
    public let level: Int
    private let viewport: Viewport

    /// For few pins: squares of 48 to 97 pixels, slightly wider than a pin.
    static let fine = 3.4
    /// For crowds: squares of 84 to 169 pixels, so that a full frame has at most a few hundred clusters.
    static let coarse = 2.6
    /// Above this many things in a frame they are counted in the larger squares.
    public static let clusters = 250
    /// The finest level; its squares are about 150 m wide at the equator.
    public static let deepest = 18

    /// The grid of a frame with this many things.
    public init(_ viewport: Viewport, things: Int) {
        self.viewport = viewport
        level = max(
            0, Int((viewport.zoom + (things > PinGrid.clusters ? PinGrid.coarse : PinGrid.fine)).rounded(.down)))
    }

    /// The finest level on which a frame touches two rows and two columns of squares at most.
    public static func level(around viewport: Viewport) -> Int {
        let side = Double(max(viewport.width, viewport.height, 1))
        return max(0, Int((viewport.worldSize / side).exponent))
    }

    /// The numbers of all squares of a level.
    public static func everything(level: Int) -> ClosedRange<Int64> {
        let last = Int64(1) << level - 1
        return GridCell(level: level, x: 0, y: 0).number...GridCell(level: level, x: last, y: last).number
    }

    /// The squares of `level` that the frame touches, as ranges of their numbers: one or two a row.
    ///
    /// - Parameter level: 0…20.
    public func ranges(level: Int) -> [ClosedRange<Int64>] {
        let count = Int64(1) << level
        let side = viewport.worldSize / Double(count)
        let middle = WebMercator.project(viewport.centre)
        func span(_ middle: Double, _ pixels: Int) -> (Int64, Int64) {
            let (half, centre) = (Double(pixels) / 2, middle * viewport.worldSize)
            return (Int64(((centre - half) / side).rounded(.down)), Int64(((centre + half) / side).rounded(.down)))
        }
        let (left, right) = span(middle.x, viewport.width)
        let (top, bottom) = span(middle.y, viewport.height)
        var columns: [ClosedRange<Int64>] = []
        if right - left + 1 >= count {
            columns = [0...count - 1]
        } else {
            let (first, last) = ((left + count) % count, (right + count) % count)
            columns = first <= last ? [first...last] : [first...count - 1, 0...last]
        }
        return (max(0, top)...max(0, min(count - 1, bottom))).flatMap { row in
            columns.map {
                GridCell(level: level, x: $0.lowerBound, y: row)
                    .number...GridCell(level: level, x: $0.upperBound, y: row).number
            }
        }
    }
}
