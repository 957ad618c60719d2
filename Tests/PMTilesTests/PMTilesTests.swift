import Foundation
import Testing

@testable import PMTiles
@testable import TestTools

/// The tile in a column and a row from the north.
func at(_ zoom: Int, _ x: Int, _ y: Int) -> TilePosition { TilePosition(zoom: zoom, x: x, y: y) }

struct PMTilesTests {
    /// Every tile of the zooms 0 to 5, each with its own bytes; those of the sea are equal.
    static let tiles: [TestArchive.Tile] = (0...5).flatMap { zoom in
        (0..<1 << zoom).flatMap { x in
            (0..<1 << zoom).map { y in
                let isSea = x > y
                return TestArchive.Tile(
                    zoom, x: x, y: y, bytes: isSea ? [7, 7, 7] : Array("tile \(zoom)/\(x)/\(y)".utf8))
            }
        }
    }

    static func archive(_ bytes: [UInt8], in folder: Folder) throws -> PMTilesArchive {
        let path = folder.path + "/test.pmtiles"
        try Data(bytes).write(to: URL(filePath: path))
        return try PMTilesArchive(path: path)
    }

    @Test func `the numbers of tiles are those of the specification`() {
        let known: [(Int, Int, Int, UInt64)] = [
            (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
            (12, 3423, 1763, 19_078_479), (14, 8530, 5973, 317_316_620), (15, 17060, 11946, 1_269_266_483),
        ]
        for (zoom, x, y, id) in known { #expect(TileID.of(at(zoom, x, y)) == id) }
        for (zoom, x, y) in [(-1, 0, 0), (23, 0, 0), (3, 8, 0), (3, 0, -1)] {
            #expect(TileID.of(at(zoom, x, y)) == nil)
        }
    }

    @Test func `every number is that of one tile`() {
        for id in UInt64(0)..<TileID.first(zoom: 6) {
            #expect(TileID.tile(id).flatMap { TileID.of($0) } == id)
        }
        #expect(TileID.tile(TileID.first(zoom: 23) - 1)?.zoom == 22 && TileID.tile(TileID.first(zoom: 23)) == nil)
        #expect(TileID.tile(1_269_266_483) == at(15, 17_060, 11_946))
    }

    @Test(arguments: [nil, 1, 7, 100], [true, false])
    func `every tile is found`(leafEntries: Int?, isPacked: Bool) throws {
        let folder = Folder()
        var maker = TestArchive()
        (maker.leafEntries, maker.directoryCompression) = (leafEntries, isPacked ? 2 : 1)
        let archive = try PMTilesTests.archive(maker.bytes(PMTilesTests.tiles), in: folder)
        try archive.checkDirectories()
        for tile in PMTilesTests.tiles {
            #expect(try archive.tile(tile.position) == tile.bytes)
        }
        #expect(try archive.tile(at(6, 0, 0)) == nil)
        #expect(archive.metadata.layers == ["water", "transportation"])
        #expect(archive.metadata.attribution == "© <b>Test</b>")
        #expect(archive.header.zooms == 0...5 && archive.header.box.north == 85)
    }

    @Test func `a tile that is not there is none`() throws {
        let folder = Folder()
        let some = PMTilesTests.tiles.filter { $0.position.zoom == 5 && $0.position.x % 2 == 0 }
        let archive = try PMTilesTests.archive(TestArchive().bytes(some), in: folder)
        #expect(try archive.tile(at(5, 4, 9)) != nil && archive.tile(at(5, 5, 9)) == nil)
        #expect(try archive.tile(at(4, 0, 0)) == nil)
    }

    @Test(arguments: [3, 4] as [UInt8], [nil, 7])
    func `what brotli or zstd packed is read`(code: UInt8, leafEntries: Int?) throws {
        let folder = Folder()
        var maker = TestArchive()
        (maker.leafEntries, maker.directoryCompression, maker.tileCompression) = (leafEntries, code, code)
        let packed = PMTilesTests.tiles.map { $0.packed(by: code) }
        let archive = try PMTilesTests.archive(maker.bytes(packed), in: folder)
        try archive.checkDirectories()
        for tile in PMTilesTests.tiles {
            #expect(try archive.tile(tile.position) == tile.bytes)
        }
        #expect(archive.metadata.attribution == "© <b>Test</b>")
    }

    /// As tilemaker makes it: all tiles of a country in one directory, and not in their order in the file.
    @Test func `a directory of a whole country is read, and kept`() throws {
        let folder = Folder()
        let data = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let first = TileID.first(zoom: 9)
        let entries = (0..<UInt64(1 << 18)).map {
            TileDirectory.Entry(id: first + $0, offset: $0 &* 7_919 % (1 << 19) + 300_000, length: 9, runLength: 1)
        }
        var maker = TestArchive()
        maker.leafEntries = 1 << 18
        let archive = try PMTilesTests.archive(maker.whole(entries, data, zooms: (9, 9)), in: folder)
        try archive.checkDirectories()
        for entry in [entries[0], entries[99_999], entries[(1 << 18) - 1]] {
            let position = try #require(TileID.tile(entry.id))
            #expect(try archive.tile(position) == Array(data[Int(entry.offset)..<Int(entry.end)]))
        }
        var cache = LeafCache()
        let packed = TileDirectory.bytes(entries)
        for offset in 0..<5 as Range<UInt64> {
            cache.keep(try TileDirectory(packed, .none, leaves: 0, tiles: 1 << 20, maxZoom: 9), offset)
            #expect(cache.known(offset) != nil)
        }
        #expect(cache.known(0) == nil)
    }

    @Test func `some tiles of a zoom are named, through whatever directories`() throws {
        let folder = Folder()
        for leafEntries in [nil, 3] {
            var maker = TestArchive()
            maker.leafEntries = leafEntries
            let archive = try PMTilesTests.archive(maker.bytes(PMTilesTests.tiles), in: folder)
            // In the order of their numbers; the sea's are one entry.
            let first = [at(2, 0, 0), at(2, 1, 0), at(2, 1, 1), at(2, 0, 1)]
            #expect(try archive.someTiles(zoom: 2, limit: 4) == first)
            #expect(try Set(archive.someTiles(zoom: 4, limit: 1_000)).count == 256)
            #expect(try archive.someTiles(zoom: 6, limit: 4).isEmpty)
        }
    }

    @Test(.needsSharedData) func `archives of others are read`() throws {
        for (name, closest) in [("helsinki-leaves", 14), ("monaco-omt", 14), ("monaco-protomaps", 15)] {
            let archive = try PMTilesArchive(path: SharedData.path("basemap/\(name).pmtiles"))
            try archive.checkDirectories()
            #expect(archive.header.zooms.upperBound == closest && archive.metadata.layers?.isEmpty == false)
        }
    }
}
