import Foundation
import GRDB

/// A consistent snapshot of the database. Valid only inside its closure.
public class Reader {
    let connection: GRDB.Database
    /// How many commits of this program it contains at least, see ``Database/version``.
    public let version: UInt64
    /// The statements whose rows are being iterated, innermost last.
    private var running: [Statement] = []

    /// Called with every statement before it runs, for tests that check query plans.
    @TaskLocal public static var observer: (@Sendable (SQL) -> Void)?

    /// What is told of slow statements; nil where nobody asks.
    private let slow: SlowStatements?
    /// What they are a part of.
    var work = ""

    init(_ connection: GRDB.Database, version: UInt64 = 0, _ slow: SlowStatements? = nil) {
        self.connection = connection
        self.version = version
        self.slow = slow
    }

    /// Runs a statement, and tells of it if it was slow.
    func watching<Value>(_ sql: SQL, _ body: () throws -> Value) rethrows -> Value {
        guard let slow else { return try body() }
        return try slow.watching(sql, of: work, body)
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
            running.append(statement)
            defer { running.removeLast() }
            let prepared = PreparedStatement(statement)
            defer { prepared.reset() }
            // Not GRDB's own rows: these look up each name anew, which took half of the time of a page.
            let columns = ColumnOrder(statement.columnNames)
            try watching(sql) {
                try body {
                    guard try prepared.next() else { return nil }
                    columns.begin()
                    return Row(statement.sqliteStatement, columns)
                }
            }
        }
    }

    /// The prepared statement with its values, from the connection's cache after its first use.
    ///
    /// - Throws: `DatabaseError` of kind `check` when a text has a NUL; GRDB's error when the SQL is wrong.
    func statement(_ sql: SQL) throws -> Statement {
        Reader.observer?(sql)
        var statement =
            try sql.isKept ? connection.cachedStatement(sql: sql.text) : connection.makeStatement(sql: sql.text)
        // The same SQL inside the loop over its own rows: restarting the cached statement would end that loop.
        if running.contains(where: { $0 === statement }) { statement = try connection.makeStatement(sql: sql.text) }
        try PreparedStatement(statement).bind(sql)
        return statement
    }
}
