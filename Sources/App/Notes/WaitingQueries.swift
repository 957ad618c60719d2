import Database
import Proximity

/// SQL on notes that wait unfound.
extension NoteQueries {
    /// A waiting note with what the gate needs.
    struct Waiting: Sendable {
        let id: ID<Note>
        let author: String
        let coordinate: Coordinate
        let radius: Metres
    }

    /// A waiting note with all that its finder may know before they stand there.
    struct Hinted: Sendable {
        let author: ID<Account>
        /// The cell in which it lies, of ``Hint/level``.
        let cell: CellID
    }

    /// Most waiting notes that a hint counts.
    static let maxHinted = 999

    /// Notes that wait for a person in an area.
    static func waiting(_ database: Reader, for account: ID<Account>, in area: Covering) throws -> [Waiting] {
        try database.all(
            """
            SELECT note.id AS id, \(Person.name("author")) AS author, lat, lon, radius_m
            \(waiting(for: account, in: area)) ORDER BY created_at, note.id
            """
        ) { row in
            Waiting(
                id: try row["id"], author: try row["author"], coordinate: try row.coordinate(),
                radius: Metres(try row["radius_m"]))
        }
    }

    /// Notes that wait for a person in an area, by cell: their places are left behind here.
    static func hinted(_ database: Reader, for account: ID<Account>, in area: Covering) throws -> [Hinted] {
        try database.all(
            """
            SELECT author.id AS author_id, delivery.cell AS cell \(waiting(for: account, in: area))
            ORDER BY note.id LIMIT \(maxHinted)
            """
        ) { row -> Hinted? in
            guard let leaf = CellID(signed: try row["cell"]) else { return nil }
            return Hinted(author: try row["author_id"], cell: leaf.parent(Hint.level))
        }.compactMap { $0 }
    }

    /// Blocked and suspended authors are not visible; a note deleted by its author may still be restored, but does not
    /// wait meanwhile.
    private static func waiting(for account: ID<Account>, in area: Covering) -> SQL {
        """
        FROM \(area.spans) JOIN delivery ON delivery.cell BETWEEN span.low AND span.high
        JOIN note ON note.id = delivery.note_id
        JOIN \(Person.visible(to: account)) AS author ON author.id = note.author_id
        WHERE delivery.recipient_id = \(account) AND delivery.found_at IS NULL
          AND delivery.withdrawn_at IS NULL AND note.deleted_at IS NULL
        """
    }
}
