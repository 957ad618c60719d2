import Foundation
import GRDB
import GRDBSQLite

/// One row of a result. Valid only inside the closure that receives it.
public struct Row {
    /// Stands on the row.
    private let statement: SQLiteStatement
    private let columns: ColumnOrder

    init(_ statement: SQLiteStatement, _ columns: ColumnOrder) {
        self.statement = statement
        self.columns = columns
    }

    /// The content of a column, by its name: `let text: String = try row["text"]`.
    ///
    /// - Throws: `DatabaseError` of kind `column` when there is no such column, or its content is not of this type;
    ///   NULL needs an optional type.
    @inlinable
    public subscript<Value: ColumnValue>(_ name: String) -> Value {
        get throws {
            guard let value = Value(content: try content(name)) else {
                throw DatabaseError(.column, "column “\(name)” is no \(Value.self)")
            }
            return value
        }
    }

    @usableFromInline
    func content(_ name: String) throws -> ColumnContent {
        guard let index = columns.index(of: name) else {
            throw DatabaseError(.column, "no column “\(name)” in \(columns.names)")
        }
        return ColumnContent(of: statement, column: CInt(index))
    }

    /// The content of the first column.
    func first<Value: ColumnValue>() throws -> Value {
        guard let name = columns.names.first else { throw DatabaseError(.column, "a row without columns") }
        return try self[name]
    }
}

/// The places of columns in a result's rows. A list reads the same columns of each row in the same order: after the first
/// row each is found where it is expected, without a search by name.
final class ColumnOrder {
    let names: [String]
    /// The places as the last row was read, and what they were called: the same literal is told at a glance.
    private var read: [(name: String, index: Int)] = []
    private var count = 0

    init(_ names: [String]) { self.names = names }

    /// Called before each row.
    func begin() { count = 0 }

    /// The place of a column; the leftmost one if several have this name.
    func index(of name: String) -> Int? {
        if count < read.count, read[count].name == name {
            count += 1
            return read[count - 1].index
        }
        guard let index = names.firstIndex(of: name) else { return nil }
        if count < read.count { read[count] = (name, index) } else { read.append((name, index)) }
        count += 1
        return index
    }
}

extension ColumnContent {
    /// The content of a column of the row on which a statement stands.
    init(of statement: SQLiteStatement, column: CInt) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            // Ends at a NUL, which only a file from elsewhere can hold.
            self = .text(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            self = .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        default: self = .null
        }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        }
    }
}
