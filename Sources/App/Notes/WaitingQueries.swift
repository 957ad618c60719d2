import Database
import Proximity

/// SQL on notes that wait unfound.
extension NoteQueries {
    /// A waiting note with what the gate needs.
    struct Waiting: Sendable {
        let id: ID<Note>
        let sender: ID<Account>
        /// The author's name.
        let author: String
        let coordinate: Coordinate
        let radius: Metres
        /// From when on it can be found; nil for at once.
        let opensAt: Timestamp?
    }

    /// A waiting note with all that its finder may know before they stand there.
    struct Hinted: Sendable {
        let author: ID<Account>
        /// The cell in which it lies, of ``Hint/level``.
        let cell: CellID
        /// The author's name.
        var name = ""
        /// The words that its author gave for the way; "" for none.
        var words = ""
    }

    /// Most waiting notes that a hint counts.
    static let maxHinted = 999

    /// Notes that wait for a person in an area, also those that open later. Without a look only those whose places the
    /// person knows.
    static func waiting(
        _ database: Reader, for account: ID<Account>, in area: Covering, looks: Bool, _ now: Timestamp
    ) throws -> [Waiting] {
        let known: SQL = looks ? "" : "AND note.is_on_map = 1"
        return try database.all(
            """
            SELECT note.id AS id, author.id AS sender, \(Person.name("author")) AS author, lat, lon, radius_m, opens_at
            \(waiting(for: account, in: area, now)) \(known) ORDER BY created_at, note.id
            """
        ) { row in
            Waiting(
                id: try row["id"], sender: try row["sender"], author: try row["author"],
                coordinate: try row.coordinate(), radius: Metres(try row["radius_m"]), opensAt: try row["opens_at"])
        }
    }

    /// Notes that wait for a person in an area, by cell: their places are left behind here.
    static func hinted(
        _ database: Reader, for account: ID<Account>, in area: Covering, _ now: Timestamp
    ) throws -> [Hinted] {
        try database.all(
            """
            SELECT author.id AS author_id, \(Person.name("author")) AS author, delivery.cell AS cell, hint
            \(waiting(for: account, in: area, now))
              AND (note.opens_at IS NULL OR note.opens_at <= \(now + Note.hintedBefore))
            ORDER BY created_at, note.id LIMIT \(maxHinted)
            """
        ) { row -> Hinted? in
            guard let leaf = CellID(signed: try row["cell"]) else { return nil }
            return Hinted(
                author: try row["author_id"], cell: leaf.parent(Hint.level), name: try row["author"],
                words: try row["hint"])
        }.compactMap { $0 }
    }

    private static func waiting(for account: ID<Account>, in area: Covering, _ now: Timestamp) -> SQL {
        """
        FROM \(area.spans) JOIN delivery ON delivery.cell BETWEEN span.low AND span.high
        JOIN note ON note.id = delivery.note_id
        JOIN \(Person.visible(to: account)) AS author ON author.id = note.author_id
        WHERE delivery.recipient_id = \(account) AND \(isWaiting(now))
        """
    }

    /// A condition on a delivery and its note: it waits, now or later. Blocked and suspended authors are left to
    /// `Person.visible`; a note deleted by its author may still be restored, but does not wait meanwhile.
    static func isWaiting(_ now: Timestamp) -> SQL {
        """
        delivery.found_at IS NULL AND delivery.withdrawn_at IS NULL AND note.deleted_at IS NULL AND \(isNotClosed(now))
        """
    }

    /// A condition on a note: it is not past the time until which it can be found.
    static func isNotClosed(_ now: Timestamp) -> SQL { "(note.closes_at IS NULL OR note.closes_at > \(now))" }
}
