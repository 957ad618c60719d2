import Atlas
import Database
import Foundation
import HTTP
import Proximity

/// Notes left at places for friends, who find them by being there. Front door of the feature.
struct Notes: Feature {
    let site: Site
    let uploads: Uploads
    /// The friends of a person.
    let friends: @Sendable (ID<Account>, Reader) throws -> [Person]
    /// A person's own last position.
    let lastPosition: @Sendable (ID<Account>, Reader) throws -> (coordinate: Coordinate, accuracy: Metres?)?

    static let migrations = NoteSchema.migrations

    var routes: [Route] {
        [
            .get("/notes/new", showCompose),
            .upload("/notes/new", bodyLimit: Uploads.pictureFormBytes, resume: "/notes/new", preview),
            .upload("/notes", bodyLimit: Uploads.pictureFormBytes, resume: "/notes/new", create),
            .get("/notes", showSent), .get("/notes/{id}", showNote),
            .get("/notes/{id}/card", showCard),
            .post("/notes/{id}/delete", deleteSent), .get("/archive", showArchive),
            .post("/archive/{id}/delete", deleteFromArchive),
        ]
    }

    var jobKinds: [JobKind] { [.sweep("notes.sweep") { try sweep($0.now) }] }

    /// Leaves a note. A form that was sent before gives the note that it made then.
    ///
    /// - Throws: `ValidationErrors` on `to` when somebody is no friend, which a name nobody has is neither; on `photo` when it is
    ///   not kept any more.
    @discardableResult
    func create(
        _ note: NewNote, from author: ID<Account>, zone: TimeZone, _ now: Timestamp
    ) throws -> ID<Note> {
        try site.database.write { database in
            if let earlier = try NoteQueries.note(database, of: author, submission: note.submission) { return earlier }
            let friends = try friends(author, database).map { (Username.fold($0.username), $0.id) }
            let ids = Dictionary(friends) { first, _ in first }
            let recipients = try note.recipients.map { name in
                guard let friend = ids[Username.fold(name)] else {
                    throw ValidationErrors("to", "\(name.prefix(32)) is not among your friends.")
                }
                return friend
            }
            if let photo = note.photo, try !NoteQueries.takeDraft(database, photo, of: author) {
                throw ValidationErrors("photo", "That photo is not kept any more. Choose it again.")
            }
            return try NoteQueries.insert(database, note, author: author, zone: zone, recipients: recipients, now)
        }
    }

    /// Picks up what lies where a fix is, if that fix looks: every note is hidden until it is found. Reacts to a position,
    /// in its transaction.
    func pickUp(_ database: Writer, _ arrival: Arrival) throws -> [PositionEvent] {
        guard arrival.looks else { return [] }
        let reach = Metres(Note.radii.upperBound) + Gate.maximumSlack
        let area = Covering.of(centre: arrival.fix.coordinate, radius: reach)
        return try NoteQueries.waiting(database, for: arrival.account, in: area).compactMap { note in
            let gate = Gate(centre: note.coordinate, radius: note.radius)
            let decision = gate.decide(
                arrival.fix, now: arrival.now, isPlausible: arrival.isPlausible, allowsTyped: site.settings.allowsTyped)
            guard decision.isOpen else { return nil }
            let isTyped = arrival.fix.isTyped
            try NoteQueries.setFound(
                database, note.id, at: note.coordinate, by: arrival.account, arrival.now, isTyped: isTyped)
            return PositionEvent(
                kind: "note.found", url: NotePaths.note(note.id), title: "You found a note from \(note.author)")
        }
    }

    /// Takes back what two people left for each other: they are friends no longer. What was found stays with who found it,
    /// and who left it is not told so.
    func withdraw(_ database: Writer, _ one: ID<Account>, _ other: ID<Account>, _ now: Timestamp) throws {
        try NoteQueries.withdraw(database, from: one, to: other, now)
        try NoteQueries.withdraw(database, from: other, to: one, now)
    }

    /// For whom notes of a person wait as far as they know, by name.
    func awaited(by author: ID<Account>, _ now: Timestamp, _ database: Reader) throws -> [String] {
        try NoteQueries.awaited(database, by: author, now)
    }

    /// The notes that a person has found and not opened yet.
    func unopened(_ viewer: Viewer, _ database: Reader, _ words: RelativeTimeFormatter) throws -> [FoundNotePart] {
        let places = placeFormatter(viewer)
        return try NoteQueries.unopened(database, of: viewer.id).map { FoundNotePart($0, words, places) }
    }
}

/// The addresses of the feature.
enum NotePaths {
    static func note(_ id: ID<Note>) -> String { "/notes/\(id)" }

    /// The note that an address leads to.
    static func id(_ path: String?) -> ID<Note>? {
        guard let path, path.hasPrefix("/notes/") else { return nil }
        return ID(path.dropFirst("/notes/".count))
    }
}
