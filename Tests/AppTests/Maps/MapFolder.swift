import Foundation
import GRDB
import Testing

@testable import App

/// A temporary folder with MBTiles files, valid and invalid.
struct MapFolder {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)")

    static let metadata = "CREATE TABLE metadata (name TEXT, value TEXT)"
    static let pbf = "INSERT INTO metadata VALUES ('format', 'pbf')"
    static let tiles =
        "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)"

    /// A vector tile that is all water, as a literal of SQL.
    static let water =
        "x'1a330a0577617465721216120200001803220e0900001a804000008040ff3f000f1a05636c61737322060a046c616b652880207802'"

    /// Makes a database out of statements.
    ///
    /// - Returns: its path.
    func file(_ name: String, _ statements: String...) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: name).path
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in for sql in statements { try database.execute(sql: sql) } }
        try queue.close()
        return path
    }

    /// Makes a file of bytes.
    ///
    /// - Returns: its path.
    func file(_ name: String, bytes: [UInt8]) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appending(path: name))
        return folder.appending(path: name).path
    }

    /// The bytes of a literal of SQL: x'…'.
    static func bytes(_ literal: String) -> [UInt8] {
        let digits = Array(literal.dropFirst(2).dropLast())
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    /// The data folder into which maps are imported.
    var data: String { folder.path + "/data" }

    /// The imported maps, for a site whose clock stands still.
    func maps(world: String = "/nowhere") -> Basemaps {
        Basemaps(
            BasemapFolder(dataFolder: data), world: world, cache: folder.path + "/cache", clock: { TestSite.noon },
            log: LogLines().logger)
    }

    /// Imports a file.
    ///
    /// - Returns: a description of the map.
    func add(_ path: String) throws -> String {
        try BasemapFolder(dataFolder: data).add(path)
    }

    /// Why the import of a file fails, as it must.
    func refusal(_ path: String) -> String? {
        let error = #expect(throws: BasemapRefusal.self) { try add(path) }
        return error?.words
    }
}
