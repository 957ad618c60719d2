import Foundation
import Testing

@testable import PMTiles
@testable import TestTools

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
        for (zoom, x, y, id) in known { #expect(TileID.of(zoom: zoom, x: x, y: y) == id) }
        for (zoom, x, y) in [(-1, 0, 0), (23, 0, 0), (3, 8, 0), (3, 0, -1)] {
            #expect(TileID.of(zoom: zoom, x: x, y: y) == nil)
        }
    }

    @Test func `the descendants of a tile are one run`() {
        let found = (0..<8).flatMap { x in (0..<8).compactMap { y in TileID.of(zoom: 6, x: 5 << 3 + x, y: 2 << 3 + y) }
        }
        let run = TileID.descendants(zoom: 3, x: 5, y: 2, levels: 3)
        #expect(found.sorted() == Array(run))
    }

    @Test(arguments: [nil, 1, 7, 100], [true, false])
    func everyTileIsFound(leafEntries: Int?, isPacked: Bool) throws {
        let folder = Folder()
        var maker = TestArchive()
        (maker.leafEntries, maker.directoryCompression) = (leafEntries, isPacked ? 2 : 1)
        let archive = try PMTilesTests.archive(maker.bytes(PMTilesTests.tiles), in: folder)
        try archive.validate()
        for tile in PMTilesTests.tiles {
            #expect(try archive.tile(zoom: tile.zoom, x: tile.x, y: tile.y) == tile.bytes)
        }
        #expect(try archive.tile(zoom: 6, x: 0, y: 0) == nil)
        #expect(archive.metadata.layers == ["water", "transportation"])
        #expect(archive.metadata.attribution == "© <b>Test</b>")
        #expect(archive.header.zooms == 0...5 && archive.header.box.north == 85)
    }

    @Test func `a tile that is not there is none`() throws {
        let folder = Folder()
        let some = PMTilesTests.tiles.filter { $0.zoom == 5 && $0.x % 2 == 0 }
        let archive = try PMTilesTests.archive(TestArchive().bytes(some), in: folder)
        #expect(try archive.tile(zoom: 5, x: 4, y: 9) != nil && archive.tile(zoom: 5, x: 5, y: 9) == nil)
        #expect(try archive.tile(zoom: 4, x: 0, y: 0) == nil)
    }

    @Test func `an archive cut off anywhere is refused`() throws {
        let folder = Folder()
        var maker = TestArchive()
        maker.leafEntries = 50
        let whole = maker.bytes(PMTilesTests.tiles)
        for length in stride(from: 0, to: whole.count, by: 97) {
            #expect(throws: PMTilesError.self) {
                try PMTilesTests.archive(Array(whole[..<length]), in: folder).validate()
            }
        }
    }

    /// One lie at a time.
    @Test func `what cannot be true is refused`() throws {
        let folder = Folder()
        let whole = TestArchive().bytes(PMTilesTests.tiles)
        func changed(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
            var copy = whole
            copy.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            return copy
        }
        let far = [UInt8](repeating: 0xFF, count: 8)
        let lies: [(String, [UInt8])] = [
            ("no PMTiles", changed(0, [0x51])), ("old version", changed(0, Array("PM".utf8) + [2, 0])),
            ("version 4", changed(7, [4])), ("cut off", changed(8, far)), ("cut off", changed(16, far)),
            ("cut off", changed(48, [1, 0, 0, 0, 0, 0, 0, 0x80])), ("does not say", changed(97, [0])),
            ("does not say", changed(98, [9])), ("AVIF", changed(99, [5])), ("unknown kind", changed(99, [0])),
            ("zooms", changed(100, [9])), ("zooms", changed(101, [255])),
            ("no part of the world", changed(102, [0, 0, 0, 0x7F])),
            ("directory", changed(16, [0, 0, 0, 0, 0, 0, 0, 0])),
        ]
        for (word, bytes) in lies {
            let error = #expect(throws: PMTilesError.self) { try PMTilesTests.archive(bytes, in: folder) }
            #expect(error?.reason.contains(word) == true, "\(word): \(error?.reason ?? "")")
        }
    }

    @Test func `directories that lie are refused`() throws {
        let folder = Folder()
        typealias Entry = TileDirectory.Entry
        var maker = TestArchive()
        maker.directoryCompression = 1
        let tile = [UInt8](repeating: 1, count: 10)
        let wrong: [[Entry]] = [
            [Entry(id: 0, offset: 5, length: 6, runLength: 1)],
            [Entry(id: 0, offset: .max - 1, length: 9, runLength: 1)],
            [Entry(id: 0, offset: 0, length: 0, runLength: 1)],
            [Entry(id: 1, offset: 0, length: 1, runLength: 3), Entry(id: 2, offset: 1, length: 1, runLength: 1)],
            [Entry(id: 1, offset: 0, length: 1, runLength: .max)],
            [Entry(id: 1 << 40, offset: 0, length: 1, runLength: 1)],
        ]
        for entries in wrong {
            #expect(throws: PMTilesError.self) {
                try PMTilesTests.archive(maker.whole(entries, tile, zooms: (0, 3)), in: folder)
            }
        }
        // A claim of a million entries in four bytes.
        let claim: [UInt8] = [0x80, 0x80, 0x40, 0]
        #expect(throws: PMTilesError.self) {
            try PMTilesTests.archive(maker.parts(root: claim, leaves: [], tile, zooms: (0, 3)), in: folder)
        }
        // A leaf that names itself.
        let loop = TileDirectory.bytes([Entry(id: 0, offset: 0, length: 5, runLength: 0)])
        let archive = try PMTilesTests.archive(maker.parts(root: loop, leaves: loop, tile, zooms: (0, 3)), in: folder)
        #expect(throws: PMTilesError.self) { try archive.tile(zoom: 0, x: 0, y: 0) }
        #expect(throws: PMTilesError.self) { try archive.validate() }
    }

    /// "hello hello hello hello", packed by the programs `brotli` and `zstd`.
    private static let greetings: [UInt8: [UInt8]] = [
        3: [
            0x1B, 0x16, 0x00, 0xF8, 0x8D, 0x94, 0x6E, 0xDE, 0x44, 0x55, 0x86, 0x96, 0x6C, 0x20, 0x6F, 0x21, 0x4F, 0x1C,
            0xE0, 0x38,
        ],
        4: [
            0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58, 0x65, 0x00, 0x00, 0x30, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x20, 0x01, 0x00,
            0x99, 0x4B, 0x11,
        ],
    ]

    @Test(arguments: [3, 4] as [UInt8], [nil, 7])
    func whatBrotliOrZstdPackedIsRead(code: UInt8, leafEntries: Int?) throws {
        let folder = Folder()
        var maker = TestArchive()
        (maker.leafEntries, maker.directoryCompression, maker.tileCompression) = (leafEntries, code, code)
        let packed = PMTilesTests.tiles.map {
            TestArchive.Tile($0.zoom, x: $0.x, y: $0.y, bytes: TestArchive.packed($0.bytes, by: code))
        }
        let greeting = TestArchive.Tile(6, x: 9, y: 9, bytes: try #require(PMTilesTests.greetings[code]))
        let archive = try PMTilesTests.archive(maker.bytes(packed + [greeting]), in: folder)
        try archive.validate()
        for tile in PMTilesTests.tiles {
            #expect(try archive.tile(zoom: tile.zoom, x: tile.x, y: tile.y) == tile.bytes)
        }
        #expect(try archive.tile(zoom: 6, x: 9, y: 9) == Array("hello hello hello hello".utf8))
        #expect(archive.metadata.attribution == "© <b>Test</b>")
    }

    @Test(arguments: [3, 4] as [UInt8])
    func whatBrotliOrZstdPackedBadlyIsRefused(code: UInt8) throws {
        let folder = Folder()
        var maker = TestArchive()
        maker.tileCompression = code
        let greeting = try #require(PMTilesTests.greetings[code])
        // Cut off, of another kind, and far larger than a tile may be.
        let large = TestArchive.packed([UInt8](repeating: 0x61, count: 16 << 20 - 1), by: code)
        for bytes in [greeting.dropLast(), Array("nothing packed".utf8)[...], large[...]] {
            let archive = try PMTilesTests.archive(maker.bytes([.init(0, x: 0, y: 0, bytes: Array(bytes))]), in: folder)
            let error = #expect(throws: PMTilesError.self) { try archive.validate() }
            let isLarge = bytes.count > PMTilesArchive.maxTileBytes
            #expect(error?.reason == (isLarge ? "a tile of it is too large" : PMTilesTests.damaged))
            #expect(throws: PMTilesError.self) { try archive.tile(zoom: 0, x: 0, y: 0) }
        }
        // Directories that the header says to be packed in another way than they are.
        var bytes = TestArchive().bytes(PMTilesTests.tiles)
        bytes[97] = code
        #expect(throws: PMTilesError.self) { try PMTilesTests.archive(bytes, in: folder) }
    }

    private static let damaged = "a tile of it is damaged, or larger than 16 MB"

    @Test func `a bomb of zstd ends at the limit of a tile`() throws {
        let folder = Folder()
        var maker = TestArchive()
        maker.tileCompression = 4
        // 200 blocks of 128 KiB of one byte, the last one marked.
        let block: [UInt8] = [0x02, 0x00, 0x10, 0x61]
        let bomb: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x70] + Array(repeating: block, count: 199).joined()
        let archive = try PMTilesTests.archive(
            maker.bytes([.init(0, x: 0, y: 0, bytes: bomb + [0x03, 0x00, 0x10, 0x61])]), in: folder)
        let error = #expect(throws: PMTilesError.self) { try archive.validate() }
        #expect(error?.reason == PMTilesTests.damaged)
    }

    @Test(arguments: [0, 5, 255] as [UInt8], [97, 98])
    func whatIsPackedInAnUnknownWayIsRefusedInWords(code: UInt8, place: Int) throws {
        let folder = Folder()
        var bytes = TestArchive().bytes(PMTilesTests.tiles)
        bytes[place] = code
        let error = #expect(throws: PMTilesError.self) { try PMTilesTests.archive(bytes, in: folder) }
        #expect(error?.reason == "it does not say how its data is packed")
    }

    @Test func `metadata must be one JSON object`() throws {
        let folder = Folder()
        for text in ["", "[]", "no", "{\"vector_layers\": 1}", String(repeating: "[", count: 100_000)] {
            var maker = TestArchive()
            maker.metadata = text
            let bytes = maker.bytes(PMTilesTests.tiles)
            let error = #expect(throws: PMTilesError.self) { try PMTilesTests.archive(bytes, in: folder) }
            #expect(error?.reason == "its metadata is no JSON")
        }
    }

    @Test func `a tile that unpacks to far more is refused before it is shown`() throws {
        let folder = Folder()
        var maker = TestArchive()
        maker.tileCompression = 2
        let bomb = maker.packed([UInt8](repeating: 0, count: 17 << 20))
        let archive = try PMTilesTests.archive(maker.bytes([.init(0, x: 0, y: 0, bytes: bomb)]), in: folder)
        #expect(throws: PMTilesError.self) { try archive.validate() }
    }

    @Test(.needsSharedData) func `archives of others are read, and hostile ones refused`() throws {
        for (name, closest) in [("helsinki-leaves", 14), ("monaco-omt", 14), ("monaco-protomaps", 15)] {
            let archive = try PMTilesArchive(path: SharedData.path("basemap/\(name).pmtiles"))
            try archive.validate()
            #expect(archive.header.zooms.upperBound == closest && archive.metadata.layers?.isEmpty == false)
        }
        for name in [
            "bad-magic", "root-past-the-end", "leaf-loop", "directory-of-2-to-40", "bomb-tile", "metadata-not-json",
        ] {
            #expect(throws: PMTilesError.self, "\(name)") {
                try PMTilesArchive(path: SharedData.path("hostile/made/pmtiles/\(name).pmtiles")).validate()
            }
        }
    }
}
