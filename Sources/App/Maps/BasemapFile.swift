import Atlas
import Database
import Foundation
import Proximity

/// An MBTiles file (specification 1.3) with vector tiles or images: a part of the world for the basemap.
struct BasemapFile: Sendable {
    /// The file name without its extension.
    let name: String
    let zooms: ClosedRange<Int>
    let bounds: Bounds
    /// Plain text: the attribution that the map's license requires.
    let attribution: String
    let file: ForeignFile

    static let noTiles = "it holds no tiles"
    private static let formats: Set<String> = ["pbf", "png", "jpg", "jpeg", "webp"]

    /// Why a file cannot be used as a map, in words for the host.
    struct Refused: Error {
        let words: String
    }

    /// Opens and validates a file.
    ///
    /// - Throws: `Refused`.
    init(path: String) throws(Refused) {
        name = URL(filePath: path).deletingPathExtension().lastPathComponent
        do { file = try ForeignFile(path: path) } catch {
            let isForeign = (error as? DatabaseError)?.kind == .corrupt
            throw Refused(words: isForeign ? "it is no SQLite database" : "it cannot be opened (\(error))")
        }
        let metadata = try BasemapFile.metadata(file)
        let format = metadata["format"] ?? ""
        guard BasemapFile.formats.contains(format) else {
            throw Refused(words: "its tiles are “\(format.prefix(20))”: pbf, png, jpg and webp can be drawn")
        }
        zooms = try BasemapFile.zooms(file)
        bounds = BasemapFile.bounds(metadata["bounds"]) ?? .everywhere
        attribution = BasemapFile.plain(metadata["attribution"] ?? "")
    }

    /// The tile with rows counted from the north; nil if the file has none.
    ///
    /// - Throws: `DatabaseError` if the file cannot be read: whether it has the tile is then unknown.
    func tile(_ zoom: Int, _ x: Int, _ y: Int) throws -> [UInt8]? {
        guard zooms.contains(zoom) else { return nil }
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

    private static func metadata(_ file: ForeignFile) throws(Refused) -> [String: String] {
        do {
            let rows = try file.read { database in
                try database.all("SELECT name, value FROM metadata LIMIT 100") { row -> (String, String) in
                    let (name, value): (String?, String?) = (try row["name"], try? row["value"])
                    return (name ?? "", value ?? "")
                }
            }
            return Dictionary(rows) { first, _ in first }
        } catch { throw Refused(words: "it has no table “metadata”: is it an MBTiles file?") }
    }

    private static func zooms(_ file: ForeignFile) throws(Refused) -> ClosedRange<Int> {
        let found: (Int?, Int?)?
        do {
            found = try file.read {
                try $0.first("SELECT min(zoom_level) AS low, max(zoom_level) AS high FROM tiles") {
                    (try $0["low"], try $0["high"])
                }
            }
        } catch { throw Refused(words: "it has no table “tiles”: is it an MBTiles file?") }
        guard let low = found?.0, let high = found?.1, low >= 0, high <= 22, low <= high else {
            throw Refused(words: BasemapFile.noTiles)
        }
        return low...high
    }

    private static func bounds(_ text: String?) -> Bounds? {
        let numbers = (text ?? "").split(separator: ",").compactMap { InputNumber.decimal(String($0)) }
        guard numbers.count == 4 else { return nil }
        return Bounds(south: numbers[1], west: numbers[0], north: numbers[3], east: numbers[2])
    }

    /// Strips markup: files contain links, the map shows plain text.
    private static func plain(_ markup: String) -> String {
        String(markup.replacing(#/<[^>]*>/#, with: "").prefix(200))
    }
}
