import Foundation
import GRDB
import GRDBSQLite

/// Runs a prepared statement by SQLite's own functions. GRDB prepares and keeps statements; what it does around each step, for
/// observers that there are none of here, cost more than many a statement.
struct PreparedStatement {
    private let statement: Statement
    private var handle: SQLiteStatement { statement.sqliteStatement }

    init(_ statement: Statement) { self.statement = statement }

    /// Begins anew with these values.
    ///
    /// - Throws: `DatabaseError` of kind `check` for a text with a NUL, where SQLite would cut it.
    func bind(_ sql: SQL) throws {
        sqlite3_reset(handle)
        let wanted = Int(sqlite3_bind_parameter_count(handle))
        guard wanted == sql.values.count else {
            throw DatabaseError(.other, "\(sql.values.count) values for \(wanted) places in \(sql.text)")
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

    /// Goes to the next row; false at the end.
    func next() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    /// Runs it to its end, and ends it.
    func run() throws {
        defer { reset() }
        while try next() {}
    }

    /// Ends it: it reads nothing any more, and holds no values.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
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
