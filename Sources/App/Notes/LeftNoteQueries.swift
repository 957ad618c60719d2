import Database
import Foundation
import Proximity

/// A note as a pin on its author's own map.
struct LeftNote: Sendable {
    let id: ID<Note>
    let coordinate: Coordinate
    /// The names of those for whom it waits, as far as the author may know: without a receipt it waits.
    var awaited: [String]
    /// Whether it also waits for whoever gets its link.
    let isLinked: Bool
}

/// A note that somebody opened, as its author may know.
struct OpenedNote: Sendable {
    let id: ID<Note>
    let recipient: Person
    let openedAt: Timestamp
    /// The recipient's time zone then.
    let zone: TimeZone
    /// Whether a heart came with the receipt.
    var hasHeart = false
}

/// SQL on an author's own notes: nothing here depends on what the server knows without a receipt.
extension NoteQueries {
    /// The places of an author's notes; `area` may contain a few more.
    static func left(
        _ database: Reader, by author: ID<Account>, in area: Covering, _ now: Timestamp
    ) throws -> [LeftNote] {
        let rows: [(id: ID<Note>, place: Coordinate, name: String?, isLinked: Bool)] = try database.all(
            """
            SELECT note.id AS id, lat, lon, \(Person.name("recipient")) AS awaited, \(isLinked(now)) AS is_linked
            FROM note
            LEFT JOIN delivery ON delivery.note_id = note.id AND delivery.withdrawn_at IS NULL AND NOT \(isTold(now))
              AND \(isNotClosed(now))
            LEFT JOIN \(Person.everyone) AS recipient ON recipient.id = delivery.recipient_id
            WHERE note.id IN
              (SELECT note.id FROM \(area.spans) JOIN note ON note.cell BETWEEN span.low AND span.high
               WHERE note.author_id = \(author) AND note.deleted_at IS NULL LIMIT \(2 * GridCounts.maxDrawn))
            """
        ) { (try $0["id"], try $0.coordinate(), try $0["awaited"], try $0["is_linked"]) }
        var notes: [ID<Note>: LeftNote] = [:]
        for row in rows {
            let note = LeftNote(id: row.id, coordinate: row.place, awaited: [], isLinked: row.isLinked)
            notes[row.id, default: note].awaited += row.name.map { [$0] } ?? []
        }
        return notes.values.sorted { $0.id < $1.id }.map { note in
            var note = note
            note.awaited.sort { Username.fold($0) < Username.fold($1) }
            return note
        }
    }

    /// Whether somebody left a note for a person since a time and has not deleted it. A deleted one is kept as long as
    /// its finder keeps it, which its author must not learn.
    static func hasLeft(
        _ database: Reader, by author: ID<Account>, for person: ID<Account>, since time: Timestamp
    ) throws -> Bool {
        try database.exists(
            """
            SELECT 1 FROM note JOIN delivery ON delivery.note_id = note.id AND delivery.recipient_id = \(person)
            WHERE note.author_id = \(author) AND note.created_at > \(time) AND note.deleted_at IS NULL
            """)
    }

    /// Most openings that a home page tells of.
    static let maxOpened = 3

    /// An author's notes whose receipts became due since a time, the newest first: some, and whether there are more.
    static func opened(
        _ database: Reader, by author: ID<Account>, since time: Timestamp, _ now: Timestamp
    ) throws -> (notes: [OpenedNote], isMore: Bool) {
        let notes = try database.all(
            """
            SELECT note.id AS note_id, opened_at, delivery.zone AS zone, \(hasHeart(now)) AS has_heart, \(Person.columns)
            FROM delivery JOIN note ON note.id = delivery.note_id AND note.deleted_at IS NULL
            JOIN \(Person.everyone) AS person ON person.id = delivery.recipient_id
            WHERE delivery.author_id = \(author) AND receipt_at > \(time) AND receipt_at <= \(now)
            ORDER BY receipt_at DESC, note.id DESC, person.id LIMIT \(maxOpened + 1)
            """
        ) { row in
            OpenedNote(
                id: try row["note_id"], recipient: try Person(row), openedAt: try row["opened_at"],
                zone: try zone(row), hasHeart: try row["has_heart"])
        }
        return (Array(notes.prefix(maxOpened)), notes.count > maxOpened)
    }
}
