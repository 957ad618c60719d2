import Database
import HTTP
import Proximity

/// A finder's answer to a note by one tap: a heart, which its author gets with the receipt.
extension Notes {
    /// `POST /notes/{id}/heart`: gives it, or takes it back.
    func heart(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        guard let material = try material(id, context, viewer), material.note.foundAt != nil else {
            throw Failure.notFound
        }
        let isGiven = try site.database.write { database in
            if !material.note.isOpened { try unfold(database, material.note, viewer, context.now) }
            return try NoteQueries.turnHeart(
                database, id, by: viewer.id, mayGive: material.isAnswerable(by: viewer), context.now)
        }
        let name = material.note.author.name
        let words =
            switch isGiven {
            case true?: "\(name) gets your heart, with the word that you opened the note."
            case false?: "The heart is taken back."
            case nil:
                viewer.receipts
                    ? "\(name) can’t get a heart."
                    : "You tell nobody that you opened their note, so a heart wouldn’t arrive. Your settings say so."
            }
        return context.redirect(to: NotePaths.note(id), saying: words)
    }
}

extension Notes.PageMaterial {
    /// Whether a heart of the viewer may reach the author: it tells that they opened the note.
    fileprivate func isAnswerable(by viewer: Viewer) -> Bool { viewer.receipts && isFriend }

    /// Whether the viewer found the note and can give a heart or take one back.
    func mayHeart(_ viewer: Viewer) -> Bool { note.foundAt != nil && (note.hasHeart || isAnswerable(by: viewer)) }
}

/// SQL on hearts.
extension NoteQueries {
    /// A condition on a delivery: its author may know of a heart, because it is due with or after the receipt, and
    /// neither of the two has blocked the other.
    static func hasHeart(_ now: Timestamp) -> SQL {
        """
        (\(isTold(now)) AND delivery.heart_at IS NOT NULL AND delivery.heart_at <= \(now)
          AND NOT \(Person.blocked("delivery.recipient_id", "delivery.author_id")))
        """
    }

    /// Takes a heart back, or gives one, which its author may know of from the next half hour on, together with the
    /// opening. The author of a withdrawn note gets none. False if it is taken back, nil if none may be given.
    static func turnHeart(
        _ database: Writer, _ note: ID<Note>, by finder: ID<Account>, mayGive: Bool, _ now: Timestamp
    ) throws -> Bool? {
        let isTaken = try database.exists(
            """
            UPDATE delivery SET heart_at = NULL
            WHERE note_id = \(note) AND recipient_id = \(finder) AND heart_at IS NOT NULL RETURNING 1
            """)
        if isTaken { return false }
        let due = HalfHour.next(after: now)
        guard mayGive else { return nil }
        let isGiven = try database.exists(
            """
            UPDATE delivery SET heart_at = \(due),
              receipt_at = CASE WHEN withdrawn_at IS NULL THEN coalesce(receipt_at, \(due)) END
            WHERE note_id = \(note) AND recipient_id = \(finder) AND opened_at IS NOT NULL RETURNING 1
            """)
        guard isGiven else { return nil }
        try tellLater(database, note, openedBy: finder, isHeart: true, at: due)
        return true
    }
}
