import Database
import HTTP
import Media
import Proximity

/// The photo of a note that is being written: made ready and stored, shown by nothing but its author's form.
struct DraftPhoto: Sendable {
    let name: MediaName
    let origin: PhotoOrigin
}

/// Photos of notes, from the compose form to those who may see them.
extension Notes {
    /// What a form brings as its photo.
    struct PhotoArrival {
        /// The new one, else the one that an earlier answer kept.
        var photo: DraftPhoto?
        /// Why a new one was not taken.
        var refusal: RefusedUpload?

        /// The refusal as a problem of its field.
        var problems: Problems { refusal.map { Problems("photo", $0.sentence) } ?? Problems() }
    }

    /// Takes the photo out of a form. A new one is stored as a draft, in place of the one before: so neither a click on the
    /// map nor a field that is wrong makes anybody send it twice.
    func takePhoto(_ visit: Visit, _ viewer: Viewer) throws -> PhotoArrival {
        var arrival = PhotoArrival(photo: try keptPhoto(visit.form, viewer))
        if visit.form["photo_remove"] != nil, let old = arrival.photo {
            try site.database.write { try NoteQueries.releaseDrafts($0, [old.name], of: viewer.id, visit.now) }
            arrival.photo = nil
        }
        guard let file = visit.form.file("photo") else { return arrival }
        do {
            let prepared = try uploads.take(
                file, as: .photo, for: viewer.id, word: visit.form["word"] ?? "", visit.now)
            let old = arrival.photo
            let name = try uploads.keep(prepared, of: viewer.id, visit.now) { database, name in
                try NoteQueries.insertDraft(database, name, of: viewer.id, visit.now)
                if let old { try NoteQueries.releaseDrafts(database, [old.name], of: viewer.id, visit.now) }
            }
            arrival.photo = DraftPhoto(name: name, origin: PhotoOrigin(prepared.hints))
        } catch let refusal as RefusedUpload {
            arrival.refusal = refusal
        }
        return arrival
    }

    /// The photo that an earlier answer kept for this form; nil when it is not there any more.
    private func keptPhoto(_ form: FormFields, _ viewer: Viewer) throws -> DraftPhoto? {
        guard let name = MediaName(form["photo_kept"] ?? "") else { return nil }
        let isTheirs = try site.database.read { try NoteQueries.isDraft($0, name, of: viewer.id) }
        return isTheirs ? DraftPhoto(name: name, origin: PhotoOrigin(form["photo_origin"] ?? "")) : nil
    }

    /// Whether a name is that of a photo which the viewer may see: the gate of `GET /media/…`.
    func showsPhoto(_ name: MediaName, _ viewer: Viewer, _ database: Reader) throws -> Bool {
        try NoteQueries.showsPhoto(database, name, to: viewer.id)
    }

    /// Lets go of photos whose note was never left.
    func sweep(_ now: Timestamp) throws {
        try site.database.write { try NoteQueries.releaseOldDrafts($0, before: now - Notes.draftSeconds, now) }
    }

    /// How long the photo of a note that is being written is kept: whoever comes back to the form after a day chooses it
    /// again.
    static let draftSeconds = 86_400.0
}

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
    static func drafts(_ database: Reader, of author: ID<Account>, most: Int) throws -> [MediaName] {
        try database.all("SELECT name FROM note_draft_photo WHERE author_id = \(author) LIMIT \(most)") {
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
