import Foundation
import GRDB

extension Database {
    /// Makes a copy of the database as it is now, in one file without companions, while others read and write.
    ///
    /// The copy is written anew and so holds nothing of what was deleted. It is looked through before this returns, and is
    /// on the disk then; mode 0600.
    ///
    /// - Parameter path: a file that is not there yet, in a folder that is.
    /// - Throws: `DatabaseError`, of kind `corrupt` when the copy is not whole; then there is no copy.
    public func backup(to path: String) throws { try Database.backup(of: self.path, to: path) }

    /// As `backup(to:)`, for a database that another process may have open; its schema is left as it is.
    public static func backup(of source: String, to path: String) throws {
        guard try PrivateFile.make(path) else { throw DatabaseError(.other, "\(path) is there already") }
        do {
            try DatabaseError.translating {
                try copy(source, to: path)
                try Integrity.check(fileAt: path)
            }
            try PrivateFile.sync(path)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Checks a file that nobody has open.
    ///
    /// - Throws: `DatabaseError` of kind `corrupt` when it is not whole.
    public static func checkIntegrity(of path: String) throws {
        try DatabaseError.translating { try Integrity.check(fileAt: path) }
    }

    /// On a connection of its own: it takes as long as the file is large, and may neither hold up the writer nor keep a
    /// reader from its work.
    private static func copy(_ source: String, to path: String) throws {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let source = try DatabaseQueue(path: source, configuration: configuration)
        try source.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        try source.close()
    }
}

/// Whether a file is whole.
enum Integrity {
    /// - Throws: `DatabaseError` of kind `corrupt` when the file that nobody else has open is not whole.
    static func check(fileAt path: String) throws {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read(check)
        try queue.close()
    }

    /// - Throws: `DatabaseError` of kind `corrupt` with the first faults; they name tables and pages, no contents.
    static func check(_ connection: GRDB.Database) throws {
        let faults = try String.fetchAll(connection, sql: "PRAGMA integrity_check(10)")
        guard faults == ["ok"] else { throw DatabaseError(.corrupt, faults.joined(separator: "; ")) }
        let dangling = try GRDB.Row.fetchAll(connection, sql: "PRAGMA foreign_key_check")
        guard let first = dangling.first else { return }
        let (table, parent) = (first["table"] ?? "?", first["parent"] ?? "?")
        throw DatabaseError(.corrupt, "\(dangling.count) rows name none; the first in \(table) of \(parent)")
    }
}
