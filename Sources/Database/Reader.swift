import Foundation

/// A consistent snapshot of the database. Valid only inside its closure.
public class Reader {
    let connection: Connection
    /// How many commits of this program it contains at least, see ``Database/version``.
    public let version: UInt64

    /// What was read before in this snapshot.
    private var known: [KnownKey: Any] = [:]

    private struct KnownKey: Hashable {
        let name: SQL.Piece
        let id: Int64
    }

    /// Called with every statement before it runs, for tests that check query plans.
    @TaskLocal public static var observer: (@Sendable (SQL) -> Void)?

    init(_ connection: Connection, version: UInt64 = 0) {
        self.connection = connection
        self.version = version
    }

    /// All rows, converted by `make`.
    ///
    /// - Throws: `DatabaseError`; what `make` throws.
    public func all<Value>(_ sql: SQL, _ make: (Row) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        try rows(sql) { next in
            while let row = try next() { values.append(try make(row)) }
        }
        return values
    }

    /// The first row, converted by `make`; nil when there is none.
    ///
    /// - Throws: `DatabaseError`; what `make` throws.
    public func first<Value>(_ sql: SQL, _ make: (Row) throws -> Value) throws -> Value? {
        var value: Value?
        try rows(sql) { next in value = try next().map { try make($0) } }
        return value
    }

    /// The first column of the first row; nil when there is no row.
    ///
    /// - Throws: `DatabaseError`, of kind `column` when the content is not of this type; NULL needs an optional type.
    public func value<Value: ColumnValue>(_ sql: SQL, as type: Value.Type = Value.self) throws -> Value? {
        try first(sql) { try $0.first() }
    }

    /// Whether there is any row.
    ///
    /// - Throws: `DatabaseError`.
    public func exists(_ sql: SQL) throws -> Bool { try first(sql) { _ in true } ?? false }

    /// What several parts of one page ask, read once in a snapshot; in a write, which changes it, at every call.
    ///
    /// - Parameters:
    ///   - name: what it is, by a literal of its own.
    ///   - id: whose it is; 0 for what there is one of.
    /// - Throws: what `read` throws.
    public func once<Value>(_ name: StaticString, of id: Int64 = 0, _ read: () throws -> Value) rethrows -> Value {
        let key = KnownKey(name: SQL.Piece(name), id: id)
        // In two steps: for an optional value nothing known would be nil known.
        if let known = known[key], let value = known as? Value { return value }
        let value = try read()
        known[key] = value
        return value
    }

    /// The query plan: one line per step, in the words of SQLite's EXPLAIN QUERY PLAN.
    ///
    /// - Throws: `DatabaseError`.
    public func plan(_ sql: SQL) throws -> [String] {
        try all("EXPLAIN QUERY PLAN " + sql) { try $0["detail"] }
    }

    /// Calls `body` with a function that gives the next row.
    private func rows(_ sql: SQL, _ body: (() throws -> Row?) throws -> Void) throws {
        try DatabaseError.translating {
            let statement = try statement(sql)
            statement.isRunning = true
            defer {
                statement.isRunning = false
                statement.reset()
            }
            try body { try statement.next() }
        }
    }

    /// The prepared statement with its values.
    ///
    /// - Throws: `DatabaseError` of kind `check` when a text has a NUL; GRDB's error when the SQL is wrong.
    func statement(_ sql: SQL) throws -> PreparedStatement {
        Reader.observer?(sql)
        let statement = try connection.statement(sql)
        try statement.bind(sql)
        return statement
    }
}
