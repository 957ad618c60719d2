import GRDB
import GRDBSQLite

/// An open connection with the statements that were prepared on it. GRDB opens and closes it; what runs on it runs by SQLite's
/// own functions: what GRDB notes of each statement for observers, of which there are none here, costs more than to run many.
///
/// Unchecked: one thread uses it at a time, which holds the lock of its pool's slot or is on its queue.
final class Connection: @unchecked Sendable {
    private var handle: SQLiteConnection?
    /// For good: a program has as many texts of statements as it has literals for them.
    private var kept: [[SQL.Piece]: PreparedStatement] = [:]

    /// - Parameter isObserved: whether GRDB goes on to note what statements read and write. Only where it still changes the
    ///   schema by itself.
    init(_ database: GRDB.Database, isObserved: Bool = false) {
        handle = database.sqliteConnection
        if !isObserved { stopObserving() }
    }

    /// GRDB notes nothing any more. Seldom: SQLite then prepares all of the connection's statements anew.
    func stopObserving() { sqlite3_set_authorizer(handle, nil, nil) }

    /// What it keeps of the file in memory.
    func addCacheFigures(to figures: inout PageCacheFigures) { if let handle { figures.add(handle) } }

    /// The steps that its kept statements have taken.
    var steps: Int { kept.values.reduce(0) { $0 + $1.steps } }

    /// Ends all statements, which have to end before the connection. Afterwards it runs nothing.
    func close() {
        kept = [:]
        handle = nil
    }

    /// The statement, not begun yet: the same at every use, but while its rows are being read.
    ///
    /// - Throws: `DatabaseError` when the connection is closed; GRDB's error when the SQL is wrong.
    func statement(_ sql: SQL) throws -> PreparedStatement {
        guard let handle else { throw DatabaseError(.other, "the database is closed") }
        // Beginning a statement anew would end the loop over its rows.
        if let known = kept[sql.pieces], !known.isRunning { return known }
        let statement = try PreparedStatement(sql.text, on: handle, isKept: sql.isKept)
        if sql.isKept, kept[sql.pieces] == nil { kept[sql.pieces] = statement }
        return statement
    }

    /// Runs a statement to its end.
    func run(_ sql: SQL) throws {
        let statement = try statement(sql)
        try statement.bind(sql)
        try statement.run()
    }

    /// Whether a transaction has begun and has not ended.
    var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }
    /// The rows changed by all statements so far, and by the last one.
    var totalChanges: Int { handle.map { Int(sqlite3_total_changes($0)) } ?? 0 }
    var changes: Int { handle.map { Int(sqlite3_changes($0)) } ?? 0 }

    /// Reads from one snapshot.
    func inSnapshot<Value>(_ query: () throws -> Value) throws -> Value {
        try run("BEGIN")
        let outcome = Result { try query() }
        // An error such as a failing disk may have ended it.
        if isInTransaction {
            do { try run("COMMIT") } catch { try run("ROLLBACK") }
        }
        return try outcome.get()
    }

    /// Writes all of `changes` or nothing.
    func inTransaction(_ changes: () throws -> Void) throws {
        try run("BEGIN IMMEDIATE")
        do {
            try changes()
            try run("COMMIT")
        } catch {
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Inside a transaction: all of `changes` or nothing of them.
    func inSavepoint(_ changes: () throws -> Void) throws {
        try run("SAVEPOINT entry")
        do {
            try changes()
            try run("RELEASE entry")
        } catch {
            if isInTransaction {
                try? run("ROLLBACK TO entry")
                try? run("RELEASE entry")
            }
            throw error
        }
    }
}
