import Atlas
import Database
import Proximity

/// Counts of things per grid square, updated by the transactions that add and remove them: a map of the world over a
/// million things then costs as much as a map of a street.
///
/// Counts are stored for every second level; the levels between are sums of four squares.
enum GridCounts {
    /// A set of things that are counted together.
    struct Layer: Sendable {
        /// The kind of things: "notes".
        let name: String
        /// The owner of the things; 0 for everybody's.
        let owner: Int64
    }

    /// With more things in a frame, counts are drawn instead: a frame has no room for as many pins, and would draw
    /// nearly all of them as clusters.
    static let maxDrawn = PinGrid.clusters
    /// The same where clusters are finer than the finest counts.
    static let maxDrawnClose = 2_000
    /// Most rows that a frame reads of things drawn one by one. The cells that cover a frame hold more than the frame.
    static let maxRead = 4_000
    private static let levels = Array(stride(from: 2, through: PinGrid.deepest, by: 2))

    /// Adds a thing to the counts.
    static func add(_ database: Writer, _ layer: Layer, place: Coordinate) throws {
        let point = GridPoint(place)
        var rows: SQL = "VALUES "
        for (index, level) in levels.enumerated() {
            let cell = GridCell(point, level: level).number
            rows = rows + (index == 0 ? "" : ", ")
            rows = rows + "(\(layer.name), \(layer.owner), \(cell), 1, \(point.x), \(point.y))"
        }
        try database.execute(
            """
            INSERT INTO grid_count (layer, owner_id, cell, things, x_sum, y_sum) \(rows)
            ON CONFLICT (layer, owner_id, cell) DO UPDATE SET things = grid_count.things + 1,
              x_sum = grid_count.x_sum + excluded.x_sum, y_sum = grid_count.y_sum + excluded.y_sum
            """)
    }

    /// Subtracts a thing that was added at the same place.
    static func remove(_ database: Writer, _ layer: Layer, place: Coordinate) throws {
        let point = GridPoint(place)
        let cells = levels.map { GridCell(point, level: $0).number }
        try database.execute(
            """
            UPDATE grid_count SET things = things - 1, x_sum = x_sum - \(point.x), y_sum = y_sum - \(point.y)
            WHERE layer = \(layer.name) AND owner_id = \(layer.owner) AND cell IN \(cells) AND things > 0
            """)
        try database.execute(
            """
            DELETE FROM grid_count
            WHERE layer = \(layer.name) AND owner_id = \(layer.owner) AND cell IN \(cells) AND things = 0
            """)
    }

    /// Deletes up to `limit` squares of a deleted owner's layer; returns how many, 0 at the end.
    static func clear(_ database: Writer, _ layer: Layer, limit: Int) throws -> Int {
        try database.execute(
            """
            DELETE FROM grid_count WHERE layer = \(layer.name) AND owner_id = \(layer.owner) AND cell IN
              (SELECT cell FROM grid_count WHERE layer = \(layer.name) AND owner_id = \(layer.owner) LIMIT \(limit))
            """)
    }

    /// A layer that is counted, or taken off what others count.
    struct SignedCount: Sendable {
        let layer: Layer
        let isAdded: Bool
    }

    /// How many things there are in a viewport.
    enum Amount: Sendable {
        /// Few enough to be drawn one by one: so many at most.
        case few(atMost: Int)
        /// Too many: their counts.
        case many([CellCount])

        /// nil for few.
        var counts: [CellCount]? {
            if case .many(let counts) = self { counts } else { nil }
        }
    }

    /// How many things of a layer there are in a viewport.
    static func amount(_ database: Reader, _ layer: Layer, in viewport: Viewport) throws -> Amount {
        try amount(database, [SignedCount(layer: layer, isAdded: true)], less: { _ in [] }, in: viewport)
    }

    /// How many things there are in a viewport by the sum of some layers.
    ///
    /// - Parameter less: the places of things in the layers which are not to be seen; it may return others outside the
    ///   viewport. Asked only where counts alone do not show that there are few things.
    static func amount(
        _ database: Reader, _ signedCounts: [SignedCount], less: (Reader) throws -> [Coordinate], in viewport: Viewport
    ) throws -> Amount {
        let grid = PinGrid(viewport, things: maxDrawn + 1)
        let limit = grid.level > PinGrid.deepest ? maxDrawnClose : maxDrawn
        func total(_ counts: [CellCount]) -> Int { counts.reduce(0) { $0 + $1.count } }
        // Most frames have few things, which the few large squares around them tell: no square holds less than nothing, so
        // these hold no less than the frame.
        let large = PinGrid.level(around: viewport)
        if large >= 2 {
            let around = grid.ranges(level: min(PinGrid.deepest, large & ~1))
            let most = total(try GridCounts.counts(database, signedCounts, ranges: around))
            if most <= limit { return .few(atMost: most) }
        }
        let kept = min(PinGrid.deepest, max(2, grid.level + grid.level % 2))
        let ranges = grid.ranges(level: kept)
        var counts = try GridCounts.counts(database, signedCounts, ranges: ranges)
        guard total(counts) > limit else { return .few(atMost: total(counts)) }
        counts += try less(database).compactMap { place in
            let point = GridPoint(place)
            let cell = GridCell(point, level: kept)
            return ranges.contains { $0.contains(cell.number) }
                ? CellCount(cell: cell, count: -1, sum: (x: -point.x, y: -point.y)) : nil
        }
        guard total(counts) > limit else { return .few(atMost: total(counts)) }
        return .many(CellCount.merged(counts, level: min(grid.level, kept)).filter { $0.count > 0 })
    }

    /// Shares per statement: a bound of its parameters.
    private static let maxSignedCounts = 200

    /// The extent of a layer: the smallest squares that are not too many.
    static func extent(_ database: Reader, _ layer: Layer) throws -> [CellCount] {
        // From the finest: most people's squares are few on every level.
        let finest = try levels.last { try hasAtMost(maxOfExtent, in: database, layer: layer, level: $0) }
        return try finest.map { try counts(database, layer, ranges: [PinGrid.everything(level: $0)]) } ?? []
    }

    /// Asks the index alone, without reading the squares of each level.
    private static func hasAtMost(_ limit: Int, in database: Reader, layer: Layer, level: Int) throws -> Bool {
        let cells = PinGrid.everything(level: level)
        return try !database.exists(
            """
            SELECT 1 FROM grid_count WHERE layer = \(layer.name) AND owner_id = \(layer.owner)
              AND cell BETWEEN \(cells.lowerBound) AND \(cells.upperBound) LIMIT 1 OFFSET \(limit)
            """)
    }

    private static let maxOfExtent = 500

    private static func counts(
        _ database: Reader, _ layer: Layer, ranges: [ClosedRange<Int64>]
    ) throws -> [CellCount] {
        try counts(database, [SignedCount(layer: layer, isAdded: true)], ranges: ranges)
    }

    private static func counts(
        _ database: Reader, _ signedCounts: [SignedCount], ranges: [ClosedRange<Int64>]
    ) throws -> [CellCount] {
        try stride(from: 0, to: signedCounts.count, by: maxSignedCounts).flatMap { start in
            try countsOfFew(
                database, Array(signedCounts[start..<min(start + maxSignedCounts, signedCounts.count)]), ranges: ranges)
        }
    }

    private static func countsOfFew(
        _ database: Reader, _ signedCounts: [SignedCount], ranges: [ClosedRange<Int64>]
    ) throws -> [CellCount] {
        // Filled up with a layer that nobody has.
        let rows: [SQL] = signedCounts.padded(with: SignedCount(layer: Layer(name: "", owner: 0), isAdded: true)).map {
            """
            SELECT \($0.layer.name) AS layer, CAST(\($0.layer.owner) AS BIGINT) AS owner_id,
              CAST(\($0.isAdded ? 1 : -1) AS BIGINT) AS factor
            """
        }
        guard let first = rows.first else { return [] }
        let list = rows.dropFirst().reduce(first) { $0 + " UNION ALL " + $1 }
        // The joins' order wants the primary key for each layer and range: the other way round, all counts are read. A layer that
        // is taken off has the factor -1, so that one sum says what is left.
        return try database.all(
            """
            SELECT cell, sum(things * factor) AS things, sum(x_sum * factor) AS x_sum, sum(y_sum * factor) AS y_sum
            FROM (\(list)) AS share CROSS JOIN \(SQL.spans(ranges)) CROSS JOIN grid_count
            WHERE grid_count.layer = share.layer AND grid_count.owner_id = share.owner_id
              AND grid_count.cell BETWEEN span.low AND span.high
            GROUP BY cell
            """
        ) { row in
            CellCount(
                cell: GridCell(number: try row["cell"]), count: try row["things"],
                sum: (x: try row["x_sum"], y: try row["y_sum"]))
        }
    }
}
