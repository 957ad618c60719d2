import Database
import Foundation
import Media
import Proximity

/// All SQL on notes and their deliveries.
enum NoteQueries {
    /// Most notes per page.
    static let maxListed = 50

    /// The grid counts of a person's found and kept notes.
    static func layer(of finder: ID<Account>) -> GridCounts.Layer {
        GridCounts.Layer(name: "notes found", owner: finder.rawValue)
    }

    /// The grid counts of a person's own notes.
    static func layer(by author: ID<Account>) -> GridCounts.Layer {
        GridCounts.Layer(name: "notes left", owner: author.rawValue)
    }

    static func note(_ database: Reader, of author: ID<Account>, submission: String) throws -> ID<Note>? {
        try database.value("SELECT id FROM note WHERE author_id = \(author) AND submission = \(submission)")
    }

    static func insert(
        _ database: Writer, _ note: NewNote, author: ID<Account>, zone: TimeZone, recipients: [ID<Account>],
        _ now: Timestamp
    ) throws -> ID<Note> {
        // Its finders see the id in the address: it must not tell them when the author stood there.
        let id = database.newUnorderedID(Note.self)
        let cell = CellID(note.coordinate).signed
        try database.execute(
            """
            INSERT INTO note
              (id, author_id, submission, text, photo, lat, lon, cell, radius_m, hint, opens_at, closes_at,
                is_on_map, reminds, created_at, zone)
            VALUES (\(id), \(author), \(note.submission), \(note.text), \(note.photo?.text),
              \(note.coordinate.latitude), \(note.coordinate.longitude), \(cell), \(note.radius.value), \(note.hint),
              \(note.opensAt), \(note.closesAt), \(note.isOnMap), \(note.reminds), \(now), \(zone.identifier))
            """)
        let reminder = NoteReminders.first(left: now, opensAt: note.opensAt, now)
        for recipient in recipients {
            try deliver(database, id, to: recipient, from: author, cell: cell, remindedAt: reminder)
        }
        try GridCounts.add(database, layer(by: author), note.coordinate)
        return id
    }

    /// Makes somebody a recipient of a note.
    ///
    /// - Parameter cell: the note's leaf cell.
    static func deliver(
        _ database: Writer, _ note: ID<Note>, to recipient: ID<Account>, from author: ID<Account>, cell: Int64,
        remindedAt reminder: Timestamp
    ) throws {
        try database.execute(
            """
            INSERT INTO delivery (note_id, recipient_id, author_id, cell, remind_at)
            VALUES (\(note), \(recipient), \(author), \(cell), \(reminder))
            """)
    }

    static func setFound(
        _ database: Writer, _ note: ID<Note>, at place: Coordinate, by account: ID<Account>, _ now: Timestamp,
        isTyped: Bool
    ) throws {
        try database.execute(
            """
            UPDATE delivery SET found_at = \(now), is_typed = \(isTyped)
            WHERE note_id = \(note) AND recipient_id = \(account)
            """)
        try GridCounts.add(database, layer(of: account), place)
    }

    /// Sets opened_at and the finder's zone, and receipt_at if the finder allows receipts. The author of a withdrawn
    /// note gets no receipt. From now on the finder's search finds its words.
    static func setOpened(
        _ database: Writer, _ note: ID<Note>, by account: ID<Account>, zone: TimeZone, tellsSender: Bool,
        _ now: Timestamp
    ) throws {
        let told = tellsSender ? HalfHour.next(after: now) : nil
        let due: [Timestamp?] = try database.all(
            """
            UPDATE delivery SET opened_at = \(now), zone = \(zone.identifier),
              receipt_at = CASE WHEN withdrawn_at IS NULL THEN \(told) END
            WHERE note_id = \(note) AND recipient_id = \(account) AND found_at IS NOT NULL AND opened_at IS NULL
            RETURNING receipt_at
            """
        ) { try $0["receipt_at"] }
        guard !due.isEmpty, let opened = try found(database, [note], by: account).first else { return }
        try NoteWords.keep(database, note, of: account, opened.text)
        for time in due.compactMap({ $0 }) { try tellLater(database, note, openedBy: account, at: time) }
    }

    /// Withdraws one person's notes for another unless a receipt is due. Found or not, the author sees the same; a
    /// finder keeps the note.
    static func withdraw(
        _ database: Writer, from author: ID<Account>, to recipient: ID<Account>, _ now: Timestamp
    ) throws {
        try database.execute(
            """
            UPDATE delivery SET withdrawn_at = \(now), receipt_at = NULL
            WHERE recipient_id = \(recipient) AND withdrawn_at IS NULL AND NOT \(isTold(now))
              AND note_id IN (SELECT id FROM note WHERE author_id = \(author))
            """)
    }

    /// A note that the viewer left, or found and kept; otherwise nil.
    static func readable(_ database: Reader, _ id: ID<Note>, viewer: ID<Account>) throws -> ReadableNote? {
        try database.first("\(readable(by: viewer)) AND note.id = \(id)", readable)
    }

    /// Those among some notes that the viewer left, or found and kept.
    static func readable(_ database: Reader, _ ids: [ID<Note>], viewer: ID<Account>) throws -> [ReadableNote] {
        try database.all("\(readable(by: viewer)) AND note.id IN \(ids)", readable)
    }

    private static func readable(by viewer: ID<Account>) -> SQL {
        """
        SELECT \(columns) FROM note
        JOIN \(Person.everyone) AS author ON author.id = note.author_id
        LEFT JOIN delivery ON delivery.note_id = note.id AND delivery.recipient_id = \(viewer)
        \(editions)
        WHERE \(isReadable(by: viewer))
        """
    }

    /// A condition: the viewer may read a note, left-joined with their delivery of it.
    static func isReadable(by viewer: ID<Account>) -> SQL {
        """
        ((note.author_id = \(viewer) AND note.deleted_at IS NULL)
          OR (delivery.found_at IS NOT NULL AND delivery.removed_at IS NULL))
        """
    }

    /// A person's found and unopened notes, newest first.
    static func unopened(_ database: Reader, of account: ID<Account>) throws -> [ReadableNote] {
        try database.all(
            """
            \(found(by: account)) AND delivery.opened_at IS NULL
            ORDER BY delivery.found_at DESC, delivery.note_id DESC LIMIT \(maxListed)
            """, readable)
    }

    /// Those among `ids` that a person found and kept, in any order.
    static func found(_ database: Reader, _ ids: [ID<Note>], by account: ID<Account>) throws -> [ReadableNote] {
        try database.all("\(found(by: account)) AND delivery.note_id IN \(ids)", readable)
    }

    /// The places of a person's found and kept notes; `area` may contain a few more.
    static func places(_ database: Reader, of account: ID<Account>, in area: Covering) throws -> [NotePlace] {
        try database.all(
            """
            SELECT note.id AS id, \(Person.name("author")) AS author, \(place)
            FROM \(area.spans) JOIN delivery ON delivery.cell BETWEEN span.low AND span.high
            JOIN note ON note.id = delivery.note_id
            JOIN \(Person.everyone) AS author ON author.id = note.author_id
            \(editions)
            WHERE delivery.recipient_id = \(account) AND delivery.found_at IS NOT NULL
              AND delivery.removed_at IS NULL
            LIMIT \(2 * GridCounts.maxDrawn)
            """
        ) { NotePlace(id: try $0["id"], author: try $0["author"], coordinate: try $0.coordinate()) }
    }

    static func found(by account: ID<Account>) -> SQL {
        """
        SELECT \(columns) FROM delivery JOIN note ON note.id = delivery.note_id
        JOIN \(Person.everyone) AS author ON author.id = note.author_id
        \(editions)
        WHERE delivery.recipient_id = \(account) AND delivery.found_at IS NOT NULL
          AND delivery.removed_at IS NULL
        """
    }

    static let columns: SQL = """
        note.id AS id, author.id AS author_id, author.username AS author, author.display_name AS author_name, author.picture AS picture, author.is_deleted AS is_deleted,
        coalesce(edition.text, note.text) AS text, photo, \(place),
        coalesce(edition.radius_m, note.radius_m) AS radius_m, note.created_at AS created_at, note.zone AS zone, delivery.found_at AS found_at, delivery.opened_at AS opened_at,
        delivery.heart_at IS NOT NULL AS has_heart
        """

    static func readable(_ row: Row) throws -> ReadableNote {
        let opened: Timestamp? = try row["opened_at"]
        return ReadableNote(
            id: try row["id"],
            author: Person(
                id: try row["author_id"], username: try row["author"], displayName: try row["author_name"],
                picture: try row["picture"],
                isDeleted: try row["is_deleted"]),
            text: try row["text"], photo: try row["photo"], coordinate: try row.coordinate(),
            radius: Metres(try row["radius_m"]),
            createdAt: try row["created_at"], authorZone: try zone(row), foundAt: try row["found_at"],
            isOpened: opened != nil, hasHeart: try row["has_heart"])
    }

    /// The time zone in a row.
    static func zone(_ row: Row) throws -> TimeZone {
        let identifier: String? = try row["zone"]
        return identifier.flatMap { TimeZone(identifier: $0) } ?? .gmt
    }
}
