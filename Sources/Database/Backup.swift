import Foundation
import GRDB

extension Database {
    /// Copies the current database into one file, without `-wal` and `-shm`, while others read and write.
    ///
    /// The copy is written from scratch and so contains no deleted data. When this returns, it has been checked and is
    /// on the disk; mode 0600.
    ///
    /// - Parameter path: a file that does not exist yet, in an existing folder.
    /// - Throws: `DatabaseError`, of kind `corrupt` when the copy is damaged; then no copy is left.
    public func backup(to path: String) throws { try Database.backup(of: self.path, to: path) }

    /// As `backup(to:)`, for a database that another process may have open; its schema is not changed.
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

    /// Checks a file that is not open here; others may have it open.
    ///
    /// - Throws: `DatabaseError` of kind `corrupt` when it is damaged.
    public static func checkIntegrity(of path: String) throws {
        try DatabaseError.translating { try Integrity.check(fileAt: path) }
    }

    /// Writes what stands in the log (`-wal`) into the file.
    ///
    /// - Returns: whether the file is the whole database now: false while somebody else has it open.
    public static func joinLog(of path: String) throws -> Bool {
        try DatabaseError.translating { try DatabaseQueue(path: path).close() }
        return access(path + "-wal", F_OK) != 0
    }

    /// On a separate connection: the copy takes time in proportion to the file and must block neither the writer nor a
    /// reader.
    private static func copy(_ source: String, to path: String) throws {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let source = try DatabaseQueue(path: source, configuration: configuration)
        try source.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        try source.close()
    }
}

/// Checks a file for damage.
enum Integrity {
    /// - Throws: `DatabaseError`, of kind `corrupt` when the file is damaged.
    static func check(fileAt path: String) throws {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read(check)
        try queue.close()
    }

    /// - Throws: `DatabaseError` of kind `corrupt` with the first faults, which name tables and pages but no contents.
    static func check(_ connection: GRDB.Database) throws {
        let faults = try String.fetchAll(connection, sql: "PRAGMA integrity_check(10)")
        guard faults == ["ok"] else { throw DatabaseError(.corrupt, faults.joined(separator: "; ")) }
        let dangling = try GRDB.Row.fetchAll(connection, sql: "PRAGMA foreign_key_check")
        guard let first = dangling.first else { return }
        let (table, parent) = (first["table"] ?? "?", first["parent"] ?? "?")
        throw DatabaseError(.corrupt, "\(dangling.count) rows name none; the first in \(table) of \(parent)")
    }
}
