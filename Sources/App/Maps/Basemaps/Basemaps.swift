import Atlas
import Foundation
import HTTP
import Logging
import Proximity
import Synchronization

/// The site's maps. A file that the host adds or removes is taken up within some seconds; what is being drawn from the old
/// ones ends first.
final class Basemaps: Sendable {
    let folder: BasemapFolder
    private let world: String?
    private let cache: String
    private let clock: @Sendable () -> Timestamp
    private let log: Logger
    private let set: Mutex<BasemapSet>
    private let reading = Mutex(())
    /// When the folder was looked at last, in milliseconds.
    private let looked: Atomic<Int64>

    /// How long a change of the folder may go unnoticed, in milliseconds.
    private static let interval: Int64 = 3_000

    /// Opens the maps of a data folder and the built-in world of the public folder.
    convenience init(
        dataFolder: String, publicFolder: String?, clock: @escaping @Sendable () -> Timestamp, log: Logger
    ) {
        self.init(
            BasemapFolder(dataFolder: dataFolder), world: publicFolder.map(Basemaps.world),
            cache: dataFolder + "/cache/tiles", clock: clock, log: log)
    }

    /// The packed built-in world.
    static func world(in publicFolder: String) -> String { publicFolder + "/basemap/world.bin" }

    /// - Parameters:
    ///   - world: the packed built-in world in the site's public folder; nil for a command that draws nothing, which
    ///     leaves the drawn tiles of a running server alone.
    ///   - cache: the folder for drawn tiles.
    init(
        _ folder: BasemapFolder, world: String?, cache: String, clock: @escaping @Sendable () -> Timestamp, log: Logger
    ) {
        (self.folder, self.world, self.cache, self.clock, self.log) = (folder, world, cache, clock, log)
        let first = BasemapSet(folder, world: world, cache: cache, log: log)
        if world != nil { first.deleteOtherTiles() }
        set = Mutex(first)
        looked = Atomic(clock().milliseconds)
    }

    /// The maps as they are now, but for some seconds.
    private var current: BasemapSet {
        let (last, now) = (looked.load(ordering: .relaxed), clock().milliseconds)
        // Also when the clock was set back. Whoever comes first looks; the others go on with what there is.
        guard abs(now - last) >= Basemaps.interval,
            looked.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
        else { return set.withLock { $0 } }
        return reading.withLockIfAvailable { _ in reread() } ?? set.withLock { $0 }
    }

    /// Takes up the folder's maps at once.
    func refresh() { reading.withLock { _ in _ = reread() } }

    private func reread() -> BasemapSet {
        let known = set.withLock { $0 }
        guard folder.marks != known.marks else { return known }
        let found = BasemapSet(folder, world: world, cache: cache, log: log)
        set.withLock { $0 = found }
        found.deleteOtherTiles()
        log.info("basemaps", metadata: ["files": "\(found.files.map { $0.name }.joined(separator: " "))"])
        return found
    }

    /// The maps, those first that lie over others.
    var files: [BasemapFile] { current.files }

    /// The files that cannot be used as maps, and why.
    var unusable: [(name: String, words: String)] { current.unusable }

    /// Changes whenever the maps or their style change. Part of every tile's URL, so that tiles can be cached forever.
    var version: String { current.version }

    /// All maps as one.
    var basemap: Basemap { current.basemap }

    /// The cache of place names.
    var places: PlaceNameCache { current.places }

    /// Where the map begins for people without a position: the host's place, else the middle of the first map.
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

    /// Places for a text, in the order of `PlaceRank` from a place, and at most eight. None for a text that says none.
    func search(_ text: String, near: Coordinate) -> [PlaceMatch] { current.finder.matches(text, near: near) }

    /// Reads names for searches out of some tiles; called by a job.
    func indexPlaces() { current.indexPlaces() }

    /// Makes room in the disk cache; called by a job.
    func thinTiles() { current.thinTiles() }

    /// Deletes removed maps that nobody can bring back any more, and what kills left; called by a job.
    func sweep() {
        folder.sweepRemoved(clock())
        folder.sweepTemporary(clock())
        folder.sweepMaking()
        folder.sweepUploads(clock())
        folder.sweepExtracts(clock())
    }
}
