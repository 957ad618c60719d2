import Database
import Media
import Proximity

/// SQL on notes as their author sees them.
extension NoteQueries {
    /// The notes in an author's list, newest first: one page and the cursor of the next.
    static func sent(
        _ database: Reader, by account: ID<Account>, after cursor: Cursor? = nil
    ) throws -> (notes: [ReadableNote], next: Cursor?) {
        let rest: SQL = if let cursor { "AND note.id < \(cursor.id)" } else { "" }
        let notes = try database.all(
            """
            SELECT note.id AS id, author.id AS author_id, author.username AS author, author.display_name AS author_name, author.picture AS picture, author.is_deleted AS is_deleted, text, photo, lat, lon, radius_m,
              created_at, note.zone AS zone, NULL AS found_at, NULL AS opened_at
            FROM note JOIN \(Person.everyone) AS author ON author.id = note.author_id
            WHERE note.author_id = \(account) AND note.deleted_at IS NULL \(rest)
            ORDER BY note.id DESC LIMIT \(maxListed + 1)
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
              recipient.is_deleted AS is_deleted, withdrawn_at, is_typed,
              delivery.zone AS zone, CASE WHEN \(isTold(now)) THEN found_at END AS told_found_at
            FROM delivery JOIN \(Person.everyone) AS recipient ON recipient.id = delivery.recipient_id
            WHERE note_id IN \(notes)
            """
        ) { row in
            let found: Timestamp? = try row["told_found_at"]
            let withdrawn: Timestamp? = try row["withdrawn_at"]
            var state = Receipt.State.waiting
            if withdrawn != nil { state = .withdrawn }
            if let found { state = .found(at: found, zone: try zone(row), isTyped: try row["is_typed"]) }
            let receipt = Receipt(recipient: try Person(row), state: state)
            return (try row["note_id"], receipt)
        }
        // Sorted here: with ORDER BY, the database would walk through all accounts by name.
        let sorted = rows.sorted { Username.fold($0.1.recipient.username) < Username.fold($1.1.recipient.username) }
        return Dictionary(grouping: sorted) { $0.0 }.mapValues { $0.map { $0.1 } }
    }

    /// Removes a note from its author's list and withdraws it from recipients who have not found it; false if it is not
    /// theirs. Found or not, the author sees the same: the photo no longer counts for them, and the form may create
    /// another note.
    static func deleteSent(_ database: Writer, _ id: ID<Note>, by author: ID<Account>, _ now: Timestamp) throws -> Bool
    {
        let photo: [String?] = try database.all(
            """
            UPDATE note SET deleted_at = \(now), submission = \("deleted \(id)")
            WHERE id = \(id) AND author_id = \(author) AND deleted_at IS NULL RETURNING photo
            """
        ) { try $0["photo"] }
        guard let photo = photo.first else { return false }
        if let name = photo.flatMap({ MediaName($0) }) { try Uploads.disown(database, name, now) }
        try database.execute("DELETE FROM delivery WHERE note_id = \(id) AND found_at IS NULL")
        try deleteUnseen(database, among: [id], now)
        return true
    }
}
