import Foundation
import Testing

@testable import PMTiles
@testable import TestTools

/// Archives that lie.
struct HostileArchiveTests {
    @Test func `an archive cut off anywhere is refused`() throws {
        let folder = Folder()
        var maker = TestArchive()
        maker.leafEntries = 50
        let whole = maker.bytes(PMTilesTests.tiles)
        for length in stride(from: 0, to: whole.count, by: 97) {
            #expect(throws: PMTilesError.self) {
                try PMTilesTests.archive(Array(whole[..<length]), in: folder).checkDirectories()
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
        #expect(throws: PMTilesError.self) { try archive.tile(at(0, 0, 0)) }
        #expect(throws: PMTilesError.self) { try archive.checkDirectories() }
    }

    @Test(arguments: [3, 4] as [UInt8])
    func `what brotli or zstd packed badly is refused`(code: UInt8) throws {
        let folder = Folder()
        var maker = TestArchive()
        maker.tileCompression = code
        let greeting = TestArchive.packed(Array("hello hello".utf8), by: code)
        // Cut off, of another kind, and far larger than a tile may be.
        let large = TestArchive.packed([UInt8](repeating: 0x61, count: 16 << 20 - 1), by: code)
        for bytes in [greeting.dropLast(), Array("nothing packed".utf8)[...], large[...]] {
            let archive = try PMTilesTests.archive(maker.bytes([.init(0, x: 0, y: 0, bytes: Array(bytes))]), in: folder)
            let error = #expect(throws: PMTilesError.self) { try archive.tile(at(0, 0, 0)) }
            let isLarge = bytes.count > PMTilesArchive.maxTileBytes
            #expect(error?.reason == (isLarge ? "a tile of it is too large" : HostileArchiveTests.damaged))
        }
        // Directories that the header says to be packed in another way than they are.
        var bytes = TestArchive().bytes(PMTilesTests.tiles)
        bytes[97] = code
        #expect(throws: PMTilesError.self) { try PMTilesTests.archive(bytes, in: folder) }
    }

    static let damaged = "a tile of it is damaged, or larger than 16 MB"

    @Test func `a bomb of zstd ends at the limit of a tile`() throws {
        let folder = Folder()
        var maker = TestArchive()
        maker.tileCompression = 4
        // 200 blocks of 128 KiB of one byte, the last one marked.
        let block: [UInt8] = [0x02, 0x00, 0x10, 0x61]
        let bomb: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x70] + Array(repeating: block, count: 199).joined()
        let archive = try PMTilesTests.archive(
            maker.bytes([.init(0, x: 0, y: 0, bytes: bomb + [0x03, 0x00, 0x10, 0x61])]), in: folder)
        let error = #expect(throws: PMTilesError.self) { try archive.tile(at(0, 0, 0)) }
        #expect(error?.reason == HostileArchiveTests.damaged)
    }

    @Test(arguments: [0, 5, 255] as [UInt8], [97, 98])
    func `what is packed in an unknown way is refused in words`(code: UInt8, place: Int) throws {
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

    @Test func `an image that unpacks to far more is none, and a vector tile stays packed`() throws {
        let folder = Folder()
        var maker = TestArchive()
        maker.tileCompression = 2
        let bomb = maker.packed([UInt8](repeating: 0, count: 17 << 20))
        for kind in [1, 2] as [UInt8] {
            maker.tileKind = kind
            let archive = try PMTilesTests.archive(maker.bytes([.init(0, x: 0, y: 0, bytes: bomb)]), in: folder)
            if kind == 1 {
                #expect(try archive.tile(at(0, 0, 0)) == bomb)
            } else {
                #expect(throws: PMTilesError.self) { try archive.tile(at(0, 0, 0)) }
            }
        }
    }

    @Test func `a directory that holds what is not below it is refused`() throws {
        let folder = Folder()
        typealias Entry = TileDirectory.Entry
        var maker = TestArchive()
        maker.directoryCompression = 1
        let tile: [UInt8] = [1]
        // The second directory begins where the first one does: a way to go through the same tiles again and again.
        let below = TileDirectory.bytes([Entry(id: 1, offset: 0, length: 1, runLength: 1)])
        let length = UInt32(below.count)
        let root = TileDirectory.bytes([
            Entry(id: 1, offset: 0, length: length, runLength: 0),
            Entry(id: 2, offset: 0, length: length, runLength: 0),
        ])
        let archive = try PMTilesTests.archive(maker.parts(root: root, leaves: below, tile, zooms: (0, 3)), in: folder)
        let error = #expect(throws: PMTilesError.self) { try archive.checkDirectories() }
        #expect(error?.reason == "its tiles are out of order")
        #expect(try archive.someTiles(zoom: 1, limit: 1) == [at(1, 0, 0)])
    }

    @Test func `directories that are large and many are refused, each and in all`() throws {
        let entries = (0...UInt64(TileDirectory.maxEntries)).map {
            TileDirectory.Entry(id: TileID.first(zoom: 10) + $0, offset: 0, length: 1, runLength: 1)
        }
        func read(_ count: Int) throws(PMTilesError) -> TileDirectory {
            try TileDirectory(
                TileDirectory.bytes(Array(entries.prefix(count))), .none, leaves: 0, tiles: 1, maxZoom: 10)
        }
        #expect(try read(TileDirectory.maxEntries).entries.count == TileDirectory.maxEntries)
        let large = #expect(throws: PMTilesError.self) { try read(TileDirectory.maxEntries + 1) }
        #expect(large?.reason.hasPrefix("a directory of it is too large") == true)
        // Two of them on one way, of which each alone is allowed.
        let folder = Folder()
        var maker = TestArchive()
        let half = TileDirectory.maxEntries / 2 + 1
        let below = TestArchive.packed(TileDirectory.bytes(Array(entries.suffix(half))), by: 2)
        let leaf = TileDirectory.Entry(
            id: entries[entries.count - half].id, offset: 0, length: UInt32(below.count), runLength: 0)
        let middle = TestArchive.packed(TileDirectory.bytes(Array(entries.prefix(half - 1)) + [leaf]), by: 2)
        let top = TileDirectory.Entry(
            id: entries[0].id, offset: UInt64(below.count), length: UInt32(middle.count), runLength: 0)
        maker.directoryCompression = 2
        let archive = try PMTilesTests.archive(
            maker.parts(
                root: TestArchive.packed(TileDirectory.bytes([top]), by: 2), leaves: below + middle, [1],
                zooms: (10, 10)), in: folder)
        let many = #expect(throws: PMTilesError.self) { try archive.checkDirectories() }
        #expect(many?.reason.hasPrefix("a directory of it is too large") == true)
    }

    @Test func `what is no file is no archive`() throws {
        let folder = Folder()
        let pipe = folder.path + "/pipe.pmtiles"
        mkfifo(pipe, 0o600)
        #expect(throws: PMTilesError("it is no file")) { try PMTilesArchive(path: pipe) }
        #expect(throws: PMTilesError("it cannot be opened")) { try PMTilesArchive(path: pipe + "x") }
    }

    @Test(
        .needsSharedData,
        arguments: [
            "bad-magic", "root-past-the-end", "leaf-loop", "directory-of-2-to-40", "metadata-not-json",
        ])
    func `archives of attackers are refused`(name: String) throws {
        #expect(throws: PMTilesError.self) {
            try PMTilesArchive(path: SharedData.path("hostile/made/pmtiles/\(name).pmtiles")).checkDirectories()
        }
    }
}
