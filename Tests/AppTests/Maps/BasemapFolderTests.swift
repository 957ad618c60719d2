import Atlas
import Foundation
import GRDB
import Proximity
import TestTools
import Testing

@testable import App

/// Maps as files: their formats, their order, and that a running site takes them up.
struct BasemapFolderTests {
    private let data = Folder()

    private var folder: BasemapFolder { BasemapFolder(dataFolder: data.path) }

    /// The shipped map of Helsinki as a PMTiles archive.
    private static let archive: [UInt8] = {
        let maps = try? DatabaseQueue(path: BasemapFolderTests.shipped)
        let rows = try? maps?.read { try Row.fetchAll($0, sql: "SELECT * FROM tiles") }
        var maker = TestArchive()
        maker.tileCompression = 2
        maker.bounds = [249_352_000, 601_642_000, 249_533_000, 601_790_000]
        return maker.bytes(
            (rows ?? []).map { row in
                let (zoom, y): (Int, Int) = (row["zoom_level"], row["tile_row"])
                let bytes: Data = row["tile_data"]
                return TestArchive.Tile(zoom, x: row["tile_column"], y: (1 << zoom) - 1 - y, bytes: Array(bytes))
            })
    }()
    private static let shipped = TestSite.publicFolder + "/basemap/helsinki.mbtiles"

    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = "\(data.path)/\(name)"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    private func maps() -> Basemaps {
        Basemaps(dataFolder: data.path, publicFolder: TestSite.publicFolder, log: TestSite.quiet)
    }

    @Test func `a map draws the same from both formats`() throws {
        _ = try folder.add(BasemapFolderTests.shipped)
        let first = maps()
        _ = try folder.remove("helsinki")
        _ = try folder.add(try file("helsinki.pmtiles", BasemapFolderTests.archive))
        let second = maps()
        let here = try #require(TileAddress(zoom: 14, x: 9_327, y: 4_742, theme: .light))
        let drawn = try #require(try first.tile(here)?.expanded(limit: 4 << 20))
        #expect(try second.tile(here)?.expanded(limit: 4 << 20) == drawn && drawn.count > 20_000)
        #expect(second.files.map { $0.schemaName } == ["OpenMapTiles"])
    }

    @Test func `a file that lies is refused, and nothing is changed`() throws {
        let archive = BasemapFolderTests.archive
        var foreign = TestArchive()
        foreign.metadata = #"{"vector_layers": [{"id": "contours"}]}"#
        let other = foreign.bytes([.init(0, x: 0, y: 0, bytes: [1, 2, 3])])
        for (bytes, words) in [
            (Array(archive.prefix(archive.count - 500)), "cut off"), (Array("PMTiles".utf8) + [3], "no PMTiles file"),
            ([], "no PMTiles file"), (other, "its layers (contours) are not those of OpenMapTiles"),
        ] {
            let path = try file("town.pmtiles", bytes)
            let error = #expect(throws: BasemapFolder.Refusal.self) { try folder.add(path) }
            #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
        }
        #expect(try folder.list().isEmpty && FolderEntries.names(in: folder.path).isEmpty)
    }

    @Test func `a running site takes up what is added, removed and put in order`() throws {
        let maps = maps()
        let version = maps.version
        #expect(maps.files.isEmpty)
        _ = try folder.add(BasemapFolderTests.shipped)
        _ = try folder.add(try file("town.pmtiles", BasemapFolderTests.archive))
        #expect(maps.refresh().files.map { $0.fileName } == ["helsinki.mbtiles", "town.pmtiles"])
        try folder.raise("town.pmtiles")
        #expect(maps.refresh().files.map { $0.fileName } == ["town.pmtiles", "helsinki.mbtiles"])
        #expect(maps.version != version && maps.covers(DemoCast.centre))
        #expect(try folder.order(["helsinki"]) == ["helsinki.mbtiles", "town.pmtiles"])
        #expect(maps.refresh().files.map { $0.fileName } == ["helsinki.mbtiles", "town.pmtiles"])
        #expect(try folder.remove("town.pmtiles") == "removed town.pmtiles")
        #expect(maps.refresh().files.map { $0.fileName } == ["helsinki.mbtiles"])
        #expect(throws: BasemapFolder.Refusal.self) { try folder.remove("../secret") }
        #expect(throws: BasemapFolder.Refusal.self) { try folder.order(["helsinki", "helsinki.mbtiles"]) }
        #expect(try folder.list().first?.hasPrefix("helsinki.mbtiles: zoom ") == true)
    }

    @Test func `a map that was taken away comes back, until a job deletes it`() throws {
        _ = try folder.add(BasemapFolderTests.shipped)
        try folder.takeAway("helsinki.mbtiles")
        #expect(try folder.names().isEmpty)
        folder.sweep(Date())
        #expect(folder.bringBack("helsinki.mbtiles") && !folder.bringBack("helsinki.mbtiles"))
        #expect(!folder.bringBack("../cairn.sqlite"))
        // One that was added meanwhile stays.
        try folder.takeAway("helsinki.mbtiles")
        _ = try folder.add(BasemapFolderTests.shipped)
        #expect(!folder.bringBack("helsinki.mbtiles"))
        try folder.takeAway("helsinki")
        folder.sweep(Date(timeIntervalSinceNow: 7_200))
        #expect(!folder.bringBack("helsinki.mbtiles"))
    }

    @Test func `a map comes back under its own name alone, and a link is copied as what it leads to`() throws {
        let link = "\(data.path)/a-helsinki.mbtiles"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: BasemapFolderTests.shipped)
        _ = try folder.add(link)
        let copy = "\(folder.path)/a-helsinki.mbtiles"
        #expect(try FileManager.default.attributesOfItem(atPath: copy)[.type] as? FileAttributeType == .typeRegular)
        try folder.takeAway("a-helsinki.mbtiles")
        #expect(!folder.bringBack("helsinki.mbtiles"))
        #expect(folder.bringBack("a-helsinki.mbtiles"))
    }

    @Test func `what is still being loaded is no map`() throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        for name in [".town.pmtiles.part", ".town.pmtiles.done", "notes.txt", ".new-a.mbtiles"] {
            try Data("x".utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        #expect(try folder.names().isEmpty && maps().files.isEmpty)
    }

    @Test func `a region is a square around a place, or a box`() throws {
        let found = PlaceFinder(dataFolder: data.path, publicFolder: TestSite.publicFolder, log: TestSite.quiet)
            .region(around: "Tampere", side: 24)
        let region = try #require(found)
        #expect(region.title == "Tampere, Finland" && region.name == "tampere")
        #expect(region.extent == "24 × 24 km around 61.50, 23.79" || region.extent.hasPrefix("24 × 24 km around 61.5"))
        let box = try #require(BasemapRegion(box: "23.6, 61.4,24.0,61.6"))
        #expect(box.name == "map-61.50-23.80" && box.title == "61.50, 23.80")
        for text in [
            "", "1,2,3", "1,2,3,4,5", "24,61,23,62", "23,62,24,61", "-190,0,1,1", "0,-90,1,1", "nan,0,1,1",
            "1e400,0,1,1",
        ] {
            #expect(BasemapRegion(box: text) == nil, "\(text)")
        }
        let polar = BasemapRegion(
            title: "Pole", around: try #require(Coordinate(latitude: 89.9, longitude: 179.9)), side: 500)
        #expect(polar.box.east == 180 && polar.box.north == 85)
        // Maps end at 85 degrees: beyond there is nothing, but no box is upside down.
        for (latitude, longitude) in [(90.0, 0.0), (-90, -180), (86, 180), (-85.2, 0)] {
            let middle = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let box = BasemapRegion(title: "x", around: middle, side: 1).box
            #expect(box.south < box.north && box.west < box.east && abs(box.south) <= 85 && abs(box.north) <= 85)
        }
    }

    @Test(.needsSharedData) func `Monaco has the same streets in three schemas`() throws {
        let found = try ["monaco.mbtiles", "monaco-protomaps.pmtiles", "monaco-shortbread.mbtiles"].map { name in
            let map = try BasemapFile(path: SharedData.path("basemap/\(name)"))
            let drawing = Basemap(tiles: { try map.tile($0, x: $1, y: $2).map { [$0] } ?? [] }, maximumZoom: 15)
            let places = try #require(try drawing.namedPlaces(zoom: 14, x: 8_530, y: 5_973))
            return (map.schemaName, Set(places.filter { $0.sort == .street }.map { $0.name }))
        }
        #expect(found.map { $0.0 } == ["OpenMapTiles", "Protomaps", "Shortbread"])
        #expect(found[0].1.count > 30)
        for other in found.dropFirst() {
            #expect(other.1.intersection(found[0].1).count * 10 >= found[0].1.count * 9, "\(other.0)")
        }
    }

    @Test(
        .needsSharedData,
        arguments: [
            "bad-magic", "root-past-the-end", "leaf-loop", "directory-of-2-to-40", "bomb-tile", "metadata-not-json",
        ])
    func hostileFilesAreRefusedInWords(name: String) throws {
        let error = #expect(throws: BasemapFolder.Refusal.self) {
            try folder.add(SharedData.path("hostile/made/pmtiles/\(name).pmtiles"))
        }
        #expect(error?.reason.isEmpty == false)
    }
}
