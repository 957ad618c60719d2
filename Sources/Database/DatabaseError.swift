import GRDB

/// An error of the database. The message is for the log, never for visitors.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Kind: Sendable {
        /// Such a row exists already.
        case unique
        /// A referenced row does not exist, or the row is still referenced.
        case foreignKey
        /// A value is out of its column's range, or a text contains a NUL.
        case check
        /// A required value is missing.
        case notNull
        /// Another process locked the database too long.
        case busy
        /// The disk is full.
        case full
        /// A row has no such column, or its content is of another type.
        case column
        /// A write or read inside another one on the same thread, which would deadlock.
        case reentrant
        /// The program's migrations do not match those of the file.
        case migration
        /// The file is damaged or is not a database.
        case corrupt
        /// A read of a foreign file that costs more than it may.
        case limit
        /// Anything else; the message says what.
        case other
    }

    /// The kind of error.
    public let kind: Kind
    /// What happened, for the log.
    public let message: String

    /// An error with a message for the log.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Kind and message.
    public var description: String { "\(kind): \(message)" }

    init(_ error: GRDB.DatabaseError) {
        let kind: Kind =
            switch error.extendedResultCode {
            case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID: .unique
            case .SQLITE_CONSTRAINT_FOREIGNKEY: .foreignKey
            case .SQLITE_CONSTRAINT_CHECK: .check
            case .SQLITE_CONSTRAINT_NOTNULL: .notNull
            default:
                switch error.resultCode {
                case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
                case .SQLITE_FULL: .full
                case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt
                case .SQLITE_INTERRUPT, .SQLITE_TOOBIG: .limit
                default: .other
                }
            }
        // Without the bound values: they are people's texts.
        self.init(
            kind, "\(error.message ?? "no message") [\(error.extendedResultCode.rawValue)] in \(error.sql ?? "-")")
    }

    /// Runs `body` and converts GRDB's errors into `DatabaseError`.
    static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as GRDB.DatabaseError { throw DatabaseError(error) }
    }
}

extension DatabaseError {
    /// The error for the other writes of a batch that one of them ended. They get the cause only if it concerns the database: a
    /// broken constraint does not.
    init(endedBy cause: (any Error)?) {
        let cause = cause as? DatabaseError
        let kind: Kind =
            switch cause?.kind {
            case .full: .full
            case .busy: .busy
            case .corrupt: .corrupt
            default: .other
            }
        self.init(kind, "another write ended the transaction: \(cause?.message ?? "no reason known")")
    }
}
