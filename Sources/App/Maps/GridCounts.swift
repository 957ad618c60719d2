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

    /// With more things in a frame, counts are drawn instead.
    static let maxDrawn = 2_000
    private static let levels = Array(stride(from: 2, through: PinGrid.deepest, by: 2))

    /// Adds a thing to the counts.
    static func add(_ database: Writer, _ layer: Layer, _ place: Coordinate) throws {
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
    static func remove(_ database: Writer, _ layer: Layer, _ place: Coordinate) throws {
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
    static func clear(_ database: Writer, _ layer: Layer, _ limit: Int) throws -> Int {
        try database.execute(
            """
            DELETE FROM grid_count WHERE layer = \(layer.name) AND owner_id = \(layer.owner) AND cell IN
              (SELECT cell FROM grid_count WHERE layer = \(layer.name) AND owner_id = \(layer.owner) LIMIT \(limit))
            """)
    }

    /// A layer that is counted, or taken off what others count.
    struct Share: Sendable {
        let layer: Layer
        let isAdded: Bool
    }

    /// The counts in a viewport if there are too many things to draw; otherwise nil.
    static func crowd(_ database: Reader, _ layer: Layer, in viewport: Viewport) throws -> [CellCount]? {
        try crowd(database, [Share(layer: layer, isAdded: true)], less: { _ in [] }, in: viewport)
    }

    /// The counts of the sum of some layers in a viewport if there are too many things to draw; otherwise nil.
    ///
    /// - Parameter less: the places of things in the layers which are not to be seen; it may return others outside the
    ///   viewport. Asked only where counts alone do not show that there are few things.
    static func crowd(
        _ database: Reader, _ shares: [Share], less: (Reader) throws -> [Coordinate], in viewport: Viewport
    ) throws -> [CellCount]? {
        let grid = PinGrid(viewport, things: maxDrawn)
        let kept = min(PinGrid.deepest, max(2, grid.level + grid.level % 2))
        let ranges = grid.ranges(level: kept)
        var counts: [CellCount] = []
        for start in stride(from: 0, to: shares.count, by: mostShares) {
            counts += try self.counts(database, Array(shares[start..<min(start + mostShares, shares.count)]), ranges)
        }
        guard counts.reduce(0, { $0 + $1.count }) > maxDrawn else { return nil }
        counts += try less(database).compactMap { place in
            let point = GridPoint(place)
            let cell = GridCell(point, level: kept)
            return ranges.contains { $0.contains(cell.number) }
                ? CellCount(cell: cell, count: -1, sum: (x: -point.x, y: -point.y)) : nil
        }
        guard counts.reduce(0, { $0 + $1.count }) > maxDrawn else { return nil }
        return CellCount.merged(counts, level: min(grid.level, kept)).filter { $0.count > 0 }
    }

    /// Shares per statement: a bound of its parameters.
    private static let mostShares = 200

    /// The extent of a layer: the smallest squares that are not too many.
    static func extent(_ database: Reader, _ layer: Layer) throws -> [CellCount] {
        // From the finest: most people's squares are few on every level.
        let finest = try levels.last { try hasAtMost(maxOfExtent, database, layer, level: $0) }
        return try finest.map { try counts(database, layer, [PinGrid.everything(level: $0)]) } ?? []
    }

    /// Asks the index alone, without reading the squares of each level.
    private static func hasAtMost(_ limit: Int, _ database: Reader, _ layer: Layer, level: Int) throws -> Bool {
        let cells = PinGrid.everything(level: level)
        return try !database.exists(
            """
            SELECT 1 FROM grid_count WHERE layer = \(layer.name) AND owner_id = \(layer.owner)
              AND cell BETWEEN \(cells.lowerBound) AND \(cells.upperBound) LIMIT 1 OFFSET \(limit)
            """)
    }

    private static let maxOfExtent = 500

    private static func counts(
        _ database: Reader, _ layer: Layer, _ ranges: [ClosedRange<Int64>]
    ) throws -> [CellCount] {
        try counts(database, [Share(layer: layer, isAdded: true)], ranges)
    }

    private static func counts(
        _ database: Reader, _ shares: [Share], _ ranges: [ClosedRange<Int64>]
    ) throws -> [CellCount] {
        // Filled up with a layer that nobody has.
        let rows: [SQL] = shares.padded(with: Share(layer: Layer(name: "", owner: 0), isAdded: true)).map {
            """
            SELECT \($0.layer.name) AS layer, CAST(\($0.layer.owner) AS BIGINT) AS owner_id,
              CAST(\($0.isAdded ? 1 : -1) AS BIGINT) AS factor
            """
        }
        guard let first = rows.first else { return [] }
        let list = rows.dropFirst().reduce(first) { $0 + " UNION ALL " + $1 }
        return try database.all(
            """
            SELECT cell, sum(things * factor) AS things, sum(x_sum * factor) AS x_sum, sum(y_sum * factor) AS y_sum
            FROM (\(list)) AS share CROSS JOIN \(SQL.spans(ranges))
            CROSS JOIN grid_count ON cell BETWEEN span.low AND span.high
            WHERE grid_count.layer = share.layer AND grid_count.owner_id = share.owner_id
            GROUP BY cell
            """
        ) { row in
            CellCount(
                cell: GridCell(number: try row["cell"]), count: try row["things"],
                sum: (x: try row["x_sum"], y: try row["y_sum"]))
        }
    }
}
