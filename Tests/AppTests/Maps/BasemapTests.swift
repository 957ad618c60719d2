import Foundation
import GRDB
import Testing

@testable import App

/// Import of map files.
struct BasemapTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)")

    private func file(_ name: String, _ statements: String...) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: name).path
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in for sql in statements { try database.execute(sql: sql) } }
        try queue.close()
        return path
    }

    private func refusal(_ path: String) -> String? {
        let error = #expect(throws: BasemapFolder.Refusal.self) {
            try BasemapFolder(dataFolder: folder.path + "/data").add(path)
        }
        return error?.reason
    }

    private static let metadata = "CREATE TABLE metadata (name TEXT, value TEXT)"
    private static let tiles =
        "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)"

    @Test func `an invalid map is refused with the reason`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(refusal("/nowhere.mbtiles") == "there is no such file")
        #expect(refusal(try file("a.sqlite")) == "its name does not end in .mbtiles or .pmtiles")
        try Data("no database at all, not even a bit of one, really".utf8).write(
            to: folder.appending(path: "b.mbtiles"))
        #expect(refusal(folder.path + "/b.mbtiles") == "it is no SQLite database")
        #expect(refusal(try file("c.mbtiles", "CREATE TABLE x (y)"))?.contains("no table “metadata”") == true)
        #expect(
            refusal(try file("d.mbtiles", Self.metadata, "INSERT INTO metadata VALUES ('format', 'tiff')"))?.contains(
                "tiff") == true)
        let pbf = "INSERT INTO metadata VALUES ('format', 'pbf')"
        #expect(refusal(try file("e.mbtiles", Self.metadata, pbf))?.contains("table “tiles” is missing") == true)
        #expect(refusal(try file("f.mbtiles", Self.metadata, pbf, Self.tiles)) == "it holds no tiles")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data/basemaps/f.mbtiles"))
    }

    @Test func `a map is imported, its tiles may be a view, and markup becomes plain text`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try file(
            "town.mbtiles", Self.metadata, "INSERT INTO metadata VALUES ('format', 'pbf')",
            "INSERT INTO metadata VALUES ('attribution', '<a href=\"javascript:x\">© Us</a> <script>y</script>')",
            "INSERT INTO metadata VALUES ('bounds', '24,60,25,61')", Self.tiles.replacing("tiles", with: "stored"),
            "INSERT INTO stored VALUES (3, 4, 5, x'00')", "CREATE VIEW tiles AS SELECT * FROM stored")
        let line = try BasemapFolder(dataFolder: folder.path + "/data").add(path)
        #expect(line.contains("zoom 3 to 3") && line.contains("© Us y"))
        let map = try BasemapFile(path: folder.path + "/data/basemaps/town.mbtiles")
        #expect(
            try map.tile(3, x: 4, y: 2)?.data == [0] && map.tile(3, x: 4, y: 5) == nil && map.tile(4, x: 0, y: 0) == nil
        )
        #expect(map.bounds.west == 24 && map.attribution == "© Us y")
    }

    @Test func `half a file is refused`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let whole = try Data(contentsOf: URL(filePath: TestSite.publicFolder + "/basemap/helsinki.mbtiles"))
        for part in [whole.count / 2, whole.count - 1] {
            try whole.prefix(part).write(to: folder.appending(path: "half.mbtiles"))
            #expect(refusal(folder.path + "/half.mbtiles") == "it is cut off")
        }
    }

    @Test func `a map whose tiles are computed costs neither time nor memory without end`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (pbf, numbers) = (
            "INSERT INTO metadata VALUES ('format', 'pbf')",
            "CREATE VIEW tiles AS WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n) "
        )
        let endless = try file(
            "a.mbtiles", Self.metadata, pbf,
            numbers + "SELECT x AS zoom_level, 0 AS tile_column, 0 AS tile_row, x'00' AS tile_data FROM n")
        let start = ContinuousClock.now
        #expect(refusal(endless) != nil)
        #expect(ContinuousClock.now - start < .seconds(60))
        let large = try file(
            "b.mbtiles", Self.metadata, pbf,
            "CREATE VIEW tiles AS SELECT 3 AS zoom_level, 0 AS tile_column, 7 AS tile_row, zeroblob(900000000) AS tile_data"
        )
        #expect(throws: (any Error).self) { try BasemapFile(path: large).tile(3, x: 0, y: 0) }
    }

    @Test func `an unreadable folder of maps is logged, a missing one is empty`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try FolderEntries.names(in: folder.path) == [])
        try Data("no folder".utf8).write(to: folder)
        #expect(throws: CocoaError.self) { try FolderEntries.names(in: folder.path) }
    }

    @Test func `an unreadable file is an error, not a missing tile`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try file(
            "town.mbtiles", Self.metadata, "INSERT INTO metadata VALUES ('format', 'pbf')", Self.tiles,
            "INSERT INTO tiles VALUES (3, 4, 5, x'00'), (3, 1, 1, 'text'), (3, 0, 0, NULL)")
        let map = try BasemapFile(path: path)
        #expect(try map.tile(3, x: 4, y: 2)?.data == [0] && map.tile(3, x: 4, y: 5) == nil)
        // A value that is not bytes is no tile.
        #expect(try map.tile(3, x: 1, y: 6) == nil && map.tile(3, x: 0, y: 7) == nil)
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "ALTER TABLE tiles RENAME TO away") }
        #expect(throws: (any Error).self) { try map.tile(3, x: 4, y: 2) }
        #expect(throws: (any Error).self) { try map.tile(3, x: 4, y: 5) }
    }
}
