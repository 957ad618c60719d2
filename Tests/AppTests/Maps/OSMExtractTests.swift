import Foundation
import Media
import Proximity
import Synchronization
import TestTools
import Testing

@testable import App
@testable import Atlas

/// Maps that are made of extracts of OpenStreetMap.
struct OSMExtractTests {
    private let work = Folder()
    private var folder: BasemapFolder { BasemapFolder(work.path + "/maps") }
    private let descriptions = TestSite.publicFolder + "/basemap"

    /// A folder with a program called tilemaker, before those of the system.
    private func tilemaker(_ script: String) throws -> [String] {
        let path = work.path + "/bin/tilemaker"
        try FileManager.default.createDirectory(atPath: work.path + "/bin", withIntermediateDirectories: true)
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return [work.path + "/bin"] + ChildProcess.systemFolders
    }

    private func extract(_ searchPath: [String] = ChildProcess.systemFolders) -> OSMExtract {
        OSMExtract(
            FixtureFile.path("town.osm.pbf"), descriptions: descriptions, searchPath: searchPath, niceness: 0)
    }

    @Test func `a town is drawn, named and searched like in any other map`() throws {
        let seen = Mutex<[Int]>([])
        let told = try extract().makeMap("town.mbtiles", in: folder) { done, whole in
            seen.withLock { $0.append(whole) }
            return done <= whole
        }
        #expect(
            told.hasPrefix(
                "added town.mbtiles: zoom 2 to 14, 61.00, 24.99 to 61.00, 25.01, OpenMapTiles, © OpenStreetMap"))
        #expect(seen.withLock { $0.last ?? 0 } > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["town.mbtiles"])
        let map = try BasemapFile(path: folder.path + "/town.mbtiles")
        let drawing = Basemap(tiles: { try map.tile($0, x: $1, y: $2).map { [$0] } ?? [] }, maximumZoom: 14)
        let places = try #require(try drawing.namedPlaces(zoom: 14, x: 9_329, y: 4_665))
        #expect(
            Set(places.map { $0.name }).isSuperset(of: ["Stone Village", "Kivikuja", "Kivikylän asema"]), "\(places)")
        let layers = Set(TileSchema.layers(of: try #require(try map.tile(14, x: 9_329, y: 4_665)).data))
        #expect(
            layers.isSuperset(of: [
                "place", "poi", "housenumber", "transportation", "transportation_name", "building", "water",
                "water_name",
                "park", "landcover",
            ]), "\(layers)")
    }

    @Test func `a house is found at its street`() throws {
        _ = try extract().makeMap("town.mbtiles", in: folder) { _, _ in true }
        let map = try BasemapFile(path: folder.path + "/town.mbtiles")
        let drawing = Basemap(tiles: { try map.tile($0, x: $1, y: $2).map { [$0] } ?? [] }, maximumZoom: 14)
        let places = try #require(try drawing.namedPlaces(zoom: 14, x: 9_329, y: 4_665))
        let street = try #require(places.first { $0.name == "Kivikuja" })
        // 19 m east and 23 m north of the town's middle.
        let house = try #require(try drawing.house("7", at: street, zoom: 14))
        let there = try #require(Coordinate(latitude: 61.000_207, longitude: 25.000_352))
        #expect(house.distance(to: there) < 5)
        #expect(try drawing.house("9", at: street, zoom: 14) == nil)
    }

    @Test func `it is stopped, and leaves nothing`() throws {
        let path = try tilemaker("while true; do printf 'Zoom level 3, writing tile 1 of 13\\r'; sleep 0.05; done")
        let refusal = #expect(throws: BasemapFolder.Refusal.self) {
            try extract(path).makeMap("town.mbtiles", in: folder) { _, whole in whole == 0 }
        }
        #expect(refusal?.reason == "it was stopped")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(arguments: [
        ("echo; echo 'couldn’t read the extract'; exit 1", "tilemaker makes no map of it (couldn’t read the extract)"),
        ("kill -9 $$", "tilemaker makes no map of it (no reason)"),
        ("exit 0", "there is no such file"),
        ("while [ $# -gt 0 ]; do [ $1 = --output ] && echo x >$2; shift; done", "no"),
    ]) func `what goes wrong is told in words`(_ script: String, _ words: String) throws {
        let path = try tilemaker(script)
        let refusal = #expect(throws: BasemapFolder.Refusal.self) {
            try extract(path).makeMap("town.mbtiles", in: folder) { _, _ in true }
        }
        #expect(refusal?.reason.contains(words) == true, "\(refusal?.reason ?? "")")
        #expect(try folder.names().isEmpty)
    }

    @Test func `without the program the host is told the line that installs it`() throws {
        let refusal = #expect(throws: BasemapFolder.Refusal.self) {
            try extract([work.path]).makeMap("town.mbtiles", in: folder) { _, _ in true }
        }
        #expect(refusal?.reason.contains("apt install tilemaker") == true)
    }

    @Test func `names of extracts become names of maps`() {
        let names = ["monaco.osm.pbf", "monaco-latest-osm.pbf", "Oulu.PBF", ".osm.pbf", ".pbf"]
        #expect(names.allSatisfy { OSMExtract.isExtract($0) } && !OSMExtract.isExtract("monaco.pmtiles"))
        #expect(
            names.map { OSMExtract.mapName($0) } == [
                "monaco.mbtiles", "monaco-latest.mbtiles", "Oulu.mbtiles", "map.mbtiles", "map.mbtiles",
            ])
    }

    @Test func `a form takes an extract, and the page tells how far its map is`() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: FixtureFile.path("town.osm.pbf"))))
        try keeper.get("/admin/basemaps").upload("/admin/basemaps", field: "file", file: bytes, named: "town.osm.pbf")
        #expect(eventually { !site.app.basemaps.loader.isBusy })
        try keeper.get("/admin/basemaps").sees("town.mbtiles is on the map.", "OpenMapTiles, zoom 2 to 14")
        let names = try FileManager.default.contentsOfDirectory(atPath: site.app.basemaps.folder.path)
        #expect(names == ["town.mbtiles"])
        // A file that is none, and one that ends too early.
        try keeper.upload("/admin/basemaps", field: "file", file: Array("no extract".utf8), named: "other.osm.pbf")
            .sees("other-osm.pbf can’t be used: it is no extract of OpenStreetMap.")
        try keeper.get("/admin/basemaps")
            .upload("/admin/basemaps", field: "file", file: Array(bytes.prefix(300)), named: "other.osm.pbf")
        #expect(eventually { !site.app.basemaps.loader.isBusy })
        try keeper.get("/admin/basemaps").sees("other.mbtiles: tilemaker makes no map of it (")
    }
}
