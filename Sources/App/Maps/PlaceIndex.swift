import Atlas
import Foundation
import Proximity
import Synchronization

/// The names of a basemap that people search for, in blocks of 8 × 8 tiles. A block is read out of its tiles once for
/// each version of the map, when somebody searches there or by a job, and kept as a file.
final class PlaceIndex: Sendable {
    private struct Key: Hashable {
        /// The zoom of the tiles in the block; x and y count blocks.
        let zoom: Int
        let x, y: Int

        func tiles(_ index: Int) -> (x: Int, y: Int) {
            (x << PlaceIndex.shift | index & 7, y << PlaceIndex.shift | index >> 3)
        }

        /// The part of the Earth that it holds.
        var area: Bounds { BasemapTile.area(zoom: zoom - PlaceIndex.shift, x: x, y: y) }
    }

    /// Tiles of one zoom, where some maps have their closest ones.
    private struct Level {
        let zoom: Int
        /// Metres around a place in which they are searched.
        let reach: Double
        let areas: [Bounds]

        func covers(_ area: Bounds) -> Bool { areas.contains { $0.intersects(area) } }

        /// How many blocks on each side of the one with the place are searched at most: as much land at every zoom.
        var maxBlocksAway: Double { Double(1 << max(0, zoom - PlaceIndex.usualZoom)) }
    }

    private let basemap: Basemap
    private let folder: String
    private let levels: [Level]
    private let memory = LRUCache<Key, PlaceBlock>(limit: PlaceIndex.mostNames) { 10 + $0.nameCount }
    /// Blocks are made one after the other: two searches in one place make it once.
    private let making = Mutex(())
    /// How many blocks the job has looked at.
    private let done = Mutex(0)

    fileprivate static let shift = 3
    /// The zoom of the closest tiles of most maps.
    private static let usualZoom = 14
    /// Names in memory, about 200 bytes each.
    private static let mostNames = 200_000
    /// Names in one block; ten times those of central Helsinki.
    private static let mostPlaces = 40_000
    /// A search reads at most so many tiles of the usual zoom that nobody has read before; one run of the job more.
    private static let (mostTiles, mostTilesOfJob) = (128, 2_048)
    /// The job leaves maps of more blocks alone, larger than a country: there, only what is searched is read.
    private static let mostBlocks = 32_768
    /// Streets are searched so far around, settlements of the basemap farther; metres.
    private static let (near, far) = (15_000.0, 150_000.0)

    /// Names of a basemap.
    ///
    /// - Parameters:
    ///   - maps: what each of its maps covers, and the zoom of its closest tiles.
    ///   - folder: for the files of this version of the map.
    init(_ basemap: Basemap, maps: [(area: Bounds, closest: Int)], folder: String) {
        self.basemap = basemap
        self.folder = folder
        let least = PlaceIndex.shift
        let close = Dictionary(grouping: maps) { max(least, $0.closest) }.sorted { $0.key > $1.key }
            .map { Level(zoom: $0.key, reach: PlaceIndex.near, areas: $0.value.map { $0.area }) }
        let far = maps.filter { $0.closest > 12 }.map { $0.area }
        levels = close + (far.isEmpty ? [] : [Level(zoom: 10, reach: PlaceIndex.far, areas: far)])
    }

    /// The blocks around a place, the nearest first; without those that would take too long to make now.
    func blocks(around place: Coordinate) -> [PlaceBlock] {
        var tiles = PlaceIndex.mostTiles
        return levels.flatMap { level in
            keys(level, around: place).compactMap { block($0, tiles: &tiles) }
        }
    }

    /// Makes some of the blocks that no file has yet.
    func make() {
        let keys = allKeys
        var (tiles, next) = (PlaceIndex.mostTilesOfJob, done.withLock { $0 })
        while next < keys.count, tiles > 0 {
            if !FileManager.default.fileExists(atPath: path(keys[next])) { _ = block(keys[next], tiles: &tiles) }
            next += 1
        }
        done.withLock { [next] in $0 = next }
    }

    /// A block from memory, from its file or from its tiles; nil if it is not made yet and `tiles` are used up.
    private func block(_ key: Key, tiles: inout Int) -> PlaceBlock? {
        if let known = memory.known(key) { return known }
        return making.withLock { [tiles] _ -> (PlaceBlock, Int)? in
            if let known = memory.known(key) { return (known, 0) }
            if let kept = read(key) {
                memory.set(kept, for: key)
                return (kept, 0)
            }
            guard tiles > 0, let (places, count) = try? places(key) else { return nil }
            let made = PlaceBlock(places)
            memory.set(made, for: key)
            write(places, key)
            return (made, count)
        }.map { block, count in
            // Four tiles of the next zoom have the names of one.
            tiles -= count >> (2 * max(0, key.zoom - PlaceIndex.usualZoom))
            return block
        }
    }

    /// - Throws: `DatabaseError` if the map cannot be read now; then nothing is kept.
    private func places(_ key: Key) throws -> (places: [NamedPlace], tiles: Int) {
        var (places, count) = ([NamedPlace](), 0)
        for index in 0..<1 << (2 * PlaceIndex.shift) where places.count < PlaceIndex.mostPlaces {
            let (x, y) = key.tiles(index)
            let area = BasemapTile.area(zoom: key.zoom, x: x, y: y)
            guard levels.contains(where: { $0.zoom == key.zoom && $0.covers(area) }),
                let found = try basemap.namedPlaces(zoom: key.zoom, x: x, y: y)
            else { continue }
            count += 1
            places += found
        }
        return (places, count)
    }

    /// The blocks of a zoom within reach.
    private func keys(_ level: Level, around place: Coordinate) -> [Key] {
        let zoom = level.zoom
        let count = 1 << (zoom - PlaceIndex.shift)
        let metres = 40_075_017 / Double(count) * max(0.01, cos(place.latitude * .pi / 180))
        let (x, y) = BasemapTile.position(of: place, zoom: zoom - PlaceIndex.shift)
        let away = min(level.reach / metres, level.maxBlocksAway)
        func steps(_ at: Double) -> ClosedRange<Int> {
            Int((at - away).rounded(.down))...Int((at + away).rounded(.down))
        }
        var found: [(distance: Double, key: Key)] = []
        for row in steps(y) where (0..<count).contains(row) {
            for column in steps(x) {
                let key = Key(zoom: zoom, x: (column % count + count) % count, y: row)
                let (east, south) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
                if level.covers(key.area) { found.append((east * east + south * south, key)) }
            }
        }
        return found.sorted { $0.distance < $1.distance }.map { $0.key }
    }

    /// Every block of the map; none of a map that is too large.
    private var allKeys: [Key] {
        var keys: [Key] = []
        for level in levels {
            for area in level.areas {
                for stretch in area.stretches {
                    let found = PlaceIndex.keys(level.zoom, area, stretch)
                    guard found.count + keys.count <= PlaceIndex.mostBlocks else { return [] }
                    keys += found
                }
            }
        }
        return keys
    }

    /// The blocks of a part of an area that does not cross the antimeridian; at most one more than a map may have.
    private static func keys(_ zoom: Int, _ area: Bounds, _ stretch: ClosedRange<Double>) -> [Key] {
        let last = 1 << (zoom - shift) - 1
        func index(_ latitude: Double, _ longitude: Double) -> (x: Int, y: Int) {
            // East of everything, not west of it.
            guard let place = Coordinate(latitude: latitude, longitude: min(longitude, 179.999_999)) else {
                return (0, 0)
            }
            let (x, y) = BasemapTile.position(of: place, zoom: zoom - shift)
            return (min(last, Int(x)), min(last, Int(y)))
        }
        let (first, end) = (index(area.north, stretch.lowerBound), index(area.south, stretch.upperBound))
        var keys: [Key] = []
        for y in first.y...max(first.y, end.y) {
            for x in first.x...max(first.x, end.x) where keys.count <= mostBlocks {
                keys.append(Key(zoom: zoom, x: x, y: y))
            }
        }
        return keys
    }
}

/// Blocks as files: a line for each place and one at the end, so that half a file is no block.
extension PlaceIndex {
    private static let end = "end"

    private func path(_ key: Key) -> String { "\(folder)/\(key.zoom)/\(key.x)-\(key.y).txt" }

    private func read(_ key: Key) -> PlaceBlock? {
        guard let bytes = FileManager.default.contents(atPath: path(key)) else { return nil }
        let lines = Array(bytes).split(separator: UInt8(ascii: "\n"))
        guard lines.last?.elementsEqual(PlaceIndex.end.utf8) ?? false else { return nil }
        return PlaceBlock(lines.dropLast().compactMap { NamedPlace(line: $0) })
    }

    private func write(_ places: [NamedPlace], _ key: Key) {
        let file = URL(filePath: path(key))
        let text = (places.map { $0.line } + [PlaceIndex.end]).joined(separator: "\n")
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // What cannot be written is made again after a restart.
        try? Data(text.utf8).write(to: file, options: .atomic)
    }
}
