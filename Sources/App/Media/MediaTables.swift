import Database
import Media

/// What other features join with: `JOIN \(Uploads.originals) AS original ON original.name = note.photo`.
extension Uploads {
    /// Uploads as they were sent: columns name, content_type.
    static let originals: SQL = "(SELECT name, content_type FROM media_file WHERE size = 'original')"

    /// All uploads: columns name, kind, which is "image", "video" or "audio".
    static let kinds: SQL = "(SELECT name, kind FROM media)"

    /// The names of all uploads of a person, also of those that count for them no more.
    static func names(of account: ID<Account>) -> SQL {
        "(SELECT media.name FROM media WHERE media.owner_id = \(account))"
    }

    /// A condition: an upload has a picture of this size, as a song has that came with a cover.
    static func hasPicture(_ name: SQL, _ size: MediaSize) -> SQL {
        "EXISTS (SELECT 1 FROM media_file WHERE media_file.name = \(name) AND media_file.size = \(size.rawValue))"
    }
}
