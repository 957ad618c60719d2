import Foundation
import GRDB

/// A consistent view of the database: what it shows does not change while it is used. Good within its closure only.
public class Reader {
    let connection: GRDB.Database

    /// Told of every statement before it runs, for tests that look at query plans.
    @TaskLocal public static var observer: (@Sendable (SQL) -> Void)?

    init(_ connection: GRDB.Database) { self.connection = connection }

    /// Every row, made into values.
    public func all<Value>(_ sql: SQL, _ make: (Row) throws -> Value) throws -> [Value] {
        try DatabaseError.translating {
            let cursor = try GRDB.Row.fetchCursor(try statement(sql))
            var values: [Value] = []
            while let row = try cursor.next() { values.append(try make(Row(row: row))) }
            return values
        }
    }

    /// The first row made into a value; nil when there is none.
    public func first<Value>(_ sql: SQL, _ make: (Row) throws -> Value) throws -> Value? {
        try DatabaseError.translating {
            let cursor = try GRDB.Row.fetchCursor(try statement(sql))
            return try cursor.next().map { try make(Row(row: $0)) }
        }
    }

    /// The first column of the first row; nil when there is no row.
    public func value<Value: ColumnValue>(_ sql: SQL, as type: Value.Type = Value.self) throws -> Value? {
        try first(sql) { row in
            guard let stored = row.row.databaseValues.first else {
                throw DatabaseError(.column, "a row without columns")
            }
            return try Row.value(stored, "1")
        }
    }

    /// Whether there is any row.
    public func exists(_ sql: SQL) throws -> Bool { try first(sql) { _ in true } ?? false }

    /// How the database would find the rows: one line a step, as SQLite's EXPLAIN QUERY PLAN words it.
    public func plan(_ sql: SQL) throws -> [String] {
        try all(SQL(text: "EXPLAIN QUERY PLAN " + sql.text, values: sql.values)) { try $0["detail"] }
    }

    /// The prepared statement, out of the connection's cache after its first use.
    func statement(_ sql: SQL) throws -> Statement {
        Reader.observer?(sql)
        let statement = try connection.cachedStatement(sql: sql.text)
        try statement.setArguments(StatementArguments(sql.values.map { $0.databaseValue }))
        return statement
    }
}

/// What a write works with: sees its own changes, and everything that is committed.
public final class Writer: Reader {
    private let nextID: () -> Int64

    init(_ connection: GRDB.Database, nextID: @escaping () -> Int64) {
        self.nextID = nextID
        super.init(connection)
    }

    /// Runs a statement; returns how many rows it changed.
    @discardableResult
    public func execute(_ sql: SQL) throws -> Int {
        try DatabaseError.translating {
            try statement(sql).execute()
            return connection.changesCount
        }
    }

    /// A new id, larger than every one before.
    public func newID<Entity>(_: Entity.Type = Entity.self) throws -> ID<Entity> { ID(rawValue: nextID()) }
}
