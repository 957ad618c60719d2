import Foundation
import GRDB
import TestTools

/// The tables of a file, each with its statement, and all that is in them.
enum DatabaseContents {
    static func of(_ path: String) throws -> [String: [String]] {
        let queue = try DatabaseQueue(path: path)
        return try queue.read { database in
            let tables = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            var found = [
                "": try String.fetchAll(
                    database,
                    sql: "SELECT coalesce(sql, name) FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
            ]
            for table in tables {
                let rows = try GRDB.Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"")
                found[table] = rows.map { "\($0)" }.sorted()
            }
            return found
        }
    }

    /// As `of`, and neither the file nor its log is touched.
    static func ofCopy(_ path: String) throws -> [String: [String]] {
        let copy = Folder()
        for companion in ["", "-wal"] where FileManager.default.fileExists(atPath: path + companion) {
            try FileManager.default.copyItem(atPath: path + companion, toPath: "\(copy.path)/copy\(companion)")
        }
        return try of(copy.path + "/copy")
    }
}
