import Database
import Foundation
import Proximity

/// A note as a pin on its author's own map.
struct LeftNote: Sendable {
    let id: ID<Note>
    let coordinate: Coordinate
    /// The names of those for whom it waits, as far as the author may know: without a receipt it waits.
    var awaited: [String]
}

/// A note that somebody opened, as its author may know.
struct OpenedNote: Sendable {
    let id: ID<Note>
    let recipient: Person
    let openedAt: Timestamp
    /// The recipient's time zone then.
    let zone: TimeZone
}

/// SQL on an author's own notes: nothing here depends on what the server knows without a receipt.
extension NoteQueries {
    /// The places of an author's notes; `area` may contain a few more.
    static func left(
        _ database: Reader, by author: ID<Account>, in area: Covering, _ now: Timestamp
    ) throws -> [LeftNote] {
        let near: SQL = """
            (SELECT note.id FROM \(area.spans) JOIN note ON note.cell BETWEEN span.low AND span.high
             WHERE \(isKept(by: author)) LIMIT \(GridCounts.maxRead))
            """
        return try left(database, "note.id IN \(near)", at: now)
    }

    /// Of those among some notes that an author left.
    static func left(
        _ database: Reader, _ ids: [ID<Note>], by author: ID<Account>, at now: Timestamp
    ) throws -> [LeftNote] {
        // The plus keeps the primary key: by note_by_author, all of their notes are read.
        try left(
            database, "note.id IN \(ids) AND +note.author_id = \(author) AND note.deleted_at IS NULL", at: now)
    }

    /// The points of ``left(_:by:in:_:)`` in the same order, without for whom they wait.
    static func leftPoints(_ database: Reader, by author: ID<Account>, in area: Covering) throws -> [NotePoint] {
        let points = try database.all(
            """
            SELECT note.id AS id, lat, lon FROM \(area.spans) JOIN note ON note.cell BETWEEN span.low AND span.high
            WHERE \(isKept(by: author)) LIMIT \(GridCounts.maxRead)
            """
        ) { NotePoint(id: try $0["id"], coordinate: try $0.coordinate()) }
        return points.sorted { $0.id < $1.id }
    }

    private static func isKept(by author: ID<Account>) -> SQL {
        "note.author_id = \(author) AND note.deleted_at IS NULL"
    }

    private static func left(_ database: Reader, _ condition: SQL, at now: Timestamp) throws -> [LeftNote] {
        let rows: [(id: ID<Note>, place: Coordinate, name: String?)] = try database.all(
            """
            SELECT note.id AS id, lat, lon, \(Person.name("recipient")) AS awaited
            FROM note
            LEFT JOIN delivery ON delivery.note_id = note.id AND delivery.withdrawn_at IS NULL AND NOT \(isTold(now))
              AND \(isNotClosed(now))
            LEFT JOIN \(Person.everyone) AS recipient ON recipient.id = delivery.recipient_id
            WHERE \(condition)
            """
        ) { (try $0["id"], try $0.coordinate(), try $0["awaited"]) }
        var notes: [ID<Note>: LeftNote] = [:]
        for row in rows {
            notes[row.id, default: LeftNote(id: row.id, coordinate: row.place, awaited: [])].awaited +=
                row.name.map { [$0] } ?? []
        }
        return notes.values.sorted { $0.id < $1.id }.map { note in
            var note = note
            note.awaited.sort { Username.fold($0) < Username.fold($1) }
            return note
        }
    }

    /// Most openings that a home page tells of.
    static let maxOpened = 3

    /// An author's notes whose receipts became due since a time, the newest first: some, and whether there are more.
    static func opened(
        _ database: Reader, by author: ID<Account>, since time: Timestamp, _ now: Timestamp
    ) throws -> (notes: [OpenedNote], isMore: Bool) {
        let notes = try database.all(
            """
            SELECT note.id AS note_id, opened_at, delivery.zone AS zone, \(Person.columns)
            FROM delivery JOIN note ON note.id = delivery.note_id AND note.deleted_at IS NULL
            JOIN \(Person.everyone) AS person ON person.id = delivery.recipient_id
            WHERE delivery.author_id = \(author) AND receipt_at > \(time) AND receipt_at <= \(now)
            ORDER BY receipt_at DESC, note.id DESC, person.id LIMIT \(maxOpened + 1)
            """
        ) { row in
            OpenedNote(
                id: try row["note_id"], recipient: try Person(row), openedAt: try row["opened_at"],
                zone: try zone(row))
        }
        return (Array(notes.prefix(maxOpened)), notes.count > maxOpened)
    }
}
