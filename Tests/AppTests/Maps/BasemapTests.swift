import Foundation
import GRDB
import PMTiles
import Proximity
import Testing

@testable import App

/// Import of map files.
struct BasemapTests {
    private let maps = MapFolder()
    private var folder: URL { maps.folder }

    /// The tile in a column and a row from the north.
    private func at(_ zoom: Int, _ x: Int, _ y: Int) -> TilePosition { TilePosition(zoom: zoom, x: x, y: y) }

    @Test func `an invalid map is refused with the reason`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(maps.refusal("/nowhere.mbtiles") == "there is no such file")
        #expect(maps.refusal(try maps.file("a.sqlite")) == "its name does not end in .mbtiles, .pmtiles or .osm.pbf")
        try Data("no database at all, not even a bit of one, really".utf8).write(
            to: folder.appending(path: "b.mbtiles"))
        #expect(maps.refusal(folder.path + "/b.mbtiles") == "it is no SQLite database")
        #expect(maps.refusal(try maps.file("c.mbtiles", "CREATE TABLE x (y)"))?.contains("no table “metadata”") == true)
        #expect(
            maps.refusal(
                try maps.file("d.mbtiles", MapFolder.metadata, "INSERT INTO metadata VALUES ('format', 'tiff')"))?
                .contains(
                    "tiff") == true)
        let pbf = "INSERT INTO metadata VALUES ('format', 'pbf')"
        #expect(maps.refusal(try maps.file("e.mbtiles", MapFolder.metadata, pbf))?.contains("no table “tiles”") == true)
        #expect(
            maps.refusal(try maps.file("f.mbtiles", MapFolder.metadata, pbf, MapFolder.tiles)) == "it holds no tiles")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data/basemaps/f.mbtiles"))
    }

    @Test func `a map is imported, its tiles may be a view, and markup becomes plain text`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try maps.file(
            "town.mbtiles", MapFolder.metadata, "INSERT INTO metadata VALUES ('format', 'pbf')",
            "INSERT INTO metadata VALUES ('attribution', '<a href=\"javascript:x\">© Us</a> <script>y</script>')",
            "INSERT INTO metadata VALUES ('bounds', '24,60,25,61')", MapFolder.tiles.replacing("tiles", with: "stored"),
            "INSERT INTO stored VALUES (3, 4, 5, \(MapFolder.water))", "CREATE VIEW tiles AS SELECT * FROM stored")
        let line = try maps.add(path)
        #expect(line.contains("zoom 3 to 3") && line.contains("© Us y"))
        let map = try BasemapFile(path: folder.path + "/data/basemaps/town.mbtiles")
        #expect(
            try map.tile(at(3, 4, 2))?.data.first == 0x1A && map.tile(at(3, 4, 5)) == nil
                && map.tile(at(4, 0, 0)) == nil)
        #expect(map.bounds.west == 24 && map.attribution == "© Us y")
    }

    @Test func `a map whose bounds are empty has the area of its tiles`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        func bounds(_ tiles: String...) throws -> Bounds {
            let values = tiles.map { "(\($0), \(MapFolder.water))" }.joined(separator: ", ")
            let name = "\(tiles.count).mbtiles"
            return try BasemapFile(
                path: maps.file(
                    name, MapFolder.metadata, MapFolder.pbf, "INSERT INTO metadata VALUES ('bounds', '0,0,0,0')",
                    MapFolder.tiles, "INSERT INTO tiles VALUES \(values)")
            ).bounds
        }
        // Two tiles of 0.022 degrees beside each other, at 61 degrees north, 25 degrees east, and one that holds them.
        let town = try bounds("14, 9329, 11718", "14, 9330, 11718", "2, 2, 2")
        #expect(town.contains(try #require(Coordinate(latitude: 61, longitude: 25))))
        #expect(abs(town.east - town.west - 0.0439) < 0.0001 && town.north - town.south < 0.011)
        #expect(try bounds("14, 9329, 1 << 40") == .everywhere)
    }

    @Test func `an unreadable folder of maps is logged, a missing one is empty`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try FolderEntries.names(in: folder.path) == [])
        try Data("no folder".utf8).write(to: folder)
        #expect(throws: CocoaError.self) { try FolderEntries.names(in: folder.path) }
    }

    @Test func `an unreadable file is an error, not a missing tile`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try maps.file(
            "town.mbtiles", MapFolder.metadata, "INSERT INTO metadata VALUES ('format', 'pbf')", MapFolder.tiles,
            "INSERT INTO tiles VALUES (3, 4, 5, x'00'), (3, 1, 1, 'text'), (3, 0, 0, NULL)")
        let map = try BasemapFile(path: path)
        #expect(try map.tile(at(3, 4, 2))?.data == [0] && map.tile(at(3, 4, 5)) == nil)
        // A value that is not bytes is no tile.
        #expect(try map.tile(at(3, 1, 6)) == nil && map.tile(at(3, 0, 7)) == nil)
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "ALTER TABLE tiles RENAME TO away") }
        #expect(throws: (any Error).self) { try map.tile(at(3, 4, 2)) }
        #expect(throws: (any Error).self) { try map.tile(at(3, 4, 5)) }
    }
}
