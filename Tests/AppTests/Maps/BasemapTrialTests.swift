import Foundation
import Testing

@testable import App

/// A map is accepted if its tiles can be drawn.
struct BasemapTrialTests {
    private let maps = MapFolder()

    /// A map whose tiles of zoom 2 all hold the same data, a literal of SQL.
    private func map(_ name: String, tile: String, _ more: String = "SELECT 1", format: String = "pbf") throws -> String
    {
        try maps.file(
            name, MapFolder.metadata, "INSERT INTO metadata VALUES ('format', '\(format)')", MapFolder.tiles,
            "INSERT INTO tiles SELECT 2, x.value, y.value, \(tile) FROM json_each('[0,1,2,3]') x, json_each('[0,1,2,3]') y",
            more)
    }

    /// The bytes of `MapFolder.water`, packed.
    private static let zlib =
        "x'789c9332e6622d4f2c492d121213626260906056e2e36460906a7060606870f86fcfc02fc59a9c93585cacc4c6c59293989daad1a050c104000f430b41'"
    private static let zlibAtItsFastest =
        "x'78019332e6622d4f2c492d121213626260906056e2e36460906a7060606870f86fcfc02fc59a9c93585cacc4c6c59293989daad1a050c104000f430b41'"
    private static let gzip =
        "x'1f8b08000000000002039332e6622d4f2c492d121213626260906056e2e36460906a7060606870f86fcfc02fc59a9c93585cacc4c6c59293989daad1a050c10400fa38eb0935000000'"
    private static let deflate =
        "x'9332e6622d4f2c492d121213626260906056e2e36460906a7060606870f86fcfc02fc59a9c93585cacc4c6c59293989daad1a050c10400'"
    /// A square of the layer `earth`, as another schema has it.
    private static let earth =
        "x'1a320a0565617274681216120200001803220e0900001a804000008040ff3f000f1a046b696e6422060a046c616e642880207802'"

    @Test(arguments: [MapFolder.water, zlib, zlibAtItsFastest, gzip])
    func `tiles are drawn as they are and packed with gzip or zlib`(tile: String) throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        #expect(try maps.add(try map("a.mbtiles", tile: tile)).hasPrefix("added a.mbtiles"))
        let site = maps.maps()
        let drawn = try site.basemap.tile(zoom: 2, x: 1, y: 1, theme: .light)
        #expect(try drawn != site.basemap.tile(zoom: 2, x: 1, y: 1, theme: .dark))
        #expect(drawn?.contains("M0 0") == true)
    }

    @Test(arguments: [
        deflate, "x'28b52ffd0000'", "x'3c7376672f3e'", "'<svg/>'", "x'789c9332e662'", "x'1f8b0800'", "zeroblob(64)",
        "x'89504e470d0a1a0a00000000'", "x'ffd8ffe0'", "x'524946460800000057454250'",
    ])
    func `tiles of an unknown form, or damaged ones, are refused`(tile: String) throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        for format in ["pbf", "png"] {
            let words = maps.refusal(try map("\(format).mbtiles", tile: tile, format: format))
            #expect(words == (tile.hasPrefix("'") ? "it holds no tiles" : BasemapFile.unknownForm))
        }
        #expect(!FileManager.default.fileExists(atPath: maps.folder.path + "/data"))
    }

    @Test(arguments: ["x''", earth]) func `tiles with nothing to draw are refused`(tile: String) throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        #expect(maps.refusal(try map("a.mbtiles", tile: tile)) == BasemapFile.unknownSchema)
    }

    @Test func `damaged and empty tiles among good ones are no reason to refuse a map`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        let path = try map(
            "a.mbtiles", tile: MapFolder.water,
            "UPDATE tiles SET tile_data = iif(tile_row = 1, x'', x'1f8b') WHERE tile_column = 0")
        #expect(throws: Never.self) { try maps.add(path) }
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["tiles", "metadata"])
    func `a file that would be read for ever is refused`(name: String) throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
        let path = try maps.file(
            "a.mbtiles",
            name == "tiles"
                ? MapFolder.metadata : "CREATE VIEW metadata AS \(endless) SELECT i || '' AS name, i AS value FROM n",
            name == "tiles" ? MapFolder.pbf : "SELECT 1",
            """
            CREATE VIEW tiles AS \(endless)
            SELECT i % 9 AS zoom_level, 0 AS tile_column, 0 AS tile_row, x'00' AS tile_data FROM n
            """)
        #expect(maps.refusal(path) == "reading its table “\(name)” takes too long")
    }

    @Test func `a map of wide land with a lake is accepted`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        // As `earth`, by its names: 6c616b65 is "lake".
        let water = BasemapTrialTests.earth.replacing("6561727468", with: "7761746572")
            .replacing("6c616e64", with: "6c616b65")
        let lake = "UPDATE tiles SET tile_data = \(water) WHERE tile_column = 0 AND tile_row = 1"
        #expect(throws: Never.self) { try maps.add(try map("a.mbtiles", tile: BasemapTrialTests.earth, lake)) }
    }

    @Test func `a map of one tile, and images, are accepted`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        let one = try maps.file(
            "one.mbtiles", MapFolder.metadata, MapFolder.pbf, MapFolder.tiles,
            "INSERT INTO tiles VALUES (9, 5, 5, \(MapFolder.water)), (9, 5, 600, x'00')")
        #expect(throws: Never.self) { try maps.add(one) }
        let png = try map("png.mbtiles", tile: "x'89504e470d0a1a0a0000000049454e44ae426082'", format: "png")
        #expect(throws: Never.self) { try maps.add(png) }
    }

    @Test func `a map of close views alone is refused, because they enlarge tiles of farther ones`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        let path = try map("a.mbtiles", tile: MapFolder.water, "UPDATE tiles SET zoom_level = 16")
        #expect(maps.refusal(path) == "its tiles begin at zoom 16, and none beyond 15 are drawn")
    }
}
