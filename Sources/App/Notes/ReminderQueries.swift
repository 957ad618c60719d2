import Database
import Proximity

/// SQL on telling recipients that a note waits.
extension NoteQueries {
    /// A note that waits for somebody, with what its notice says.
    struct Reminder: Sendable {
        let sender: ID<Account>
        /// The author's name.
        let author: String
        let hint: String
        /// The cell in which it lies, of ``SnappedPosition/level``: its place is left behind here.
        let area: CellID
        /// Whether the recipient has it on their map.
        let isOnMap: Bool
        let facts: NoteReminders.Facts
    }

    /// A delivery whose reminder is due.
    struct DueReminder: Sendable {
        let note: ID<Note>
        let recipient: ID<Account>
    }

    /// Most reminders of one transaction.
    static let maxReminded = 100

    /// Whether there is anything to do: a reminder that is due, or one planned by a clock that was ahead.
    static func isReminderDue(_ database: Reader, _ now: Timestamp) throws -> Bool {
        if try database.exists("SELECT 1 FROM delivery WHERE remind_at <= \(now) LIMIT 1") { return true }
        return try database.exists(
            "SELECT 1 FROM delivery WHERE remind_at > \(NoteReminders.horizon(now)) LIMIT 1")
    }

    /// Some reminders that are due, those that are due longest first; of several of one time, the oldest notes first.
    static func dueReminders(_ database: Reader, _ now: Timestamp) throws -> [DueReminder] {
        try database.all(
            """
            SELECT note_id, recipient_id FROM delivery WHERE remind_at <= \(now)
            ORDER BY remind_at LIMIT \(maxReminded)
            """
        ) { DueReminder(note: try $0["note_id"], recipient: try $0["recipient_id"]) }
    }

    /// Those among `notes` that were left for a person, whatever became of them.
    static func reminders(
        _ database: Reader, _ notes: [ID<Note>], for account: ID<Account>
    ) throws -> [ID<Note>: Reminder] {
        let rows = try database.all(
            """
            SELECT note.id AS id, note.author_id AS sender, \(Person.name("author")) AS author, hint, delivery.cell AS cell,
              opens_at, closes_at, is_on_map, reminds, found_at, withdrawn_at, deleted_at
            FROM delivery JOIN note ON note.id = delivery.note_id
            LEFT JOIN \(Person.visible(to: account)) AS author ON author.id = note.author_id
            WHERE delivery.note_id IN \(notes) AND delivery.recipient_id = \(account)
            """
        ) { row -> (ID<Note>, Reminder)? in
            guard let cell = CellID(signed: try row["cell"]) else { return nil }
            let author: String? = try row["author"]
            let reminder = Reminder(
                sender: try row["sender"], author: author ?? "", hint: try row["hint"],
                area: cell.parent(SnappedPosition.level), isOnMap: try row["is_on_map"],
                facts: try facts(row, isAuthorVisible: author != nil))
            return (try row["id"], reminder)
        }
        return Dictionary(rows.compactMap { $0 }) { first, _ in first }
    }

    /// When the first of some notes opens or closes after a time; nil for none that does.
    static func nextChange(
        _ database: Reader, of notes: [ID<Note>], after time: Timestamp
    ) throws -> Timestamp? {
        try database.value(
            """
            SELECT min(CASE WHEN opens_at > \(time) THEN opens_at ELSE closes_at END) FROM note
            WHERE id IN \(notes) AND (opens_at > \(time) OR closes_at > \(time))
            """, as: Timestamp?.self) ?? nil
    }

    private static func facts(_ row: Row, isAuthorVisible: Bool) throws -> NoteReminders.Facts {
        let (found, withdrawn): (Timestamp?, Timestamp?) = (try row["found_at"], try row["withdrawn_at"])
        let deleted: Timestamp? = try row["deleted_at"]
        return NoteReminders.Facts(
            opensAt: try row["opens_at"], closesAt: try row["closes_at"], reminds: try row["reminds"],
            isFound: found != nil, isWithdrawn: withdrawn != nil, isDeleted: deleted != nil,
            isAuthorVisible: isAuthorVisible)
    }

    /// Plans the next reminder; nil for none any more.
    static func setReminder(
        _ database: Writer, _ note: ID<Note>, for account: ID<Account>, at time: Timestamp?
    ) throws {
        try database.execute(
            "UPDATE delivery SET remind_at = \(time) WHERE note_id = \(note) AND recipient_id = \(account)")
    }

    /// Pulls in some reminders that were planned by a clock that was ahead: to a month from now, so that what was told in
    /// that future is not told again at once.
    static func pullInReminders(_ database: Writer, _ now: Timestamp) throws {
        try database.execute(
            """
            UPDATE delivery SET remind_at = \(NoteReminders.next(after: now)) WHERE (note_id, recipient_id) IN
              (SELECT note_id, recipient_id FROM delivery WHERE remind_at > \(NoteReminders.horizon(now))
               ORDER BY remind_at LIMIT \(maxReminded))
            """)
    }

    /// Whom a note was left for and may wait for, as far as the server knows.
    static func unfound(_ database: Reader, of note: ID<Note>) throws -> [ID<Account>] {
        try database.all(
            """
            SELECT recipient_id FROM delivery
            WHERE note_id = \(note) AND found_at IS NULL AND withdrawn_at IS NULL
            """
        ) { try $0["recipient_id"] }
    }
}

/// What the author of a note decides about its reminders.
extension NoteQueries {
    /// How the author reminds of some of their notes. Limited to what they may know: see ``isTold(_:)``.
    static func resending(
        _ database: Reader, _ notes: [ID<Note>], by author: ID<Account>, at now: Timestamp
    ) throws -> [ID<Note>: Resending] {
        let rows = try database.all(
            """
            SELECT id, reminds, resent_at, opens_at, closes_at,
              EXISTS (SELECT 1 FROM delivery WHERE delivery.note_id = note.id AND delivery.withdrawn_at IS NULL
                AND NOT \(isTold(now))) AS is_awaited
            FROM note WHERE id IN \(notes) AND author_id = \(author) AND deleted_at IS NULL
            """
        ) { row -> (ID<Note>, Resending) in
            let resending = Resending(
                isAwaited: try row["is_awaited"], opensAt: try row["opens_at"], closesAt: try row["closes_at"],
                resentAt: try row["resent_at"], reminds: try row["reminds"])
            return (try row["id"], resending)
        }
        return Dictionary(rows) { first, _ in first }
    }

    static func setResent(_ database: Writer, _ note: ID<Note>, at now: Timestamp) throws {
        try database.execute("UPDATE note SET resent_at = \(now) WHERE id = \(note)")
    }

    static func setReminds(_ database: Writer, _ note: ID<Note>, reminds: Bool) throws {
        try database.execute("UPDATE note SET reminds = \(reminds) WHERE id = \(note)")
    }
}
