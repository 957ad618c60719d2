import GRDB

/// What the database refused or could not do. The message is for the log, never for visitors.
public struct DatabaseError: Error, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Kind: Sendable {
        /// A row like this is there already.
        case unique
        /// A row that it names is not there, or is still named by others.
        case foreignKey
        /// A value is out of its column's range, or a text with a NUL in it.
        case check
        /// A value is missing that must be there.
        case notNull
        /// Another process held the database too long.
        case busy
        /// The disk is full.
        case full
        /// A row has no such column, or its content is of another type.
        case column
        /// A write or read within another of the same thread, which would wait for itself.
        case reentrant
        /// The migrations of the program do not fit those of the file.
        case migration
        /// The file is damaged or no database.
        case corrupt
        /// Anything else; the message says what.
        case other
    }

    /// What kind of trouble it is.
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
                default: .other
                }
            }
        // Without the bound values: they are people's texts.
        self.init(
            kind, "\(error.message ?? "no message") [\(error.extendedResultCode.rawValue)] in \(error.sql ?? "-")")
    }

    /// Runs `body` with GRDB's errors turned into these.
    static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as GRDB.DatabaseError { throw DatabaseError(error) }
    }
}
