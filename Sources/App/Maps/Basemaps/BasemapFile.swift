import Atlas
import Foundation
import PMTiles
import Proximity

/// A file with vector tiles or images, MBTiles or PMTiles: a part of the world for the basemap.
struct BasemapFile: Sendable {
    /// The file name with its extension.
    let fileName: String
    let zooms: ClosedRange<Int>
    let bounds: Bounds
    /// Plain text: the attribution that the map's license requires.
    let attribution: String
    /// Nil for images.
    let schema: TileSchema?
    private let tiles: any TileFile

    /// What a file name may end in.
    static let extensions = ["mbtiles", "pmtiles"]
    /// Layers of a map in an unknown schema that are told.
    private static let maxToldLayers = 6

    /// Why a file cannot be used as a map, in words for the host.
    struct Refusal: Error {
        /// One clause, such as "it holds no tiles".
        let reason: String
    }

    /// Opens and validates a file.
    ///
    /// - Parameter name: what it is going to be called; tells its format.
    /// - Throws: `Refusal`.
    init(path: String, named name: String? = nil) throws(Refusal) {
        fileName = name ?? URL(filePath: path).lastPathComponent
        tiles = fileName.hasSuffix(".pmtiles") ? try PMTilesFile(path: path) : try MBTilesFile(path: path)
        zooms = tiles.zooms
        bounds = tiles.bounds
        attribution = BasemapFile.plain(tiles.attribution)
        schema = tiles.isVector ? try BasemapFile.schema(tiles) : nil
    }

    /// The file name without its extension.
    var name: String { URL(filePath: fileName).deletingPathExtension().lastPathComponent }

    /// What its features are called, for the host.
    var schemaName: String { schema?.name ?? "images" }

    /// Reads all that ``init(path:)`` believed: a map is checked once as a whole, before it is taken up.
    ///
    /// - Throws: `Refusal`.
    func validate() throws(Refusal) { try tiles.validate() }

    /// The tile with rows counted from the north; nil if the file has none.
    ///
    /// - Throws: what reading the file throws: whether it has the tile is then unknown.
    func tile(_ zoom: Int, x: Int, y: Int) throws -> BasemapTile? {
        guard zooms.contains(zoom) else { return nil }
        return try tiles.tile(zoom, x: x, y: y).map {
            BasemapTile(data: $0, bounds: bounds, schema: schema ?? .openMapTiles)
        }
    }

    /// By the layers that the file names, else those of one of its tiles. Old files name none, and are in the first schema
    /// there was.
    private static func schema(_ tiles: any TileFile) throws(Refusal) -> TileSchema {
        let layers = tiles.layers ?? tiles.someTile.map { TileSchema.layers(of: $0) } ?? []
        guard !layers.isEmpty else { return .openMapTiles }
        guard let schema = TileSchema.of(layers: layers) else {
            let told = layers.prefix(maxToldLayers).map { String($0.prefix(30)) }.joined(separator: ", ")
            throw Refusal(
                reason: "its layers (\(told)) are not those of OpenMapTiles, of Protomaps 4 or of Shortbread 1")
        }
        return schema
    }

    /// Strips markup: files contain links, the map shows plain text.
    private static func plain(_ markup: String) -> String {
        String(markup.prefix(maxMarkupLength).replacing(#/<[^>]*>/#, with: "").prefix(200))
    }

    private static let maxMarkupLength = 4_000
}

/// A kind of file with tiles.
protocol TileFile: Sendable {
    var zooms: ClosedRange<Int> { get }
    var bounds: Bounds { get }
    /// May hold markup.
    var attribution: String { get }
    /// Vector tiles, or images.
    var isVector: Bool { get }
    /// The layers of its vector tiles, where it names them.
    var layers: [String]? { get }
    /// Any of its tiles.
    var someTile: [UInt8]? { get }

    /// Rows are counted from the north.
    func tile(_ zoom: Int, x: Int, y: Int) throws -> [UInt8]?

    func validate() throws(BasemapFile.Refusal)
}

/// An archive in the format PMTiles 3.
private struct PMTilesFile: TileFile {
    private let archive: PMTilesArchive
    let bounds: Bounds

    init(path: String) throws(BasemapFile.Refusal) {
        do { archive = try PMTilesArchive(path: path) } catch { throw BasemapFile.Refusal(reason: error.reason) }
        let box = archive.header.box
        bounds = Bounds(south: box.south, west: box.west, north: box.north, east: box.east) ?? .everywhere
    }

    var zooms: ClosedRange<Int> { archive.header.zooms }
    var attribution: String { archive.metadata.attribution }
    var isVector: Bool { archive.header.kind == .vector }
    var layers: [String]? { archive.metadata.layers }
    var someTile: [UInt8]? { nil }

    func tile(_ zoom: Int, x: Int, y: Int) throws -> [UInt8]? { try archive.tile(zoom: zoom, x: x, y: y) }

    func validate() throws(BasemapFile.Refusal) {
        do { try archive.validate() } catch { throw BasemapFile.Refusal(reason: error.reason) }
    }
}
