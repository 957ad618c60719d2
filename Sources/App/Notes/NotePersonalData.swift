import Database
import Export
import Media
import Proximity

/// The notes that a person left or found. Notes that wait for them unfound are not their data yet.
extension Notes {
    var personalData: PersonalData {
        PersonalData(
            exported: ["note", "delivery"],
            leftOut: [
                "note_link": "links of notes, which stand on the pages of the notes while they work",
                "note_edition": "found notes as they were before an edit, which are exported by who found them",
                "note_word": "the words of the texts of found notes, which are exported, for the search",
            ],
            files: [
                .init(
                    path: "notes/sent.json", words: "the notes you left, and who opened them, as far as you may know"),
                .init(path: "notes/found.json", words: "the notes you found"),
                .init(path: "notes/found.gpx", words: "the places where they lay"),
            ],
            deleted: [
                .init(
                    icon: "map-pin", title: "Notes that nobody has found",
                    words: "And your archive, with what waits for you.")
            ],
            kept: [
                .init(
                    icon: "mail-open", title: "Notes that friends have found",
                    words: "They keep them, as from “someone who left”.")
            ],
            count: { database, account in try NoteQueries.count(database, of: account) },
            export: { writer, account in
                try writer.list("notes/sent.json") { database, cursor in
                    let (notes, next) = try NoteQueries.sent(database, by: account, after: cursor)
                    let own = try NoteQueries.own(database, notes.map { $0.id }, by: account, writer.now)
                    let sent = try notes.map {
                        try NoteExport.Sent($0, own[$0.id] ?? OwnNote(), database)
                    }
                    return (sent, next)
                }
                try writer.list("notes/found.json") { database, cursor in
                    let (notes, next) = try NoteQueries.archive(database, of: account, after: cursor)
                    return (try notes.map { try NoteExport.Found($0, database) }, next)
                }
                try exportPhotos(writer, account)
                try writer.places("notes/found", title: "Notes I found") { database, cursor in
                    let (notes, next) = try NoteQueries.archive(database, of: account, after: cursor)
                    return (notes.compactMap { NoteExport.point($0) }, next)
                }
            },
            erase: { database, account, limit, now in try NoteQueries.erase(database, account, limit, now) },
            isHeld: { database, account in
                try database.exists("SELECT 1 FROM note WHERE author_id = \(account)")
            })
    }

    /// Photos of found notes. Those of the person's own notes are among their media.
    private func exportPhotos(_ writer: ExportWriter, _ account: ID<Account>) throws {
        var cursor: Cursor?
        repeat {
            let page = try site.database.read { try NoteQueries.photosFound($0, by: account, after: cursor) }
            for photo in page.items {
                guard let name = MediaName(photo.name) else { continue }
                let file = NoteExport.photos + Uploads.exportedName(name, photo.type)
                try writer.file(file, at: uploads.store.path(name, .original), made: photo.found)
            }
            cursor = page.next
        } while cursor != nil
    }
}

extension NoteQueries {
    /// Counts what an export writes; found notes are in two files.
    static func count(_ database: Reader, of account: ID<Account>) throws -> Int {
        let sent: Int? = try database.value(
            "SELECT count(*) FROM note WHERE author_id = \(account) AND deleted_at IS NULL")
        let found: Int? = try database.value(
            """
            SELECT count(*) FROM delivery
            WHERE recipient_id = \(account) AND found_at IS NOT NULL AND removed_at IS NULL
            """)
        let photos: Int? = try database.value("SELECT count(*) \(photosFound(by: account))")
        return (sent ?? 0) + 2 * (found ?? 0) + (photos ?? 0)
    }

    /// A photo that came with a note.
    struct FoundPhoto {
        let note: ID<Note>
        let name: String
        /// Its Content-Type.
        let type: String
        let found: Timestamp
    }

    /// The photos of the notes that somebody found and kept, the last found first: one page, and where the next begins.
    static func photosFound(
        _ database: Reader, by account: ID<Account>, after cursor: Cursor?, limit: Int = ExportWriter.pageSize
    ) throws -> ExportWriter.Page<FoundPhoto> {
        let from = cursor ?? .newest
        let photos = try database.all(
            """
            SELECT note.id AS id, original.name AS name, original.content_type AS type, found_at
            \(photosFound(by: account)) AND found_at <= \(from.time) AND (found_at < \(from.time) OR note_id < \(from.id))
            ORDER BY found_at DESC, note_id DESC LIMIT \(limit + 1)
            """
        ) { FoundPhoto(note: try $0["id"], name: try $0["name"], type: try $0["type"], found: try $0["found_at"]) }
        return Cursor.page(photos, limit) { Cursor(time: $0.found, id: $0.note.rawValue) }
    }

    private static func photosFound(by account: ID<Account>) -> SQL {
        """
        FROM delivery JOIN note ON note.id = delivery.note_id
        JOIN \(Uploads.originals) AS original ON original.name = note.photo
        WHERE recipient_id = \(account) AND found_at IS NOT NULL AND removed_at IS NULL
        """
    }

    /// Erases some notes for or by a person. What others have found stays with them.
    static func erase(_ database: Writer, _ account: ID<Account>, _ limit: Int, _ now: Timestamp) throws -> Int {
        let received = try database.all("SELECT note_id FROM delivery WHERE recipient_id = \(account) LIMIT \(limit)") {
            try $0["note_id"] as ID<Note>
        }
        if !received.isEmpty {
            try database.execute("DELETE FROM delivery WHERE recipient_id = \(account) AND note_id IN \(received)")
            // Notes that their authors deleted a moment ago may be restored; their own jobs delete them.
            try deleteUnseen(database, among: received, settledBy: now - Flash.keepTime, now)
            return received.count
        }
        let left = try database.all(
            "SELECT id FROM note WHERE author_id = \(account) AND deleted_at IS NULL LIMIT \(limit)"
        ) { try $0["id"] as ID<Note> }
        if !left.isEmpty {
            try database.execute("DELETE FROM delivery WHERE found_at IS NULL AND note_id IN \(left)")
            try database.execute("UPDATE note SET deleted_at = \(now) WHERE id IN \(left)")
            try deleteUnseen(database, among: left, settledBy: now, now)
            return left.count
        }
        let cleared = try GridCounts.clear(database, layer(of: account), limit)
        return cleared > 0 ? cleared : try GridCounts.clear(database, layer(by: account), limit)
    }
}

/// Notes in an export.
private enum NoteExport {
    /// The folder for photos of found notes.
    static let photos = "notes/photos/"

    struct Sent: Encodable {
        let text: String
        let photo: String?
        let lat: Double
        let lon: Double
        let radiusM: Double
        let left: String
        let opens: String?
        let closes: String?
        let hint: String?
        let onMap: Bool
        let reminds: Bool
        let resent: String?
        let recipients: [Recipient]

        /// What the author may know about a recipient, as on their page.
        struct Recipient: Encodable {
            let username: String
            let state: String
            let opened: String?
            var heart = false
        }

        init(_ note: ReadableNote, _ own: OwnNote, _ database: Reader) throws {
            text = note.text
            photo = try NoteExport.photo(database, note, in: "media/")
            (lat, lon) = (note.coordinate.latitude, note.coordinate.longitude)
            radiusM = note.radius.value
            left = RelativeTimeFormatter.machine(note.createdAt)
            let options = own.options
            opens = options.opensAt.map { RelativeTimeFormatter.machine($0) }
            closes = options.closesAt.map { RelativeTimeFormatter.machine($0) }
            hint = options.hint.isEmpty ? nil : options.hint
            onMap = options.isOnMap
            reminds = own.resending.reminds
            resent = own.resending.resentAt.map { RelativeTimeFormatter.machine($0) }
            recipients = own.receipts.map { receipt in
                switch receipt.state {
                case .waiting: Recipient(username: receipt.recipient.username, state: "waiting", opened: nil)
                case .closed: Recipient(username: receipt.recipient.username, state: "closed", opened: nil)
                case .withdrawn: Recipient(username: receipt.recipient.username, state: "withdrawn", opened: nil)
                case .opened(let time, let zone, _):
                    Recipient(
                        username: receipt.recipient.username, state: "opened",
                        opened: RelativeTimeFormatter.day(time, zone), heart: receipt.hasHeart)
                }
            }
        }
    }

    struct Found: Encodable {
        let from: String
        let text: String
        let photo: String?
        let lat: Double
        let lon: Double
        /// The day in the author's zone: the exact time is the author's to share.
        let left: String
        let found: String?
        /// Whether the finder answered it by a heart.
        let heart: Bool

        init(_ note: ReadableNote, _ database: Reader) throws {
            from = note.author.username
            text = note.text
            photo = try NoteExport.photo(database, note, in: photos)
            (lat, lon) = (note.coordinate.latitude, note.coordinate.longitude)
            left = RelativeTimeFormatter.day(note.createdAt, note.authorZone)
            found = note.foundAt.map { RelativeTimeFormatter.machine($0) }
            heart = note.hasHeart
        }
    }

    /// The path of a note's photo in the archive.
    static func photo(_ database: Reader, _ note: ReadableNote, in folder: String) throws -> String? {
        guard let name = note.photo.flatMap({ MediaName($0) }) else { return nil }
        return try Uploads.exportedName(database, name).map { folder + $0 }
    }

    static func point(_ note: ReadableNote) -> GPXDocument.Point? {
        GPXDocument.Point(
            latitude: note.coordinate.latitude, longitude: note.coordinate.longitude,
            time: note.foundAt?.milliseconds, name: "Note from \(note.author.name)", text: note.text)
    }
}
