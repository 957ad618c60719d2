import Atlas
import Database
import PMTiles
import Proximity

/// A map in the format MBTiles (specification 1.3): an SQLite database.
struct MBTilesFile: TileFile {
    let zooms: ClosedRange<Int>
    let bounds: Bounds
    let attribution: String
    let isVector: Bool
    let layers: [String]?
    private let file: ForeignFile

    /// About a second of work, in which the zooms of twelve million tiles without an index are found; a value as large as a
    /// tile may be.
    private static let limits = ForeignFile.Limits(steps: 100_000_000, valueBytes: 16 << 20)

    private static let formats: Set<String> = ["pbf", "png", "jpg", "jpeg", "webp"]

    init(path: String) throws(BasemapRefusal) {
        do { file = try ForeignFile(path: path, limits: MBTilesFile.limits) } catch {
            let isForeign = (error as? DatabaseError)?.kind == .corrupt
            throw BasemapRefusal(words: isForeign ? "it is no SQLite database" : "it cannot be opened (\(error))")
        }
        let metadata = try MBTilesFile.metadata(file)
        let format = metadata["format"] ?? ""
        guard MBTilesFile.formats.contains(format) else {
            throw BasemapRefusal(
                words: "its tiles are “\(format.prefix(20))”: pbf, png, jpg and webp can be drawn")
        }
        isVector = format == "pbf"
        zooms = try MBTilesFile.zooms(file)
        let named = MBTilesFile.bounds(metadata["bounds"])
        // As tilemaker writes it of an extract that does not tell its area.
        let isEmpty = named.map { $0.south == $0.north || $0.west == $0.east } ?? false
        bounds = (isEmpty ? MBTilesFile.extent(file, zoom: zooms.upperBound) : named) ?? .everywhere
        attribution = metadata["attribution"] ?? ""
        layers = metadata["json"].flatMap { MapMetadata(json: Array($0.utf8)) }?.layers
    }

    /// MBTiles counts rows from the south (TMS).
    private static func row(_ row: Int, zoom: Int) -> Int { (1 << zoom) - 1 - row }

    func tile(_ position: TilePosition) throws -> [UInt8]? {
        let (zoom, x, row) = (position.zoom, position.x, MBTilesFile.row(position.y, zoom: position.zoom))
        do {
            return try file.read(spread: x &+ position.y) {
                try $0.value(
                    "SELECT tile_data FROM tiles WHERE zoom_level = \(zoom) AND tile_column = \(x) AND tile_row = \(row)",
                    as: [UInt8].self)
            }
        } catch let error as DatabaseError where error.kind == .column {
            // The row holds something other than bytes, so there is no tile.
            return nil
        }
    }

    func someTiles(zoom: Int, limit: Int) throws -> [TilePosition] {
        try file.read { database in
            try database.all(
                "SELECT tile_column AS x, tile_row AS row FROM tiles WHERE zoom_level = \(zoom) LIMIT \(limit)"
            ) { row -> TilePosition? in
                guard let x: Int = try? row["x"], let fromSouth: Int = try? row["row"] else { return nil }
                let world = 0..<1 << zoom
                guard world.contains(x), world.contains(fromSouth) else { return nil }
                return TilePosition(zoom: zoom, x: x, y: MBTilesFile.row(fromSouth, zoom: zoom))
            }.compactMap { $0 }
        }
    }

    /// SQLite detects damaged pages when they are read.
    func validate() {}

    private static func metadata(_ file: ForeignFile) throws(BasemapRefusal) -> [String: String] {
        do {
            let rows = try file.read { database in
                try database.all(
                    """
                    SELECT name, value FROM metadata WHERE name IN ('format', 'bounds', 'attribution', 'json') LIMIT 8
                    """
                ) { row -> (String, String) in
                    let (name, value): (String?, String?) = (try row["name"], try? row["value"])
                    return (name ?? "", value ?? "")
                }
            }
            return Dictionary(rows) { first, _ in first }
        } catch { throw refusal(error, table: "metadata") }
    }

    private static func zooms(_ file: ForeignFile) throws(BasemapRefusal) -> ClosedRange<Int> {
        let found: (Int?, Int?)?
        do {
            found = try file.read {
                // One by one, so that an index answers each at once, also below a view of two tables.
                try $0.first(
                    """
                    SELECT (SELECT min(zoom_level) FROM tiles) AS low, (SELECT max(zoom_level) FROM tiles) AS high
                    """
                ) { (try $0["low"], try $0["high"]) }
            }
        } catch { throw refusal(error, table: "tiles") }
        guard let low = found?.0, let high = found?.1, low >= 0, high <= TileID.maxZoom, low <= high else {
            throw BasemapRefusal(words: BasemapFile.noTiles)
        }
        return low...high
    }

    private static func refusal(_ error: any Error, table: String) -> BasemapRefusal {
        guard (error as? DatabaseError)?.kind == .limit else {
            return BasemapRefusal(words: "it has no table “\(table)”: is it an MBTiles file?")
        }
        return BasemapRefusal(words: "reading its table “\(table)” takes too long")
    }

    /// The area of the tiles of a zoom; nil where reading them takes too long, or they are no numbers.
    private static func extent(_ file: ForeignFile, zoom: Int) -> Bounds? {
        let corners = try? file.read {
            try $0.first(
                """
                SELECT min(tile_column) AS west, max(tile_column) AS east, min(tile_row) AS south, max(tile_row) AS north
                FROM tiles WHERE zoom_level = \(zoom)
                """
            ) { row -> [Int] in [try row["west"], try row["south"], try row["east"], try row["north"]] }
        }
        guard let corners, corners.allSatisfy({ 0..<1 << zoom ~= $0 }) else { return nil }
        let first = BasemapTile.area(zoom: zoom, x: corners[0], y: row(corners[1], zoom: zoom))
        let last = BasemapTile.area(zoom: zoom, x: corners[2], y: row(corners[3], zoom: zoom))
        return Bounds(south: first.south, west: first.west, north: last.north, east: last.east)
    }

    private static func bounds(_ text: String?) -> Bounds? {
        let numbers = (text ?? "").split(separator: ",").compactMap { InputNumber.decimal(String($0)) }
        guard numbers.count == 4 else { return nil }
        return Bounds(south: numbers[1], west: numbers[0], north: numbers[3], east: numbers[2])
    }
}
