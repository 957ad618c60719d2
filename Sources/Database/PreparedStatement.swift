import Foundation
import GRDB
import GRDBSQLite

/// A statement that SQLite has prepared.
final class PreparedStatement {
    private let handle: SQLiteStatement
    private let placeCount: Int
    let columns: ColumnOrder
    /// Whether its rows are being read.
    var isRunning = false

    /// - Parameter isKept: whether it will run often.
    /// - Throws: GRDB's error when the SQL is wrong, or is more than one statement.
    init(_ text: String, on connection: SQLiteConnection, isKept: Bool) throws {
        var statement: SQLiteStatement?
        var hasRest = false
        let flags = isKept ? CUnsignedInt(SQLITE_PREPARE_PERSISTENT) : 0
        let code = text.withCString { start in
            var rest: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(connection, start, -1, flags, &statement, &rest)
            hasRest = rest.map { strspn($0, " \n\t;") < strlen($0) } ?? false
            return code
        }
        guard code == SQLITE_OK, let statement else {
            let message = code == SQLITE_OK ? "no statement" : String(cString: sqlite3_errmsg(connection))
            throw GRDB.DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: text)
        }
        handle = statement
        placeCount = Int(sqlite3_bind_parameter_count(statement))
        columns = ColumnOrder(
            (0..<sqlite3_column_count(statement)).map { place in
                sqlite3_column_name(statement, place).map { String(cString: $0) } ?? ""
            })
        if hasRest {
            throw GRDB.DatabaseError(resultCode: .SQLITE_MISUSE, message: "more than one statement", sql: text)
        }
    }

    deinit { sqlite3_finalize(handle) }

    /// The steps of SQLite's program that all its runs have taken, some for each row that was read, sorted or passed over.
    /// SQLite counts them anyway.
    var steps: Int { Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 0)) }

    /// Begins anew with these values.
    ///
    /// - Throws: `DatabaseError` of kind `check` for a text with a NUL, where SQLite would cut it.
    func bind(_ sql: SQL) throws {
        sqlite3_reset(handle)
        guard placeCount == sql.values.count else {
            throw DatabaseError(.other, "\(sql.values.count) values for \(placeCount) places in \(sql.text)")
        }
        for (place, value) in zip(CInt(1)..., sql.values) {
            let code = try bind(value, at: place, of: sql)
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    private func bind(_ value: ColumnContent, at place: CInt, of sql: SQL) throws -> CInt {
        switch value {
        case .null: return sqlite3_bind_null(handle, place)
        case .integer(let number): return sqlite3_bind_int64(handle, place, number)
        case .real(let number): return sqlite3_bind_double(handle, place, number)
        case .text(var text):
            let code = text.withUTF8 { bytes -> CInt? in
                let start = UnsafeRawPointer(bytes.baseAddress) ?? PreparedStatement.nothing
                guard memchr(start, 0, bytes.count) == nil else { return nil }
                let characters = start.assumingMemoryBound(to: CChar.self)
                return sqlite3_bind_text(
                    handle, place, characters, CInt(bytes.count), PreparedStatement.copied)
            }
            guard let code else { throw DatabaseError(.check, "a text with a NUL for \(sql.text)") }
            return code
        case .blob(let bytes):
            return bytes.withUnsafeBytes {
                sqlite3_bind_blob(
                    handle, place, $0.baseAddress ?? PreparedStatement.nothing, CInt($0.count),
                    PreparedStatement.copied)
            }
        }
    }

    /// Goes to the next row; nil at the end.
    func next() throws -> Row? {
        switch sqlite3_step(handle) {
        case SQLITE_ROW:
            columns.begin()
            return Row(handle, columns)
        case SQLITE_DONE: return nil
        case let code: throw failure(code)
        }
    }

    /// Runs it to its end, and ends it.
    func run() throws {
        defer { reset() }
        while try next() != nil {}
    }

    /// Ends it: it reads nothing any more, and holds no values.
    func reset() {
        sqlite3_reset(handle)
        if placeCount > 0 { sqlite3_clear_bindings(handle) }
    }

    private func failure(_ code: CInt) -> GRDB.DatabaseError {
        let message = sqlite3_errmsg(sqlite3_db_handle(handle)).map { String(cString: $0) }
        return GRDB.DatabaseError(
            resultCode: ResultCode(rawValue: code), message: message, sql: String(cString: sqlite3_sql(handle)))
    }

    /// Where an empty text or blob begins: a null pointer would be NULL.
    private static var nothing: UnsafeRawPointer { UnsafeRawPointer(bitPattern: 1)! }
    /// SQLite keeps a copy of its own.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
