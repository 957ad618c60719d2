import Foundation
import Testing

@testable import PMTiles
@testable import TestTools

struct TileRegionTests {
    private static let tampere = PMTilesHeader.Box(west: 23.53, south: 61.39, east: 23.99, north: 61.61)
    private static let world = PMTilesHeader.Box(west: -180, south: -90, east: 180, north: 90)

    @Test func `a town is some runs, and they hold the tiles of its box`() {
        let region = TileRegion(TileRegionTests.tampere, zooms: 0...15)
        #expect(region.runs.count < 150 && 2_000...3_500 ~= region.tileCount)
        #expect(zip(region.runs, region.runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        let row = Int((0.5 - asinh(tan(61.5 * .pi / 180)) / (2 * .pi)) * 32_768)
        let inside = TileID.of(at(15, Int((23.76 / 360 + 0.5) * 32_768), row)) ?? 0
        let outside = TileID.of(at(15, Int((25.0 / 360 + 0.5) * 32_768), row)) ?? 0
        #expect(region.runs.contains { $0.contains(inside) } && !region.runs.contains { $0.contains(outside) })
    }

    @Test func `the runs of a box are the tiles one by one`() {
        let box = PMTilesHeader.Box(west: -10, south: -20, east: 60, north: 70)
        let region = TileRegion(box, zooms: 3...5)
        var ids: [UInt64] = []
        for zoom in 3...5 {
            let count = Double(1 << zoom)
            func row(_ latitude: Double) -> Int {
                Int((0.5 - asinh(tan(latitude * .pi / 180)) / (2 * .pi)) * count)
            }
            for x in Int((-10.0 / 360 + 0.5) * count)...Int((60.0 / 360 + 0.5) * count) {
                for y in row(70)...row(-20) { ids.append(TileID.of(at(zoom, x, y)) ?? 0) }
            }
        }
        #expect(region.runs.flatMap { Array($0) } == ids.sorted())
    }

    @Test func `the whole world is one run`() {
        #expect(TileRegion(TileRegionTests.world, zooms: 0...15).runs == [0..<TileID.first(zoom: 16)])
    }

    /// An archive, a region of it, and the pieces put together as a download does it.
    private func extract(
        _ bytes: [UInt8], _ box: PMTilesHeader.Box, zooms: ClosedRange<Int>
    ) throws -> (whole: [UInt8], archive: RegionArchive) {
        func part(_ range: Range<UInt64>) -> [UInt8] { Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]) }
        var plan = try RegionPlan(
            first: Array(bytes.prefix(16_384)), size: UInt64(bytes.count), box: box, zooms: zooms)
        while !plan.wantedLeaves.isEmpty { try plan.add(plan.wantedLeaves.map(part)) }
        let archive = try plan.finish(metadata: part(plan.metadataRange))
        var whole = archive.beginning + [UInt8](repeating: 0, count: Int(archive.tileBytes))
        for copy in archive.pieces.flatMap({ $0.copies }) {
            whole.replaceSubrange(Int(copy.to)..<Int(copy.to) + copy.from.count, with: part(copy.from))
        }
        #expect(whole.count == Int(archive.size))
        return (whole, archive)
    }

    @Test(arguments: [nil, 5]) func `a region becomes an archive`(leafEntries: Int?) throws {
        let folder = Folder()
        var maker = TestArchive()
        maker.leafEntries = leafEntries
        let box = PMTilesHeader.Box(west: 1, south: 1, east: 40, north: 50)
        let (whole, archive) = try extract(maker.bytes(PMTilesTests.tiles), box, zooms: 0...9)
        let map = try PMTilesTests.archive(whole, in: folder)
        try map.checkDirectories()
        let region = TileRegion(box, zooms: 0...5)
        for tile in PMTilesTests.tiles {
            let id = try #require(TileID.of(tile.position))
            let isWanted = region.runs.contains { $0.contains(id) }
            #expect(try map.tile(tile.position) == (isWanted ? tile.bytes : nil))
        }
        #expect(map.header.zooms == 0...5 && map.header.box == box && map.metadata.attribution == "© <b>Test</b>")
        let loaded = archive.pieces.reduce(0) { $0 + $1.range.count }
        #expect(Double(loaded) <= 1.16 * Double(archive.tileBytes))
    }

    @Test func `a region with more tiles than a root directory holds has leaves`() throws {
        let folder = Folder()
        let tiles = (0..<128).flatMap { x in
            (0..<128).map { TestArchive.Tile(7, x: x, y: $0, bytes: Array("\(x) \($0)".utf8)) }
        }
        var maker = TestArchive()
        maker.leafEntries = 1_000
        let (whole, archive) = try extract(maker.bytes(tiles), TileRegionTests.world, zooms: 0...7)
        let map = try PMTilesTests.archive(whole, in: folder)
        try map.checkDirectories()
        #expect(try map.tile(at(7, 100, 3)) == Array("100 3".utf8))
        #expect(archive.pieces.count == 1 && !map.header.leaves.isEmpty)
    }

    @Test func `a place that an archive has nothing of is told`() throws {
        let some = PMTilesTests.tiles.filter { $0.position.zoom == 5 && $0.position.x < 3 }
        let box = PMTilesHeader.Box(west: 100, south: 1, east: 140, north: 50)
        #expect(throws: PMTilesError("it has nothing of this region")) {
            _ = try extract(TestArchive().bytes(some), box, zooms: 0...9)
        }
        #expect(throws: PMTilesError("it has zooms 5 to 5 only")) {
            _ = try extract(TestArchive().bytes(some), box, zooms: 0...4)
        }
    }

    @Test func `a region ends where the archive ends`() throws {
        let folder = Folder()
        var maker = TestArchive()
        maker.bounds = [50_000_000, 0, 200_000_000, 300_000_000]
        let box = PMTilesHeader.Box(west: 1, south: 1, east: 40, north: 50)
        let (whole, _) = try extract(maker.bytes(PMTilesTests.tiles), box, zooms: 0...5)
        let map = try PMTilesTests.archive(whole, in: folder)
        #expect(map.header.box == PMTilesHeader.Box(west: 5, south: 1, east: 20, north: 30))
        let far = PMTilesHeader.Box(west: 100, south: 1, east: 140, north: 50)
        #expect(throws: PMTilesError("it has nothing of this region")) {
            _ = try extract(maker.bytes(PMTilesTests.tiles), far, zooms: 0...5)
        }
    }

    /// The reason for which a plan is refused, of an archive that claims sections as long as one likes.
    private func refusal(_ entries: [TileDirectory.Entry], leafBytes: UInt64 = 0, tileBytes: UInt64 = 0) -> String? {
        var bytes = TestArchive().whole(entries, [], zooms: (0, 15))
        for (place, value) in [(48, leafBytes), (64, tileBytes)] {
            for index in 0..<8 { bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
        }
        let error = #expect(throws: PMTilesError.self) {
            try RegionPlan(first: bytes, size: 1 << 40, box: TileRegionTests.world, zooms: 0...15)
        }
        return error?.reason
    }

    @Test func `what a server claims is bounded`() throws {
        let tile = TileDirectory.Entry(id: 0, offset: 0, length: .max, runLength: 1)
        #expect(refusal([tile], tileBytes: 1 << 33) == "a tile of it is too large")
        let leaves = (0..<9).map { TileDirectory.Entry(id: $0, offset: 8 << 20 * $0, length: 8 << 20, runLength: 0) }
        let tooMany = "the region has too many tiles: choose a smaller one"
        #expect(refusal(leaves, leafBytes: 1 << 30) == tooMany)
        let leaf = TileDirectory.Entry(id: 0, offset: 0, length: 8 << 20 + 1, runLength: 0)
        #expect(refusal([leaf], leafBytes: 1 << 30) == tooMany)
        var maker = TestArchive()
        maker.leafEntries = 5
        let bytes = maker.bytes(PMTilesTests.tiles)
        var plan = try RegionPlan(
            first: Array(bytes.prefix(16_384)), size: UInt64(bytes.count), box: TileRegionTests.world, zooms: 0...9)
        plan.maxSeen = PMTilesTests.tiles.count / 2
        let read = plan.wantedLeaves.map { Array(bytes[Int($0.lowerBound)..<Int($0.upperBound)]) }
        #expect(throws: PMTilesError(tooMany)) { try plan.add(read) }
    }

    @Test func `tiles that overlap are refused`() {
        let entries = (0..<20).map { TileDirectory.Entry(id: $0, offset: $0, length: 100, runLength: 1) }
        let bytes = TestArchive().whole(entries, [UInt8](repeating: 0, count: 200), zooms: (0, 5))
        #expect(throws: PMTilesError("its tiles overlap")) { try extract(bytes, TileRegionTests.world, zooms: 0...5) }
    }

    @Test func `gaps are loaded where they are cheap`() {
        let ranges: [Range<UInt64>] = [0..<100, 103..<200, 260..<300, 301..<400]
        #expect(ByteRanges.groups(of: ranges, maxBytes: 1_000) == [0..<2, 2..<4])
        #expect(ByteRanges.groups(of: ranges, maxBytes: 150) == [0..<1, 1..<2, 2..<4])
        #expect(ByteRanges.groups(of: [0..<1_000, 1_060..<2_000], maxBytes: 9_000) == [0..<2])
        #expect(ByteRanges.groups(of: [0..<500, 10..<20, 600..<700], maxBytes: 9_000) == [0..<2, 2..<3])
        #expect(ByteRanges.groups(of: [], maxBytes: 9) == [])
        #expect(ByteRanges.joinedGaps(ranges, budget: 100) == [1, 2, 3])
    }
}
