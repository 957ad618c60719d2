import Database
import Foundation
import Proximity

/// A note on the map that waits for the viewer: what they may know of it before they stand there. Never its words, nor
/// whether it has a photo.
struct PinnedNote: Sendable {
    let id: ID<Note>
    let author: Person
    let coordinate: Coordinate
    let radius: Metres
    /// For who is near; "" for none.
    let hint: String
    let opensAt: Timestamp?
    let closesAt: Timestamp?
    let createdAt: Timestamp
    /// The author's time zone when they left it.
    let authorZone: TimeZone
}

/// SQL on notes that their recipients see on the map before they find them.
extension NoteQueries {
    /// Most waiting notes of a person among which a map looks for those to be shown.
    static let maxPinned = GridCounts.maxRead

    /// The places of notes on the map that wait for a person; `area` may contain a few more.
    static func pinned(
        _ database: Reader, for account: ID<Account>, in area: Covering, _ now: Timestamp
    ) throws -> [NotePlace] {
        try database.all(
            """
            SELECT note.id AS id, \(Person.name("author")) AS author, lat, lon
            \(pinned(for: account, now)) AND delivery.note_id IN
              (SELECT near.note_id FROM \(area.spans) JOIN delivery AS near ON near.cell BETWEEN span.low AND span.high
               WHERE near.recipient_id = \(account) AND near.found_at IS NULL LIMIT \(maxPinned))
            ORDER BY note.id
            """
        ) { try NotePlace($0) }
    }

    /// Places of notes on the map that wait for a person, anywhere: some, for the first view of the map.
    static func pinnedPlaces(_ database: Reader, for account: ID<Account>, _ now: Timestamp) throws -> [Coordinate] {
        try database.all(
            """
            SELECT lat, lon
            \(pinned(for: account, now)) AND delivery.note_id IN
              (SELECT near.note_id FROM delivery AS near
               WHERE near.recipient_id = \(account) AND near.found_at IS NULL LIMIT \(maxPinned))
            ORDER BY note.id LIMIT \(maxListed)
            """
        ) { try $0.coordinate() }
    }

    private static func pinned(for account: ID<Account>, _ now: Timestamp) -> SQL {
        """
        FROM delivery JOIN note ON note.id = delivery.note_id
        JOIN \(Person.visible(to: account)) AS author ON author.id = note.author_id
        WHERE delivery.recipient_id = \(account) AND note.is_on_map = 1 AND \(isWaiting(now))
        """
    }

    /// A note on the map that waits for a person; nil if it does not, or is hidden.
    static func pinned(
        _ database: Reader, _ id: ID<Note>, for account: ID<Account>, at now: Timestamp
    ) throws -> PinnedNote? {
        try database.first(
            """
            SELECT note.id AS note_id, lat, lon, radius_m, hint, opens_at, closes_at, note.created_at AS created_at,
              note.zone AS zone, \(Person.columns)
            FROM delivery JOIN note ON note.id = delivery.note_id
            JOIN \(Person.visible(to: account)) AS person ON person.id = note.author_id
            WHERE delivery.note_id = \(id) AND delivery.recipient_id = \(account) AND note.is_on_map = 1
              AND \(isWaiting(now))
            """
        ) { row in
            PinnedNote(
                id: try row["note_id"], author: try Person(row), coordinate: try row.coordinate(),
                radius: Metres(try row["radius_m"]), hint: try row["hint"], opensAt: try row["opens_at"],
                closesAt: try row["closes_at"], createdAt: try row["created_at"], authorZone: try zone(row))
        }
    }
}
