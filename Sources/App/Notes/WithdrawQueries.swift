import Database
import Proximity

/// SQL on withdrawing a note.
extension NoteQueries {
    /// Somebody for whom a note was withdrawn.
    struct Withdrawn: Sendable {
        let recipient: ID<Account>
        /// Whether they had not found it: only for them it changes anything.
        let waited: Bool
    }

    /// Withdraws a note for all for whom it waits as far as its author may know; empty if it waits for nobody. Who has
    /// found it keeps it, and its author gets no receipt.
    static func withdraw(
        _ database: Writer, _ id: ID<Note>, by author: ID<Account>, at now: Timestamp
    ) throws -> [Withdrawn] {
        try database.all(
            """
            UPDATE delivery SET withdrawn_at = \(now), receipt_at = NULL
            WHERE note_id = \(id) AND withdrawn_at IS NULL AND NOT \(isTold(now))
              AND EXISTS (SELECT 1 FROM note WHERE note.id = \(id) AND note.author_id = \(author)
                AND note.deleted_at IS NULL AND \(isNotClosed(now)))
            RETURNING recipient_id, found_at
            """
        ) { row in
            // Compared here: in a RETURNING, SQLite answers `found_at IS NULL` with 0 for NULL.
            let found: Timestamp? = try row["found_at"]
            return Withdrawn(recipient: try row["recipient_id"], waited: found == nil)
        }
    }
}
