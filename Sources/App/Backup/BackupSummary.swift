/// Why a backup or restore failed, in words for the host.
public struct BackupFailure: Error, Sendable, CustomStringConvertible {
    /// What the host must change.
    public enum Kind: Sendable {
        /// The file or folder in the arguments.
        case badArgument
        /// The archive or the data, which is damaged.
        case damaged
    }

    /// What the host must change.
    public let kind: Kind
    /// One line.
    public let words: String
    /// The words alone.
    public var description: String { words }

    init(_ kind: Kind, _ words: String) { (self.kind, self.words) = (kind, words) }
}

/// The contents of a backup.
public struct BackupSummary: Codable, Sendable, Equatable {
    /// Rows of accounts, deleted ones included.
    public let accounts: Int
    /// Media files, all sizes counted.
    public let files: Int
    /// Bytes of the database and the media files.
    public let bytes: Int
}
