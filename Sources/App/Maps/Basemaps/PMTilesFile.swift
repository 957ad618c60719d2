import PMTiles
import Proximity

/// A map in the format PMTiles 3: an archive that is read in place.
struct PMTilesFile: TileFile {
    let bounds: Bounds
    private let archive: PMTilesArchive

    init(path: String) throws(BasemapRefusal) {
        do { archive = try PMTilesArchive(path: path) } catch { throw BasemapRefusal(words: error.reason) }
        let box = archive.header.box
        bounds = Bounds(south: box.south, west: box.west, north: box.north, east: box.east) ?? .everywhere
    }

    var zooms: ClosedRange<Int> { archive.header.zooms }
    var attribution: String { archive.metadata.attribution }
    var isVector: Bool { archive.header.kind == .vector }
    var layers: [String]? { archive.metadata.layers }

    func tile(_ position: TilePosition) throws -> [UInt8]? { try archive.tile(position) }

    func someTiles(zoom: Int, limit: Int) throws -> [TilePosition] { try archive.someTiles(zoom: zoom, limit: limit) }

    func validate() throws(BasemapRefusal) {
        do { try archive.checkDirectories() } catch { throw BasemapRefusal(words: error.reason) }
    }
}
