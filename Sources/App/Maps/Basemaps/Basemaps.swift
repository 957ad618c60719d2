import Atlas
import Foundation
import HTTP
import Logging
import Proximity
import Synchronization

/// The site's maps. A file that the host adds or removes is taken up within some seconds; what is being drawn from the old
/// files ends first.
final class Basemaps: Sendable {
    /// The folder that the host changes.
    let folder: BasemapFolder
    /// What administrators get from servers.
    let loader: BasemapLoader
    private let world, cache: String
    private let log: Logger
    private let set: ReadersWriterLocked<BasemapSet>
    private let reading = Mutex(())
    /// When the folder is looked at again, in nanoseconds since the machine started.
    private let next: Atomic<UInt64>

    /// How long a change of the folder may go unnoticed, in nanoseconds.
    private static let interval: UInt64 = 3_000_000_000

    /// Opens the maps of a data folder and the built-in world of the public folder.
    convenience init(
        dataFolder: String, publicFolder: String, source: BasemapLoader.Options = BasemapLoader.Options(), log: Logger
    ) {
        self.init(
            folder: dataFolder + "/basemaps", world: publicFolder + "/basemap/world.bin",
            cache: dataFolder + "/cache/tiles", source: source, log: log)
    }

    /// - Parameters:
    ///   - world: the packed built-in world in the site's public folder.
    ///   - cache: the folder for drawn tiles.
    ///   - source: where administrators get maps from.
    init(
        folder: String, world: String, cache: String, source: BasemapLoader.Options = BasemapLoader.Options(),
        log: Logger
    ) {
        self.folder = BasemapFolder(folder)
        loader = BasemapLoader(source)
        (self.world, self.cache, self.log) = (world, cache, log)
        set = ReadersWriterLocked(BasemapSet(self.folder, world: world, cache: cache, log: log))
        next = Atomic(DispatchTime.now().uptimeNanoseconds + Basemaps.interval)
    }

    /// The folder that describes maps to be made of extracts, beside the built-in world.
    var descriptions: String { URL(fileURLWithPath: world).deletingLastPathComponent().path }

    /// The maps as they are now, but for some seconds.
    private var current: BasemapSet {
        let (due, now) = (next.load(ordering: .relaxed), DispatchTime.now().uptimeNanoseconds)
        // Whoever comes first looks; the others go on with what there is.
        let isFirst =
            due <= now
            && next.compareExchange(expected: due, desired: now + Basemaps.interval, ordering: .relaxed).exchanged
        return isFirst ? refresh() : set.read { $0 }
    }

    /// Takes up the folder's maps at once.
    @discardableResult
    func refresh() -> BasemapSet {
        reading.withLock { _ in
            let known = set.read { $0 }
            guard folder.marks != known.marks else { return known }
            let found = BasemapSet(folder, world: world, cache: cache, log: log)
            set.write { $0 = found }
            log.info("basemaps", metadata: ["files": "\(found.files.map { $0.fileName }.joined(separator: " "))"])
            return found
        }
    }

    /// The maps, those first that lie over others.
    var files: [BasemapFile] { current.files }

    /// The files of the folder that cannot be used as maps, and why.
    var damaged: [BasemapFolder.Damaged] { current.damaged }

    /// Changes whenever the maps or their style change. Part of every tile's URL, so that tiles can be cached forever.
    var version: String { current.version }

    /// All maps as one.
    var basemap: Basemap { current.basemap }

    /// The cache of place names.
    var places: PlaceNameCache { current.places }

    /// Where the map begins for people without a position: the host's place, else the middle of the most detailed map.
    func startingPlace(_ settings: SiteSettings) -> Coordinate { current.startingPlace(settings) }

    /// Whether streets are known round a place.
    func covers(_ place: Coordinate) -> Bool { current.covers(place) }

    /// Whether streets are known somewhere in an area.
    func covers(partOf area: Bounds) -> Bool { current.covers(partOf: area) }

    /// The views with which maps begin.
    var firstView: FirstView { current.firstView }

    /// The attribution for the maps in a viewport; the built-in world is credited where it is visible.
    func attribution(_ viewport: Viewport) -> String { current.attribution(viewport) }

    /// A tile from the memory cache.
    func knownTile(_ address: TileAddress) -> CompressedBody? { current.knownTile(address) }

    /// A tile as a compressed SVG document; nil if there is no such tile.
    ///
    /// - Throws: what reading a map throws.
    func tile(_ address: TileAddress) throws -> CompressedBody? { try current.tile(address) }

    /// Finds places on the maps and in the built-in world.
    var finder: PlaceSearch { current.finder(self) }

    /// The house with a number at a street; nil where no map has it.
    func house(_ number: String, at street: NamedPlace) -> Coordinate? { current.house(number, at: street) }

    /// Reads names for searches out of some tiles; called by a job.
    func indexPlaces() { current.indexPlaces() }

    /// Makes room in the disk cache; called by a job.
    func thinTiles() { current.thinTiles() }
}
