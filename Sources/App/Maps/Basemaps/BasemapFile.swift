import Foundation
import PMTiles
import Proximity

/// A file with vector tiles or images, MBTiles or PMTiles: a part of the world for the basemap.
struct BasemapFile: Sendable {
    let bounds: Bounds
    /// Plain text: the attribution that the map's license requires.
    let attribution: String
    private let tiles: any TileFile

    static let noTiles = "it holds no tiles"

    /// Why a file cannot be used as a map, in words for the host.
    struct Refused: Error {
        let words: String
    }

    /// Opens and validates a file.
    ///
    /// - Parameter path: its ending tells the format.
    /// - Throws: `Refused`.
    init(path: String) throws(Refused) {
        tiles = path.hasSuffix(".pmtiles") ? try PMTilesFile(path: path) : try MBTilesFile(path: path)
        bounds = tiles.bounds
        attribution = BasemapFile.plain(tiles.attribution)
    }

    /// Whether a file of this name in the folder of maps is one: not another kind of file, and none that is being copied.
    static func isName(_ name: some StringProtocol) -> Bool {
        !name.hasPrefix(".") && !name.contains("/") && (name.hasSuffix(".mbtiles") || name.hasSuffix(".pmtiles"))
    }

    var zooms: ClosedRange<Int> { tiles.zooms }
    /// The layers of its vector tiles, where it names them.
    var layers: [String]? { tiles.layers }

    /// The tile with rows counted from the north; nil if the file has none.
    ///
    /// - Throws: what reading the file throws: whether it has the tile is then unknown.
    func tile(_ position: TilePosition) throws -> [UInt8]? {
        guard zooms.contains(position.zoom) else { return nil }
        return try tiles.tile(position)
    }

    /// Some of the tiles of a zoom.
    ///
    /// - Throws: what reading the file throws.
    func someTiles(zoom: Int, limit: Int) throws -> [TilePosition] { try tiles.someTiles(zoom: zoom, limit: limit) }

    /// Reads what ``init(path:)`` believed: once, before a file is taken up.
    ///
    /// - Throws: `Refused`.
    func validate() throws(Refused) { try tiles.validate() }

    /// Strips markup: files contain links, the map shows plain text.
    private static func plain(_ markup: String) -> String {
        String(markup.prefix(4_000).replacing(#/<[^>]*>/#, with: "").prefix(200))
    }
}

/// A kind of file with tiles.
protocol TileFile: Sendable {
    var zooms: ClosedRange<Int> { get }
    var bounds: Bounds { get }
    /// May hold markup.
    var attribution: String { get }
    /// The layers of its vector tiles, where it names them.
    var layers: [String]? { get }

    func tile(_ position: TilePosition) throws -> [UInt8]?
    func someTiles(zoom: Int, limit: Int) throws -> [TilePosition]
    func validate() throws(BasemapFile.Refused)
}
