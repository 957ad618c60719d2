import Database
import Proximity

/// SQL on notes as their author sees them.
extension NoteQueries {
    /// The notes in an author's list, newest first: one page and the cursor of the next.
    static func sent(
        _ database: Reader, by account: ID<Account>, after cursor: Cursor? = nil
    ) throws -> (notes: [ReadableNote], next: Cursor?) {
        let rest: SQL =
            if let cursor {
                "AND (created_at < \(cursor.time) OR (created_at = \(cursor.time) AND note.id < \(cursor.id)))"
            } else { "" }
        let notes = try database.all(
            """
            SELECT note.id AS id, author.id AS author_id, author.username AS author, author.display_name AS author_name, author.picture AS picture, author.is_deleted AS is_deleted, text, photo, lat, lon, radius_m,
              created_at, note.zone AS zone, NULL AS found_at, NULL AS opened_at, 0 AS has_heart
            FROM note JOIN \(Person.everyone) AS author ON author.id = note.author_id
            WHERE note.author_id = \(account) AND note.deleted_at IS NULL \(rest)
            ORDER BY created_at DESC, note.id DESC LIMIT \(maxListed + 1)
            """, readable)
        return Cursor.page(notes, maxListed) { Cursor(time: $0.createdAt, id: $0.id.rawValue) }
    }

    /// A condition on a delivery: its receipt is due, so that the author may know.
    static func isTold(_ now: Timestamp) -> SQL {
        "(delivery.receipt_at IS NOT NULL AND delivery.receipt_at <= \(now))"
    }

    /// What an author may know about the recipients of notes: their own actions and the receipts that are due.
    static func receipts(_ database: Reader, of notes: [ID<Note>], _ now: Timestamp) throws -> [ID<Note>: [Receipt]] {
        let rows: [(ID<Note>, Receipt)] = try database.all(
            """
            SELECT note_id, recipient.id AS id, recipient.username AS username, recipient.display_name AS display_name, recipient.picture AS picture,
              recipient.is_deleted AS is_deleted, withdrawn_at, is_typed, \(isNotClosed(now)) AS is_open,
              delivery.zone AS zone, CASE WHEN \(isTold(now)) THEN opened_at END AS told_opened_at,
              \(hasHeart(now)) AS has_heart
            FROM delivery JOIN note ON note.id = delivery.note_id
            JOIN \(Person.everyone) AS recipient ON recipient.id = delivery.recipient_id
            WHERE delivery.note_id IN \(notes)
            """
        ) { row in
            let opened: Timestamp? = try row["told_opened_at"]
            let withdrawn: Timestamp? = try row["withdrawn_at"]
            let isOpen: Bool = try row["is_open"]
            var state = isOpen ? Receipt.State.waiting : .closed
            if withdrawn != nil { state = .withdrawn }
            if let opened { state = .opened(at: opened, zone: try zone(row), isTyped: try row["is_typed"]) }
            let receipt = Receipt(recipient: try Person(row), state: state, hasHeart: try row["has_heart"])
            return (try row["note_id"], receipt)
        }
        // Sorted here: with ORDER BY, the database would walk through all accounts by name.
        let sorted = rows.sorted { Username.fold($0.1.recipient.username) < Username.fold($1.1.recipient.username) }
        return Dictionary(grouping: sorted) { $0.0 }.mapValues { $0.map { $0.1 } }
    }
}
