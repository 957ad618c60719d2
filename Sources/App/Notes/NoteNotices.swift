import Database
import Foundation
import Proximity

/// What people are told of notes: the finder at once, the author when a receipt is due.
extension Notes: NoticeSource {
    var noticeTopic: NoticeTopic { .places }

    var noticeKinds: [NoticeKind] { [Notes.foundKind, Notes.openedKind, waitingNotice] }

    /// For the finder: the same words and address as the event of their position.
    private static let foundKind = NoticeKind(
        name: "note.found", icon: "map-pin", words: "You find a note"
    ) { database, notices, viewer, _ in
        let notes = try NoteQueries.announcedFound(database, noteIDs(notices), to: viewer)
        return texts(notices) { id in
            notes[id].map { NoticeText(title: foundTitle($0), path: NotePaths.note(id)) }
        }
    }

    /// For the author: in words from the receipts that are due, never from what happened since.
    private static let openedKind = NoticeKind(
        name: "note.opened", icon: "mail-open", words: "Somebody opens a note that you left"
    ) { database, notices, viewer, now in
        let opened = try NoteQueries.announcedOpened(database, noteIDs(notices), to: viewer, now)
        return texts(notices) { id in opened[id].flatMap { openedText(id, $0, now) } }
    }

    static func foundTitle(_ author: String) -> String { "You found a note from \(author)" }

    private static func noteIDs(_ notices: [Notice]) -> [ID<Note>] { notices.map { ID(rawValue: $0.subject) } }

    private static func texts(_ notices: [Notice], _ text: (ID<Note>) -> NoticeText?) -> [ID<Notice>: NoticeText] {
        let pairs = notices.compactMap { notice in
            text(ID(rawValue: notice.subject)).map { (notice.id, $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// - Parameter opened: the newest first.
    private static func openedText(_ id: ID<Note>, _ opened: [OpenedNote], _ now: Timestamp) -> NoticeText? {
        guard let newest = opened.first else { return nil }
        let names = opened.map { $0.recipient.name }
        let people = names.count > 2 ? CountWords.of(names.count, "friend") : WordList.join(names)
        let part = RelativeTimeFormatter(newest.zone, now: now).words(newest.openedAt)
        return NoticeText(
            title: "\(people) opened your note\(hearts(opened))", path: NotePaths.note(id),
            happened: opened.count == 1 ? part : "\(newest.recipient.name) \(part)")
    }

    private static func hearts(_ opened: [OpenedNote]) -> String {
        switch opened.filter({ $0.hasHeart }).count {
        case 0: ""
        case 1: ", with a heart"
        case let count: ", with \(count) hearts"
        }
    }

    /// Tells an author of an opening when its receipt is due, and of a heart that came later.
    var receiptJob: JobKind {
        JobKind(name: NoteQueries.receiptTelling, isPromised: true) { [site] job in
            let ids = job.payload.split(separator: " ")
            guard ids.count == 2, let note = ID<Note>(ids[0]), let recipient = ID<Account>(ids[1]) else { return }
            try site.database.write { try tellOpened($0, note, by: recipient, job.now) }
        }
    }

    /// Tells the author of an opening, once, if its receipt still stands; once more of a heart that came after that.
    func tellOpened(_ database: Writer, _ note: ID<Note>, by recipient: ID<Account>, _ now: Timestamp) throws {
        guard let author = try NoteQueries.setAnnounced(database, note, openedBy: recipient, now) else { return }
        try notices.announce(
            database, "note.opened", subject: note.rawValue, to: author, from: recipient, isAgain: true, now)
    }
}

/// SQL on what is told of notes.
extension NoteQueries {
    /// The job that tells an author of an opening.
    static let receiptTelling = "notes.receipt"

    /// Enqueues the telling for the time at which the receipt is due, or a heart that comes later.
    static func tellLater(
        _ database: Writer, _ note: ID<Note>, openedBy recipient: ID<Account>, isHeart: Bool = false,
        at time: Timestamp
    ) throws {
        let subject = "\(note) \(recipient)"
        let heart = isHeart ? " heart \(time.milliseconds)" : ""
        try Job.enqueue(
            database, kind: receiptTelling, key: "\(receiptTelling) \(subject)\(heart)", payload: subject, at: time)
    }

    /// Marks an opening, and its heart, as told and returns the author; nil if its receipt is not due, was taken back,
    /// or all was told before, or if the note is deleted for good.
    static func setAnnounced(
        _ database: Writer, _ note: ID<Note>, openedBy recipient: ID<Account>, _ now: Timestamp
    ) throws -> ID<Account>? {
        try database.value(
            """
            UPDATE delivery SET is_announced = 1, heart_told = max(heart_told, \(hasHeart(now)))
            WHERE note_id = \(note) AND recipient_id = \(recipient) AND \(isTold(now))
              AND (is_announced = 0 OR heart_told = 0 AND \(hasHeart(now)))
              AND EXISTS (SELECT 1 FROM note WHERE note.id = \(note)
                AND (note.deleted_at IS NULL OR note.deleted_at > \(now - Flash.keepTime)))
            RETURNING author_id
            """)
    }

    /// The names of the authors of those among `notes` that a person found and keeps, unless one has blocked the other.
    static func announcedFound(
        _ database: Reader, _ notes: [ID<Note>], to finder: ID<Account>
    ) throws -> [ID<Note>: String] {
        let rows: [(ID<Note>, String)] = try database.all(
            """
            SELECT note.id AS id, \(Person.name("author")) AS author
            FROM delivery JOIN note ON note.id = delivery.note_id
            JOIN \(Person.visible(to: finder)) AS author ON author.id = note.author_id
            WHERE delivery.note_id IN \(notes) AND delivery.recipient_id = \(finder)
              AND delivery.found_at IS NOT NULL AND delivery.removed_at IS NULL
            """
        ) { (try $0["id"], try $0["author"]) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Who opened those among `notes` that are a person's own, as far as receipts tell, and only people whom the author
    /// sees; of each note the newest first.
    static func announcedOpened(
        _ database: Reader, _ notes: [ID<Note>], to author: ID<Account>, _ now: Timestamp
    ) throws -> [ID<Note>: [OpenedNote]] {
        let rows: [(note: OpenedNote, told: Timestamp)] = try database.all(
            """
            SELECT note.id AS note_id, opened_at, receipt_at, delivery.zone AS zone, \(hasHeart(now)) AS has_heart,
              \(Person.columns)
            FROM delivery JOIN note ON note.id = delivery.note_id AND note.deleted_at IS NULL
            JOIN \(Person.visible(to: author)) AS person ON person.id = delivery.recipient_id
            WHERE delivery.note_id IN \(notes) AND note.author_id = \(author) AND \(isTold(now))
            """
        ) { row in
            let note = OpenedNote(
                id: try row["note_id"], recipient: try Person(row), openedAt: try row["opened_at"],
                zone: try zone(row), hasHeart: try row["has_heart"])
            return (note, try row["receipt_at"])
        }
        // By name within a half hour: the order must not tell who was first.
        let sorted = rows.sorted { one, other in
            one.told != other.told
                ? one.told > other.told
                : Username.fold(one.note.recipient.username) < Username.fold(other.note.recipient.username)
        }
        return Dictionary(grouping: sorted.map { $0.note }) { $0.id }
    }
}
