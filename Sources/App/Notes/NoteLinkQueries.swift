import Database
import Foundation
import Proximity

/// A note's link as its author sees it.
struct OwnNoteLink: Sendable {
    /// What the token of its address is derived from.
    let seed: String
    /// How many people look for the note by a link of it.
    let uses: Int
}

/// A note that a link leads to, as whoever comes by it may know it: never its words, its place, or whether it has a photo.
struct LinkedNote: Sendable {
    let id: ID<Note>
    let author: Person
    let createdAt: Timestamp
    /// The author's time zone when they left it.
    let authorZone: TimeZone
    let standing: Standing

    /// What the note is to who came by its link.
    enum Standing: Sendable {
        /// Not theirs yet; also to every visitor.
        case new
        case waiting
        case found
        /// Their own.
        case own
    }
}

/// SQL on links of notes, by which whoever has one can look for the note.
extension NoteQueries {
    /// Most people who look for one note by its link, after a new link too.
    static let maxByLink = 20

    static let linkMigrations = [
        Migration(
            78, "2026-11-28 links of notes",
            [
                // Tokens are derived from the seed and the site's key, so that a copy of the table yields no valid links.
                // uses: how many people became recipients by a link of the note. ended_at: when it was turned off.
                """
                CREATE TABLE note_link (
                  note_id BIGINT PRIMARY KEY REFERENCES note (id) ON DELETE CASCADE,
                  seed TEXT NOT NULL CHECK (length(seed) BETWEEN 20 AND 64),
                  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
                  uses BIGINT NOT NULL DEFAULT 0 CHECK (uses BETWEEN 0 AND 20),
                  created_at BIGINT NOT NULL,
                  ended_at BIGINT)
                """
            ])
    ]

    /// A condition on a note: it has a link that works as long as the note is not deleted.
    static func isLinked(_ now: Timestamp) -> SQL {
        """
        (\(isNotClosed(now)) AND EXISTS
          (SELECT 1 FROM note_link WHERE note_link.note_id = note.id AND note_link.ended_at IS NULL))
        """
    }

    /// The links that work, of those among `notes` that are a person's own.
    static func links(
        _ database: Reader, of notes: [ID<Note>], by author: ID<Account>, _ now: Timestamp
    ) throws -> [ID<Note>: OwnNoteLink] {
        let rows: [(ID<Note>, OwnNoteLink)] = try database.all(
            """
            SELECT note.id AS id, seed, uses FROM note JOIN note_link ON note_link.note_id = note.id
            WHERE note.id IN \(notes) AND note.author_id = \(author) AND note.deleted_at IS NULL AND \(isLinked(now))
            """
        ) { row in (try row["id"], OwnNoteLink(seed: try row["seed"], uses: try row["uses"])) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Whether whoever has a link can look for a note of a person.
    static func hasLink(_ database: Reader, by author: ID<Account>, _ now: Timestamp) throws -> Bool {
        try database.exists(
            "SELECT 1 FROM note WHERE author_id = \(author) AND deleted_at IS NULL AND \(isLinked(now)) LIMIT 1")
    }

    /// Makes the link of a note, in place of an earlier one; false if the note is not theirs or nobody can find it any
    /// more.
    static func setLink(
        _ database: Writer, of note: ID<Note>, by author: ID<Account>, seed: String, tokenHash: String,
        _ now: Timestamp
    ) throws -> Bool {
        try database.execute(
            """
            INSERT INTO note_link (note_id, seed, token_hash, created_at)
            SELECT id, \(seed), \(tokenHash), \(now) FROM note
            WHERE id = \(note) AND author_id = \(author) AND deleted_at IS NULL AND \(isNotClosed(now))
            ON CONFLICT (note_id) DO UPDATE SET seed = excluded.seed, token_hash = excluded.token_hash,
              created_at = excluded.created_at, ended_at = NULL
            """) > 0
    }

    /// Turns the link of a note off; false if the note is not theirs or has none.
    static func endLink(
        _ database: Writer, of note: ID<Note>, by author: ID<Account>, _ now: Timestamp
    ) throws -> Bool {
        try database.execute(
            """
            UPDATE note_link SET ended_at = \(now) WHERE note_id = \(note) AND ended_at IS NULL
              AND EXISTS (SELECT 1 FROM note WHERE note.id = note_link.note_id AND note.author_id = \(author)
                AND note.deleted_at IS NULL)
            """) > 0
    }

    /// Turns all links off.
    static func endLinks(_ database: Writer) throws {
        try database.execute("UPDATE note_link SET ended_at = created_at WHERE ended_at IS NULL")
    }

    /// The note that a link leads a viewer to, or a visitor; nil if it works no more, lets nobody else in, or the two do not
    /// see each other.
    static func linked(
        _ database: Reader, tokenHash: String, viewer: ID<Account>?, _ now: Timestamp
    ) throws -> LinkedNote? {
        let authors = viewer.map { Person.visible(to: $0) } ?? Person.everyone
        let isTheirs: SQL = if let viewer { "delivery.recipient_id = \(viewer)" } else { "0 = 1" }
        return try database.first(
            """
            SELECT note.id AS note_id, note.created_at AS created_at, note.zone AS zone, note_link.uses AS uses,
              delivery.recipient_id AS recipient_id, delivery.found_at AS found_at,
              delivery.withdrawn_at AS withdrawn_at, delivery.removed_at AS removed_at, \(Person.columns)
            FROM note_link JOIN note ON note.id = note_link.note_id
            JOIN \(authors) AS person ON person.id = note.author_id
            LEFT JOIN delivery ON delivery.note_id = note.id AND \(isTheirs)
            WHERE note_link.token_hash = \(tokenHash) AND note.deleted_at IS NULL AND NOT person.is_deleted
              AND NOT \(Person.suspended("person.id")) AND \(isLinked(now))
            """
        ) { row -> LinkedNote? in
            let author = try Person(row)
            let standing: LinkedNote.Standing? = author.id == viewer ? .own : try standingOfOther(row)
            return try standing.map {
                LinkedNote(
                    id: try row["note_id"], author: author, createdAt: try row["created_at"],
                    authorZone: try zone(row), standing: $0)
            }
        } ?? nil
    }

    /// Nil for somebody whom a note that is taken back or removed lets in no more, and for one too many.
    private static func standingOfOther(_ row: Row) throws -> LinkedNote.Standing? {
        let (recipient, uses): (ID<Account>?, Int) = (try row["recipient_id"], try row["uses"])
        guard recipient != nil else { return uses < maxByLink ? .new : nil }
        let (found, removed): (Timestamp?, Timestamp?) = (try row["found_at"], try row["removed_at"])
        let withdrawn: Timestamp? = try row["withdrawn_at"]
        if found != nil { return removed == nil ? .found : nil }
        return withdrawn == nil ? .waiting : nil
    }

    /// Makes somebody who came by its link a recipient of a note, who they were not; false if they are one too many.
    static func follow(
        _ database: Writer, _ note: ID<Note>, by account: ID<Account>, _ now: Timestamp
    ) throws -> Bool {
        let isIn = try database.execute(
            "UPDATE note_link SET uses = uses + 1 WHERE note_id = \(note) AND uses < \(maxByLink)")
        let lying: (author: ID<Account>, cell: Int64, opensAt: Timestamp?)? = try database.first(
            "SELECT author_id, cell, opens_at FROM note WHERE id = \(note)"
        ) { (try $0["author_id"], try $0["cell"], try $0["opens_at"]) }
        guard isIn > 0, let lying else { return false }
        let reminder = NoteReminders.first(left: now, opensAt: lying.opensAt, now)
        try deliver(database, note, to: account, from: lying.author, cell: lying.cell, remindedAt: reminder)
        return true
    }
}
