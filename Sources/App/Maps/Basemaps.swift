import Atlas
import Foundation
import HTTP
import Logging
import Proximity
import Synchronization

/// The maps that a site has, drawn as one, and the tiles that were drawn lately.
final class Basemaps: Sendable {
    private let files: [BasemapFile]
    /// Changes whenever the maps or their look do: part of every tile's address, so that tiles are cached for good.
    let version: String
    /// All maps as one: the most detailed that covers a tile is asked first.
    let basemap: Basemap
    /// What places are called.
    let places: PlaceNameCache
    private let world: World?
    private let drawn: TileCache
    private let tileFiles: TileFiles

    /// Farther than this the built-in world is drawn, whatever basemaps there are.
    private static let worldZoom = World.closestZoom
    /// Closer views enlarge the tiles of this zoom.
    private static let deepest = 14

    /// The farthest zooms are kept whatever is there: they are few, and everybody begins with them.
    private static let alwaysKept = 0...5
    /// Closer tiles show a part of one that is kept, are drawn from the same data, and are far too many.
    private static let closestKept = 16
    private static let roomForTiles = TileFiles.Usage(bytes: 512 << 20, files: 50_000)

    /// Whether a drawn tile is worth a file: there are billions that show nothing but paper and the built-in world.
    private static func isWorthFile(_ address: TileAddress, on maps: [BasemapFile]) -> Bool {
        if alwaysKept.contains(address.zoom) { return true }
        guard address.zoom <= closestKept else { return false }
        let area = BasemapTile.area(zoom: address.zoom, x: address.x, y: address.y)
        return maps.contains { $0.bounds.intersects(area) }
    }

    /// Opens the maps of a data folder, and the world that comes with the public files.
    convenience init(dataFolder: String, publicFolder: String, log: Logger) {
        self.init(
            folder: dataFolder + "/basemaps", world: publicFolder + "/basemap/world.bin",
            cache: dataFolder + "/cache/tiles", log: log)
    }

    /// Opens every map of a folder. One that cannot be used is left out, and the log says why.
    ///
    /// - Parameters:
    ///   - world: the packed world that comes with the site's public files.
    ///   - cache: a folder for drawn tiles.
    init(folder: String, world: String, cache: String, log: Logger) {
        let names = Basemaps.names(in: folder, log)
        var files: [BasemapFile] = []
        // Another program may draw another look.
        var marks = [Basemaps.mark("/proc/self/exe"), Basemaps.mark(world)]
        for name in names where name.hasSuffix(".mbtiles") {
            do {
                files.append(try BasemapFile(path: "\(folder)/\(name)"))
                marks.append(Basemaps.mark("\(folder)/\(name)"))
            } catch {
                log.warning("basemap left out", metadata: ["file": "\(name)", "reason": "\(error.words)"])
            }
        }
        let sorted = files.sorted { $0.zooms.upperBound > $1.zooms.upperBound }
        self.files = sorted
        version = String(TokenHash.of(marks.joined(separator: "|")).prefix(10))
        let packed = FileManager.default.contents(atPath: world).flatMap { World(Array($0)) }
        if packed == nil { log.warning("no built-in world", metadata: ["file": "\(world)"]) }
        self.world = packed
        let basemap = Basemap(
            tile: { zoom, x, y in
                // The most detailed map that covers all of the tile; else the most detailed that has some of it.
                let area = BasemapTile.area(zoom: zoom, x: x, y: y)
                let (whole, some) = (sorted.filter { $0.covers(area) }, sorted.filter { !$0.covers(area) })
                for file in whole + some {
                    if let data = try file.tile(zoom, x, y) { return BasemapTile(data: data, bounds: file.bounds) }
                }
                return nil
            }, maximumZoom: Basemaps.deepest, world: packed)
        self.basemap = basemap
        places = PlaceNameCache(basemap, world: packed)
        tileFiles = TileFiles(folder: cache, version: version, limit: Basemaps.roomForTiles)
        drawn = TileCache(limit: 32 << 20, files: tileFiles) { address in
            Basemaps.isWorthFile(address, on: sorted)
        }
    }

    /// The names of a folder's files, in order. A folder that is missing has none; one that cannot be read is told of.
    private static func names(in folder: String, _ log: Logger) -> [String] {
        do { return try FolderEntries.names(in: folder).sorted() } catch {
            log.error("no basemaps", metadata: ["folder": "\(folder)", "reason": "\(error)"])
            return []
        }
    }

    /// What tells a file from its successor under the same name.
    private static func mark(_ path: String) -> String {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(file.lastPathComponent)-\(attributes?[.size] ?? 0)-\(time)"
    }

    /// Where the map begins for people without a position: the host's place, else the middle of the most detailed map.
    func startingPlace(_ settings: SiteSettings) -> Coordinate {
        settings.place ?? files.first?.bounds.centre ?? Basemaps.fallback
    }

    /// The middle of Helsinki, where neither the host nor a map says where.
    private static let fallback = Coordinate(latitude: 60.1705, longitude: 24.9445) ?? Bounds.everywhere.centre

    /// Whether streets are known round a place.
    func covers(_ place: Coordinate) -> Bool { files.contains { $0.bounds.contains(place) } }

    /// What must be said beside the maps that a viewport shows; the built-in world is credited where it is seen.
    func attribution(_ viewport: Viewport) -> String {
        let bounds = viewport.bounds
        let credits = files.filter { $0.bounds.intersects(bounds) }.map { $0.attribution }.filter { !$0.isEmpty }
        let isWorld = viewport.zoom < Basemaps.worldZoom || credits.isEmpty
        var seen = Set<String>()
        return ((isWorld ? ["Natural Earth, GeoNames"] : []) + credits).filter { seen.insert($0).inserted }
            .joined(separator: " · ")
    }

    /// The place that somebody names: two numbers in degrees, or a city; nil when there is none.
    func place(_ text: String) -> Coordinate? {
        let numbers = text.split { $0 == " " || $0 == ";" || $0 == "," }.map { String($0) }
        if numbers.count == 2, let latitude = InputNumber.decimal(numbers[0]),
            let longitude = InputNumber.decimal(numbers[1])
        {
            return Coordinate(latitude: latitude, longitude: longitude)
        }
        return world?.city(named: text.trimmingCharacters(in: .whitespaces))?.coordinate
    }

    /// A tile that was drawn lately.
    func knownTile(_ address: TileAddress) -> CompressedBody? { drawn.known(address) }

    /// A tile as a compressed SVG document; nil when the world has none of that number.
    ///
    /// - Throws: `DatabaseError` when a map cannot be read.
    func tile(_ address: TileAddress) throws -> CompressedBody? {
        try drawn.tile(address) {
            try basemap.tile(zoom: address.zoom, x: address.x, y: address.y, theme: address.theme).map {
                Array($0.utf8)
            }
        }
    }

    /// Makes room for drawn tiles; a job's work.
    func thinTiles() { tileFiles.thin() }
}
