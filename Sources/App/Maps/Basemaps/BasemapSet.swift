import Atlas
import Foundation
import HTTP
import Logging
import PMTiles
import Proximity
import Synchronization

/// The site's maps as they were at one time, drawn as one, and the cache of drawn tiles.
final class BasemapSet: Sendable {
    /// What distinguishes the folder's content from later content.
    let marks: [String]
    /// The maps, those first that lie over others.
    let files: [BasemapFile]
    /// The files that cannot be used as maps, and why.
    let unusable: [(name: String, words: String)]
    /// Changes whenever the maps or their style change. Part of every tile's URL, so that tiles can be cached forever.
    let version: String
    /// All maps as one.
    let basemap: Basemap
    /// The cache of place names.
    let places: PlaceNameCache
    private let index: PlaceIndex
    /// The towns of the built-in world, prepared at the first search.
    private let towns: Mutex<PlaceBlock?> = Mutex(nil)
    private let world: World?
    private let drawn: TileCache
    private let tileFiles: TileFiles

    /// Views farther away than this show the built-in world, whatever maps there are.
    private static let worldZoom = World.closestZoom.rounded(.up)
    /// Views beyond the first zoom enlarge its tiles, beyond the second if some map has them: those of Protomaps have
    /// points and whole buildings at zoom 15 only.
    private static let closestZooms = (usual: 14, most: 15)
    /// The closest zoom whose tiles are drawn.
    static let closest = closestZooms.most

    /// Always cached on disk: the lowest zooms are few, and every visit starts with them.
    private static let alwaysKept = 0...5
    /// Never cached on disk beyond this zoom: such tiles are drawn from the same data as cached ones and are far too
    /// many.
    private static let closestKept = 16
    private static let roomForTiles = TileFiles.Usage(bytes: 512 << 20, files: 50_000)

    /// Whether a drawn tile is worth a file: billions show only background and the built-in world.
    private static func isWorthFile(_ address: TileAddress, on maps: [BasemapFile]) -> Bool {
        if alwaysKept.contains(address.zoom) { return true }
        guard address.zoom <= closestKept else { return false }
        let area = BasemapTile.area(zoom: address.zoom, x: address.x, y: address.y)
        return maps.contains { $0.bounds.intersects(area) }
    }

    /// The built-in world that was read last, by its file: reading it takes longer than all else that an app does at
    /// start, and one process may have many apps, as the tests do.
    private static let lastWorld = Mutex<(file: String, world: World)?>(nil)

    private static func builtInWorld(at path: String) -> World? {
        let file = path + FileMark.of(path)
        if let last = lastWorld.withLock({ $0 }), last.file == file { return last.world }
        guard let world = FileManager.default.contents(atPath: path).flatMap({ World(Array($0)) }) else { return nil }
        lastWorld.withLock { $0 = (file, world) }
        return world
    }

    /// Opens every map in a folder. Skips unusable ones and logs the reason.
    ///
    /// - Parameters:
    ///   - world: the packed built-in world in the site's public folder; nil for a command that draws nothing.
    ///   - cache: the folder for drawn tiles.
    init(_ folder: BasemapFolder, world: String?, cache: String, log: Logger) {
        marks = folder.marks
        let (sorted, unusable) = BasemapSet.files(in: folder, log)
        (files, self.unusable) = (sorted, unusable)
        // Another build of the program may draw in another style.
        let style = ["/proc/self/exe", world].compactMap { $0 }.map { FileMark.of($0) }
        version = String(TokenHash.of((style + marks).joined(separator: "|")).prefix(10))
        let packed = world.flatMap { BasemapSet.builtInWorld(at: $0) }
        if packed == nil, let world { log.warning("no built-in world", metadata: ["file": "\(world)"]) }
        self.world = packed
        let basemap = BasemapSet.joined(sorted, packed)
        self.basemap = basemap
        places = PlaceNameCache(basemap, world: packed)
        // Beside the tiles of its version, so that both are thinned and left behind together.
        index = PlaceIndex(
            basemap, maps: sorted.map { (area: $0.bounds, closest: min(BasemapSet.closest, $0.zooms.upperBound)) },
            folder: "\(cache)/\(version)/names")
        tileFiles = TileFiles(folder: cache, version: version, limit: BasemapSet.roomForTiles)
        drawn = TileCache(limit: 32 << 20, files: tileFiles) { address in
            BasemapSet.isWorthFile(address, on: sorted)
        }
    }

    /// Several maps as one: the first that covers a whole tile, otherwise the first that covers part of it.
    private static func joined(_ files: [BasemapFile], _ world: World?) -> Basemap {
        // A map that does not say what it covers may be one of a small town.
        let areas = files.map { $0.bounds }.filter { $0 != .everywhere }
        return Basemap(
            tiles: { zoom, x, y in
                // The first map first, and those under it as far as they are seen.
                var found: [BasemapTile] = []
                for file in files {
                    guard let tile = try file.tile(TilePosition(zoom: zoom, x: x, y: y)) else { continue }
                    found.append(tile)
                    if BasemapTile.fills(file.bounds, zoom: zoom, x: x, y: y) { break }
                }
                return found
            }, maximumZoom: max(closestZooms.usual, min(closest, files.map { $0.zooms.upperBound }.max() ?? 0)),
            world: world,
            areas: areas)
    }

    /// Empty if the folder is missing. Logs an error if it cannot be read, and which files are left out.
    private static func files(in folder: BasemapFolder, _ log: Logger) -> (
        files: [BasemapFile], unusable: [(name: String, words: String)]
    ) {
        do {
            let (files, unusable) = try folder.open()
            for (name, words) in unusable {
                log.warning("basemap left out", metadata: ["file": "\(name)", "reason": "\(words)"])
            }
            return (files, unusable)
        } catch {
            log.error("no basemaps", metadata: ["folder": "\(folder.path)", "reason": "\(error)"])
            return ([], [])
        }
    }

    /// Where the map begins for people without a position: the host's place, else the middle of the most detailed map.
    func startingPlace(_ settings: SiteSettings) -> Coordinate {
        settings.place ?? files.first?.bounds.centre ?? BasemapSet.fallback
    }

    /// The middle of Helsinki, where neither the host nor a map says where.
    private static let fallback = Coordinate(latitude: 60.1705, longitude: 24.9445) ?? Bounds.everywhere.centre

    /// Whether streets are known round a place.
    func covers(_ place: Coordinate) -> Bool { files.contains { $0.bounds.contains(place) } }

    /// The views with which maps begin.
    var firstView: FirstView { FirstView(areas: files.map { $0.bounds }) }

    /// Whether streets are known somewhere in an area.
    func covers(partOf area: Bounds) -> Bool { files.contains { $0.bounds.intersects(area) } }

    /// The attribution for the maps in a viewport; the built-in world is credited where it is visible.
    func attribution(_ viewport: Viewport) -> String {
        let bounds = viewport.bounds
        let credits = files.filter { $0.bounds.intersects(bounds) }.map { $0.attribution }.filter { !$0.isEmpty }
        let isWorld = viewport.zoom < BasemapSet.worldZoom || credits.isEmpty
        var seen = Set<String>()
        return ((isWorld ? ["Natural Earth, GeoNames"] : []) + credits).filter { seen.insert($0).inserted }
            .joined(separator: " · ")
    }

    /// A tile from the memory cache.
    func knownTile(_ address: TileAddress) -> CompressedBody? { drawn.known(address) }

    /// A tile as a compressed SVG document; nil if there is no such tile.
    ///
    /// - Throws: `DatabaseError` if a map cannot be read.
    func tile(_ address: TileAddress) throws -> CompressedBody? {
        try drawn.tile(address) {
            try basemap.tile(zoom: address.zoom, x: address.x, y: address.y, theme: address.theme).map {
                Array($0.utf8)
            }
        }
    }

    /// Finds places on the maps and in the built-in world.
    var finder: PlaceSearch {
        let towns = towns.withLock { known in
            let towns = known ?? PlaceBlock(world?.namedPlaces ?? [])
            known = towns
            return towns
        }
        return PlaceSearch(self, index, world: world, towns: towns)
    }

    /// Reads names for searches out of some tiles; called by a job.
    func indexPlaces() { index.make() }

    /// Makes room in the disk cache; called by a job.
    func thinTiles() { tileFiles.thin() }

    /// Deletes what was drawn from other maps, or by another build of the program.
    func deleteOtherTiles() { tileFiles.deleteOtherVersions() }
}
