import Database
import Media
import Proximity

/// SQL on the photos of notes.
extension NoteQueries {
    /// Whether a photo belongs to a note that somebody may read.
    static func showsPhoto(_ database: Reader, _ name: MediaName, to viewer: ID<Account>) throws -> Bool {
        try database.exists(
            """
            SELECT 1 FROM note LEFT JOIN delivery ON delivery.note_id = note.id AND delivery.recipient_id = \(viewer)
            WHERE note.photo = \(name.text) AND \(isReadable(by: viewer))
            """)
    }
}

extension Notes: MediaAccess {
    /// The photo of a note is for those who may read the note.
    func mayRead(_ database: Reader, _ name: MediaName, for viewer: Viewer) throws -> Bool {
        try NoteQueries.showsPhoto(database, name, to: viewer.id)
    }
}
