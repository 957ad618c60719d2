import Database
import Media
import Proximity

/// SQL on the photos of notes, left and not yet left.
extension NoteQueries {
    static func insertDraft(_ database: Writer, _ name: MediaName, of author: ID<Account>, _ now: Timestamp) throws {
        try database.execute(
            "INSERT INTO note_draft_photo (name, author_id, created_at) VALUES (\(name.text), \(author), \(now))")
    }

    static func isDraft(_ database: Reader, _ name: MediaName, of author: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM note_draft_photo WHERE name = \(name.text) AND author_id = \(author)")
    }

    /// Takes a draft for the note that is being left; false when there is none.
    static func takeDraft(_ database: Writer, _ name: MediaName, of author: ID<Account>) throws -> Bool {
        try database.execute(
            "DELETE FROM note_draft_photo WHERE name = \(name.text) AND author_id = \(author)") > 0
    }

    /// Lets go of those of some names that are drafts of a person.
    static func releaseDrafts(
        _ database: Writer, _ names: [MediaName], of author: ID<Account>, _ now: Timestamp
    ) throws {
        for name in names where try takeDraft(database, name, of: author) {
            try Uploads.release(database, name, now)
        }
    }

    /// The drafts of a person, some of them.
    static func drafts(_ database: Reader, of author: ID<Account>, limit: Int) throws -> [MediaName] {
        try database.all("SELECT name FROM note_draft_photo WHERE author_id = \(author) LIMIT \(limit)") {
            MediaName(try $0["name"] as String)
        }.compactMap { $0 }
    }

    static func releaseOldDrafts(_ database: Writer, before time: Timestamp, _ now: Timestamp) throws {
        let old: [(MediaName?, ID<Account>)] = try database.all(
            "SELECT name, author_id FROM note_draft_photo WHERE created_at < \(time) LIMIT 500"
        ) { (MediaName(try $0["name"] as String), try $0["author_id"]) }
        for (name, author) in old {
            if let name { try releaseDrafts(database, [name], of: author, now) }
        }
    }

    /// A draft is seen by its author, the photo of a note by those who may read the note.
    static func showsPhoto(_ database: Reader, _ name: MediaName, to viewer: ID<Account>) throws -> Bool {
        if try isDraft(database, name, of: viewer) { return true }
        return try database.exists(
            """
            SELECT 1 FROM note LEFT JOIN delivery ON delivery.note_id = note.id AND delivery.recipient_id = \(viewer)
            WHERE note.photo = \(name.text) AND \(isReadable(by: viewer))
            """)
    }
}
