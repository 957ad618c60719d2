import Atlas
import Foundation
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
    private let world: World?
    private let drawn: TileCache

    /// Raise it when the look of tiles changes.
    private static let look = 2
    /// Farther than this the built-in world is drawn, whatever basemaps there are.
    private static let worldZoom = World.closestZoom
    /// Closer views enlarge the tiles of this zoom.
    private static let deepest = 14

    /// Opens every map of a folder. One that cannot be used is left out, and the log says why.
    ///
    /// - Parameter world: the packed world that comes with the site's public files.
    init(folder: String, world: String, log: Logger) {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        var files: [BasemapFile] = []
        var marks = ["\(Basemaps.look)"]
        for name in names where name.hasSuffix(".mbtiles") {
            do {
                files.append(try BasemapFile(path: "\(folder)/\(name)"))
                let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
                let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
                marks.append("\(name)-\(attributes?[.size] ?? 0)-\(time)")
            } catch {
                log.warning("basemap left out", metadata: ["file": "\(name)", "reason": "\(error.words)"])
            }
        }
        let sorted = files.sorted { $0.zooms.upperBound > $1.zooms.upperBound }
        self.files = sorted
        version = String(Accounts.hash(marks.joined(separator: "|")).prefix(10))
        let packed = FileManager.default.contents(atPath: world).flatMap { World(Array($0)) }
        if packed == nil { log.warning("no built-in world", metadata: ["file": "\(world)"]) }
        self.world = packed
        let basemap = Basemap(
            tile: { zoom, x, y in
                // The most detailed map that covers all of the tile; else the most detailed that has some of it.
                let area = BasemapTile.area(zoom: zoom, x: x, y: y)
                let (whole, some) = (sorted.filter { $0.covers(area) }, sorted.filter { !$0.covers(area) })
                return (whole + some).lazy.compactMap { file in
                    file.tile(zoom, x, y).map { BasemapTile(data: $0, bounds: file.bounds) }
                }.first
            }, maximumZoom: Basemaps.deepest, world: packed)
        self.basemap = basemap
        drawn = TileCache(limit: 48 << 20)
    }

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
        if numbers.count == 2, let latitude = PlaceFields.number(numbers[0]),
            let longitude = PlaceFields.number(numbers[1])
        {
            return Coordinate(latitude: latitude, longitude: longitude)
        }
        return world?.city(named: text.trimmingCharacters(in: .whitespaces))?.coordinate
    }

    /// A tile as an SVG document; nil when the world has none of that number.
    func tile(_ address: TileAddress) -> [UInt8]? {
        drawn.tile(address) {
            basemap.tile(zoom: address.zoom, x: address.x, y: address.y, theme: address.theme).map { Array($0.utf8) }
        }
    }
}

/// Which tile, in which rendition.
struct TileAddress: Hashable, Sendable {
    let zoom: Int
    let x: Int
    let y: Int
    let theme: Theme
}

/// The tiles drawn lately, within a bound of bytes. What several ask for at once is drawn once.
final class TileCache: Sendable {
    private struct State {
        var tiles: [TileAddress: (bytes: [UInt8], used: UInt64)] = [:]
        var drawing: [TileAddress: Drawing] = [:]
        var size = 0
        var clock: UInt64 = 0
    }

    /// A tile that is being drawn, for those who wait for it.
    private final class Drawing: Sendable {
        let condition = NSCondition()
        let result = Mutex<(isDone: Bool, bytes: [UInt8]?)>((false, nil))
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    func tile(_ address: TileAddress, draw: () -> [UInt8]?) -> [UInt8]? {
        enum Plan {
            case ready([UInt8])
            case wait(Drawing)
            case draw(Drawing)
        }
        let plan = state.withLock { state -> Plan in
            state.clock += 1
            if let known = state.tiles[address] {
                state.tiles[address]?.used = state.clock
                return .ready(known.bytes)
            }
            if let other = state.drawing[address] { return .wait(other) }
            let own = Drawing()
            state.drawing[address] = own
            return .draw(own)
        }
        switch plan {
        case .ready(let bytes): return bytes
        case .wait(let drawing):
            drawing.condition.lock()
            defer { drawing.condition.unlock() }
            while !drawing.result.withLock({ $0.isDone }) { drawing.condition.wait() }
            return drawing.result.withLock { $0.bytes }
        case .draw(let drawing):
            let bytes = draw()
            store(bytes, address)
            drawing.condition.lock()
            drawing.result.withLock { $0 = (true, bytes) }
            drawing.condition.broadcast()
            drawing.condition.unlock()
            return bytes
        }
    }

    private func store(_ bytes: [UInt8]?, _ address: TileAddress) {
        state.withLock { state in
            state.drawing[address] = nil
            guard let bytes, bytes.count < limit / 8 else { return }
            state.tiles[address] = (bytes, state.clock)
            state.size += bytes.count
            guard state.size > limit else { return }
            // The older half goes at once: rarely, and without a list to keep in order at every use.
            for (old, tile) in state.tiles.sorted(by: { $0.value.used < $1.value.used }) where state.size > limit / 2 {
                state.tiles[old] = nil
                state.size -= tile.bytes.count
            }
        }
    }
}
