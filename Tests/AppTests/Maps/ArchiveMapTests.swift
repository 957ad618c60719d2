import Atlas
import Foundation
import PMTiles
import Proximity
import TestTools
import Testing

@testable import App

/// Maps in the format PMTiles.
struct ArchiveMapTests {
    private let maps = MapFolder()

    /// A square of water over the whole of a tile.
    private static let water = MapFolder.bytes(MapFolder.water)

    /// An archive of the tiles of zoom 2 under some name.
    private func archive(_ name: String, _ maker: TestArchive = TestArchive(), tile: [UInt8] = water) throws -> String {
        let tiles = (0..<16).map {
            TestArchive.Tile(2, x: $0 % 4, y: $0 / 4, bytes: TestArchive.packed(tile, by: maker.tileCompression))
        }
        return try maps.file(name, bytes: maker.bytes(tiles))
    }

    private func drawn(_ zoom: Int, _ x: Int, _ y: Int) throws -> String? {
        try maps.maps().basemap.tile(zoom: zoom, x: x, y: y, theme: .light)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt8])
    func `an archive is added and drawn, however its tiles are packed`(code: UInt8) throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        var maker = TestArchive()
        (maker.directoryCompression, maker.tileCompression, maker.leafEntries) = (code, code, 1)
        let line = try maps.add(try archive("town.pmtiles", maker))
        #expect(line.hasPrefix("added town.pmtiles: zoom 2 to 2, ") && line.hasSuffix("OpenMapTiles, © Test"))
        #expect(try drawn(2, 1, 1)?.contains("M0 0") == true)
        #expect(try BasemapFolder(dataFolder: maps.data).names() == ["town.pmtiles"])
    }

    @Test func `what a map says of itself moves no cursor of a terminal`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        var maker = TestArchive()
        maker.metadata = #"{"vector_layers": [{"id": "water"}], "attribution": "© \u001b[2JTest\n\u0007"}"#
        #expect(try maps.add(try archive("town.pmtiles", maker)).hasSuffix(", © [2JTest"))
    }

    @Test func `the same tiles are the same map in both formats`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        let source = try BasemapFile(path: TestSite.publicFolder + "/basemap/helsinki.mbtiles")
        let positions = try source.zooms.flatMap { try source.someTiles(zoom: $0, limit: 100) }
        let tiles = try positions.map { position in
            TestArchive.Tile(
                position.zoom, x: position.x, y: position.y, bytes: try #require(try source.tile(position)?.data))
        }
        var maker = TestArchive()
        (maker.tileCompression, maker.leafEntries) = (2, 4)
        let box = source.bounds
        maker.bounds = [box.west, box.south, box.east, box.north].map { Int32(($0 * 1e7).rounded()) }
        let copy = try BasemapFile(path: try maps.file("helsinki.pmtiles", bytes: maker.bytes(tiles)))
        #expect(copy.zooms == source.zooms && copy.bounds == source.bounds && tiles.count > 10)
        for position in positions {
            #expect(try copy.tile(position)?.data == source.tile(position)?.data, "\(position)")
        }
        _ = try maps.add(maps.folder.path + "/helsinki.pmtiles")
        let old = try #require(try drawn(14, 9_326, 4_742))
        try FileManager.default.removeItem(atPath: maps.data + "/basemaps/helsinki.pmtiles")
        _ = try maps.add(TestSite.publicFolder + "/basemap/helsinki.mbtiles")
        #expect(try drawn(14, 9_326, 4_742) == old)
    }

    @Test func `an archive that lies or holds nothing to draw is refused in words`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        #expect(maps.refusal(try maps.file("a.pmtiles", bytes: Array("no archive".utf8))) == "it is no PMTiles file")
        let whole = try Data(contentsOf: URL(filePath: try archive("whole.pmtiles")))
        let cut = maps.refusal(try maps.file("b.pmtiles", bytes: Array(whole.dropLast(5))))
        #expect(cut == "it is cut off: its tiles would lie past its end")
        // What a download that was broken off leaves behind: the size is right, and some of it was never written.
        var maker = TestArchive()
        maker.leafEntries = 4
        let tiles = (0..<16).map {
            TestArchive.Tile(2, x: $0 % 4, y: $0 / 4, bytes: ArchiveMapTests.water + [UInt8($0)])
        }
        var holes = maker.bytes(tiles)
        let leaves = holes[40..<48].enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        let length = holes[48..<56].enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
        for index in leaves + length / 2..<leaves + length { holes[index] = 0 }
        #expect(maps.refusal(try maps.file("c.pmtiles", bytes: holes)) == "a directory of it is damaged")
        #expect(maps.refusal(try archive("d.pmtiles", tile: Array("<svg/>".utf8))) == BasemapFile.unknownForm)
        #expect(!FileManager.default.fileExists(atPath: maps.data))
    }

    @Test(arguments: ["mbtiles", "pmtiles"])
    func `a map is read in the words of its layers, and refused if nobody here knows them`(ending: String) throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        func map(_ name: String, _ metadata: String) throws -> String {
            var maker = TestArchive()
            maker.metadata = metadata
            guard ending == "mbtiles" else { return try archive("\(name).pmtiles", maker) }
            return try maps.file(
                "\(name).mbtiles", MapFolder.metadata, MapFolder.pbf, MapFolder.tiles,
                "INSERT INTO metadata VALUES ('json', '\(metadata)')",
                "INSERT INTO tiles VALUES (2, 1, 1, \(MapFolder.water))")
        }
        let known = [
            ("earth", TileSchema.protomaps), ("streets", .shortbread), ("transportation", .openMapTiles),
        ]
        for (layer, schema) in known {
            let path = try map(layer, #"{"vector_layers": [{"id": "water"}, {"id": "\#(layer)"}]}"#)
            #expect(try BasemapFile(path: path).schema?.name == schema.name)
        }
        // By the layers of a tile, where none are named.
        for (name, metadata) in [("old", "{}"), ("empty", #"{"vector_layers": []}"#)] {
            #expect(try BasemapFile(path: try map(name, metadata)).schema?.name == "OpenMapTiles")
        }
        #expect(
            maps.refusal(try map("a", #"{"vector_layers": [{"id": "contours"}, {"id": "<b>"}]}"#))
                == "its layers (contours, <b>) are not those of OpenMapTiles, of Protomaps 4 or of Shortbread 1")
    }

    @Test(.needsSharedData, arguments: ["monaco-protomaps.pmtiles", "monaco-shortbread.mbtiles", "monaco-omt.pmtiles"])
    func `a town can be drawn and searched in each schema`(name: String) throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        _ = try maps.add(SharedData.path("basemap/\(name)"))
        let site = maps.maps(world: TestSite.publicFolder + "/basemap/world.bin")
        let monaco = try #require(Coordinate(latitude: 43.7384, longitude: 7.4246))
        #expect(site.covers(monaco))
        #expect(site.places.name(of: monaco).town?.name == "Monaco")
        for words in ["Boulevard des Moulins", "Place du Casino"] {
            let found = site.search(words, near: monaco)
            #expect(found.first?.name == words, "\(words)")
        }
    }

    @Test(
        .needsSharedData,
        arguments: [
            ("bad-magic", "it is no PMTiles file"),
            ("root-past-the-end", "it is cut off: its root directory would lie past its end"),
            ("leaf-loop", "its directories lead nowhere"), ("directory-of-2-to-40", "a directory of it is damaged"),
            ("bomb-tile", BasemapFile.unknownForm), ("metadata-not-json", "its metadata is no JSON"),
        ])
    func `archives of attackers are refused in words`(name: String, words: String) throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        #expect(maps.refusal(SharedData.path("hostile/made/pmtiles/\(name).pmtiles")) == words)
    }
}
