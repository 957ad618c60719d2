import Database

/// What other features join with: `JOIN \(Uploads.originals) AS original ON original.name = note.photo`.
extension Uploads {
    /// Uploads as they were sent: columns name, content_type.
    static let originals: SQL = "(SELECT name, content_type FROM media_file WHERE size = 'original')"
}
