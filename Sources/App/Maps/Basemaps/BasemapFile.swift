import Atlas
import Foundation
import PMTiles
import Proximity

/// A file with vector tiles or images, MBTiles or PMTiles: a part of the world for the basemap.
struct BasemapFile: Sendable {
    /// With its ending.
    let name: String
    let bounds: Bounds
    /// Plain text: the attribution that the map's license requires.
    let attribution: String
    /// In whose words its vector tiles say what their features are; nil for images.
    let schema: TileSchema?
    private let tiles: any TileFile

    static let noTiles = "it holds no tiles"

    /// Opens and validates a file.
    ///
    /// - Parameter path: its ending tells the format.
    /// - Throws: `BasemapRefusal`.
    init(path: String) throws(BasemapRefusal) {
        name = URL(filePath: path).lastPathComponent
        tiles = path.hasSuffix(".pmtiles") ? try PMTilesFile(path: path) : try MBTilesFile(path: path)
        bounds = tiles.bounds
        attribution = BasemapFile.plain(tiles.attribution)
        schema = tiles.isVector ? try BasemapFile.schema(tiles) : nil
    }

    /// Whether a file of this name in the folder of maps is one: not another kind of file, and none that is being copied.
    static func isName(_ name: some StringProtocol) -> Bool {
        !name.hasPrefix(".") && !name.contains("/") && (name.hasSuffix(".mbtiles") || name.hasSuffix(".pmtiles"))
    }

    var zooms: ClosedRange<Int> { tiles.zooms }

    /// The tile with rows counted from the north; nil if the file has none.
    ///
    /// - Throws: what reading the file throws: whether it has the tile is then unknown.
    func tile(_ position: TilePosition) throws -> BasemapTile? {
        guard zooms.contains(position.zoom) else { return nil }
        return try tiles.tile(position).map {
            BasemapTile(data: $0, bounds: bounds, schema: schema ?? .openMapTiles)
        }
    }

    /// Some of the tiles of a zoom.
    ///
    /// - Throws: what reading the file throws.
    func someTiles(zoom: Int, limit: Int) throws -> [TilePosition] { try tiles.someTiles(zoom: zoom, limit: limit) }

    /// Reads what ``init(path:)`` believed: once, before a file is taken up.
    ///
    /// - Throws: `BasemapRefusal`.
    func validate() throws(BasemapRefusal) { try tiles.validate() }

    /// By the layers that the file names, else those of one of its tiles: old files name none.
    private static func schema(_ tiles: any TileFile) throws(BasemapRefusal) -> TileSchema {
        let named = tiles.layers ?? []
        let layers = named.isEmpty ? someTile(of: tiles).map { TileSchema.layers(of: $0) } ?? [] : named
        // What the tiles of a file without any layers are, its trial tells.
        guard !layers.isEmpty else { return .openMapTiles }
        if let schema = TileSchema.of(layers: layers) { return schema }
        throw BasemapRefusal(words: unknownLayers(layers))
    }

    /// What is said of a map in an unknown schema.
    static func unknownLayers(_ layers: [String]) -> String {
        let told = layers.prefix(maxToldLayers).map { String($0.prefix(30)) }.joined(separator: ", ")
        return "its layers (\(told)) are not those of \(TileSchema.names)"
    }

    /// Layers of a map in an unknown schema that are told.
    private static let maxToldLayers = 6

    private static func someTile(of tiles: any TileFile) -> [UInt8]? {
        let first = try? tiles.someTiles(zoom: tiles.zooms.upperBound, limit: 1).first
        return first.flatMap { try? tiles.tile($0) }
    }

    /// Letters, digits and hyphens for a file's name, without accents; "" where nothing of a text is left.
    static func plainName(_ text: some StringProtocol) -> String {
        let kept = text.folding(options: .diacriticInsensitive, locale: nil)
            .map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return String(String(kept).split(separator: "-").joined(separator: "-").prefix(longestName))
    }

    private static let longestName = 60

    /// Strips markup and control characters: files contain links, the map and the host's terminal show plain text.
    private static func plain(_ markup: String) -> String {
        let text = markup.prefix(4_000).replacing(#/<[^>]*>/#, with: "").prefix(200)
        return String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
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

    func tile(_ position: TilePosition) throws -> [UInt8]?
    func someTiles(zoom: Int, limit: Int) throws -> [TilePosition]
    func validate() throws(BasemapRefusal)
}
