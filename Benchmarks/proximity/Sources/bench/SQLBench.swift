import CSQLite
import Foundation
import Proximity

/// A radius query in SQLite in two ways, each with the exact check: a covering on a B-tree of cells, and the R*Tree.
func benchSQL(_ places: [Coordinate], queries: [Coordinate], radii: [(name: String, metres: Metres)]) throws {
    let database = Database()
    database.run(
        """
        CREATE TABLE points (cell BIGINT NOT NULL, id BIGINT NOT NULL, lat DOUBLE PRECISION NOT NULL,
            lon DOUBLE PRECISION NOT NULL);
        CREATE VIRTUAL TABLE boxes USING rtree(id, south, north, west, east, +lat, +lon);
        BEGIN
        """)
    let insert = Statement(database, "INSERT INTO points VALUES (?, ?, ?, ?)")
    let box = Statement(database, "INSERT INTO boxes VALUES (?, ?, ?, ?, ?, ?, ?)")
    for (id, place) in places.enumerated() {
        insert.step([.whole(CellID(place).signed), .whole(Int64(id)), .real(place.latitude), .real(place.longitude)])
        let (lat, lon) = (place.latitude, place.longitude)
        box.step([.whole(Int64(id)), .real(lat), .real(lat), .real(lon), .real(lon), .real(lat), .real(lon)])
    }
    database.run("COMMIT; CREATE INDEX points_by_cell ON points(cell, id, lat, lon); ANALYZE")

    // One statement for each number of ranges: a union of range scans, which every planner turns into index searches.
    let byRanges = (1...Covering.usualCells).map { count in
        let part = "SELECT id, lat, lon FROM points WHERE cell BETWEEN ? AND ?"
        return Statement(database, Array(repeating: part, count: count).joined(separator: " UNION ALL "))
    }
    let byBox = Statement(
        database, "SELECT id, lat, lon FROM boxes WHERE south <= ? AND north >= ? AND west <= ? AND east >= ?")
    for radius in radii {
        var times = (cells: Double.infinity, tree: Double.infinity)
        var found = (cells: 0, tree: 0)
        for _ in 0..<2 {
            found = (0, 0)
            times.cells = min(
                times.cells,
                seconds {
                    for query in queries {
                        let ranges = Covering.of(centre: query, radius: radius.metres).signedRanges
                        let values = ranges.flatMap { [Value.whole($0.lowerBound), .whole($0.upperBound)] }
                        found.cells += byRanges[ranges.count - 1].count(values, radius: radius.metres, centre: query)
                    }
                })
            times.tree = min(
                times.tree,
                seconds {
                    for query in queries {
                        let bounds = Bounds(centre: query, radius: radius.metres)
                        for stretch in bounds.stretches {
                            found.tree += byBox.count(
                                [
                                    .real(bounds.north), .real(bounds.south), .real(stretch.upperBound),
                                    .real(stretch.lowerBound),
                                ], radius: radius.metres, centre: query)
                        }
                    }
                })
        }
        report("ours", name: "sql-\(radius.name)", value: times.cells / Double(queries.count) * 1e6)
        report("rtree", name: "sql-\(radius.name)", value: times.tree / Double(queries.count) * 1e6)
        print("check sql-\(radius.name) covering \(found.cells) r*tree \(found.tree)")
    }
}

enum Value {
    case whole(Int64)
    case real(Double)
}

final class Database {
    fileprivate var handle: OpaquePointer?

    init() {
        sqlite3_open(":memory:", &handle)
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    func run(_ sql: String) {
        var message: UnsafeMutablePointer<CChar>?
        if sqlite3_exec(handle, sql, nil, nil, &message) != SQLITE_OK {
            print("sqlite:", message.map { String(cString: $0) } ?? "?")
            exit(1)
        }
    }
}

final class Statement {
    private var handle: OpaquePointer?

    init(_ database: Database, _ sql: String) {
        if sqlite3_prepare_v2(database.handle, sql, -1, &handle, nil) != SQLITE_OK {
            print("sqlite:", String(cString: sqlite3_errmsg(database.handle)), sql)
            exit(1)
        }
    }

    deinit {
        sqlite3_finalize(handle)
    }

    func step(_ values: [Value]) {
        bind(values)
        sqlite3_step(handle)
        sqlite3_reset(handle)
    }

    /// How many of the rows (id, lat, lon) lie within the radius.
    func count(_ values: [Value], radius: Metres, centre: Coordinate) -> Int {
        bind(values)
        var found = 0
        while sqlite3_step(handle) == SQLITE_ROW {
            let place = Coordinate(
                latitude: sqlite3_column_double(handle, 1), longitude: sqlite3_column_double(handle, 2))
            if let place, centre.distance(to: place) <= radius { found += 1 }
        }
        sqlite3_reset(handle)
        return found
    }

    private func bind(_ values: [Value]) {
        for (k, value) in values.enumerated() {
            switch value {
            case .whole(let number): sqlite3_bind_int64(handle, Int32(k + 1), number)
            case .real(let number): sqlite3_bind_double(handle, Int32(k + 1), number)
            }
        }
    }
}
