import Database
import Foundation
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

    private static let formats: Set<String> = ["pbf", "png", "jpg", "jpeg", "webp"]

    init(path: String) throws(BasemapFile.Refusal) {
        guard !MBTilesFile.isCutOff(path) else { throw BasemapFile.Refusal(reason: "it is cut off") }
        do { file = try ForeignFile(path: path) } catch {
            let isForeign = (error as? DatabaseError)?.kind == .corrupt
            throw BasemapFile.Refusal(
                reason: isForeign ? "it is no SQLite database" : "it cannot be opened (\(error))")
        }
        let metadata = try MBTilesFile.metadata(file)
        let format = metadata["format"] ?? ""
        guard MBTilesFile.formats.contains(format) else {
            throw BasemapFile.Refusal(
                reason: "its tiles are “\(format.prefix(20))”: pbf, png, jpg and webp can be drawn")
        }
        isVector = format == "pbf"
        zooms = try MBTilesFile.zooms(file)
        bounds = MBTilesFile.bounds(metadata["bounds"]) ?? .everywhere
        attribution = metadata["attribution"] ?? ""
        layers = metadata["json"].flatMap { MapMetadata(json: Array($0.utf8)) }?.layers
    }

    var someTile: [UInt8]? {
        let found = try? file.read {
            try $0.value("SELECT tile_data FROM tiles WHERE zoom_level = \(zooms.upperBound) LIMIT 1", as: [UInt8].self)
        }
        return found ?? nil
    }

    func tile(_ zoom: Int, x: Int, y: Int) throws -> [UInt8]? {
        // MBTiles counts rows from the south (TMS).
        let row = (1 << zoom) - 1 - y
        do {
            return try file.read(spread: x &+ y) {
                try $0.value(
                    "SELECT tile_data FROM tiles WHERE zoom_level = \(zoom) AND tile_column = \(x) AND tile_row = \(row)",
                    as: [UInt8].self)
            }
        } catch let error as DatabaseError where error.kind == .column {
            // The row holds something other than bytes, so there is no tile.
            return nil
        }
    }

    /// SQLite detects damaged pages when they are read.
    func validate() {}

    private static func metadata(_ file: ForeignFile) throws(BasemapFile.Refusal) -> [String: String] {
        do {
            let rows = try file.read { database in
                try database.all("SELECT name, value FROM metadata LIMIT 100") { row -> (String, String) in
                    let (name, value): (String?, String?) = (try row["name"], try? row["value"])
                    return (name ?? "", value ?? "")
                }
            }
            return Dictionary(rows) { first, _ in first }
        } catch { throw BasemapFile.Refusal(reason: "it has no table “metadata”: is it an MBTiles file?") }
    }

    private static func zooms(_ file: ForeignFile) throws(BasemapFile.Refusal) -> ClosedRange<Int> {
        let found: (Int?, Int?)?
        do {
            found = try file.read {
                // Each alone is read from the ends of the index.
                try $0.first(
                    """
                    SELECT (SELECT min(zoom_level) FROM tiles) AS low, (SELECT max(zoom_level) FROM tiles) AS high
                    """
                ) { (try $0["low"], try $0["high"]) }
            }
        } catch {
            throw BasemapFile.Refusal(
                reason: "its table “tiles” is missing or has no index: is it an MBTiles file?")
        }
        guard let low = found?.0, let high = found?.1, low >= 0, high <= 22, low <= high else {
            throw BasemapFile.Refusal(reason: "it holds no tiles")
        }
        return low...high
    }

    /// Whether a database is shorter than its header says (https://sqlite.org/fileformat.html, 1.3).
    private static func isCutOff(_ path: String) -> Bool {
        guard let handle = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? handle.close() }
        guard let head = try? handle.read(upToCount: 100), head.count == 100,
            head.starts(with: Array("SQLite format 3\0".utf8)), let size = try? handle.seekToEnd()
        else { return false }
        let bytes = [UInt8](head)
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        let pageBytes = number(16..<18) == 1 ? 65_536 : number(16..<18)
        // The number of pages counts where the program that wrote last knew of it.
        return number(24..<28) == number(92..<96) && number(28..<32) * pageBytes > size
    }

    private static func bounds(_ text: String?) -> Bounds? {
        let numbers = (text ?? "").split(separator: ",").compactMap { InputNumber.decimal(String($0)) }
        guard numbers.count == 4 else { return nil }
        return Bounds(south: numbers[1], west: numbers[0], north: numbers[3], east: numbers[2])
    }
}
