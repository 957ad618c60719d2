import Database
import Proximity

/// Tells people that a note waits for them.
extension Notes {
    /// The kind of notices that say so.
    static let waitingKind = "note.waiting"
    /// Most transactions of one run of the job; the next run is soon.
    private static let maxBatches = 20

    var reminderJob: JobKind {
        JobKind(name: "notes.remind", interval: 10) { try remind($0.now) }
    }

    /// Tells of all notes that are due. Each transaction is short and asks anew, so that two processes never tell twice.
    func remind(_ now: Timestamp) throws {
        for _ in 0..<Notes.maxBatches {
            guard try site.database.read({ try NoteQueries.isReminderDue($0, now) }) else { return }
            try site.database.write { database in
                try NoteQueries.pullInReminders(database, now)
                try remindSome(database, now)
            }
        }
    }

    private func remindSome(_ database: Writer, _ now: Timestamp) throws {
        let due = try NoteQueries.dueReminders(database, now)
        for recipient in Set(due.map { $0.recipient }).sorted() {
            let notes = due.filter { $0.recipient == recipient }.map { $0.note }
            var told = try notices.count(
                database, Notes.waitingKind, to: recipient, within: NoteReminders.day, at: now)
            let reminders = try NoteQueries.reminders(database, notes, for: recipient)
            for note in notes {
                guard let reminder = reminders[note] else {
                    try NoteQueries.setReminder(database, note, for: recipient, at: nil)
                    continue
                }
                switch NoteReminders.decision(reminder.facts, told: told, now) {
                case .never: try NoteQueries.setReminder(database, note, for: recipient, at: nil)
                case .wait(let time): try NoteQueries.setReminder(database, note, for: recipient, at: time)
                case .notify:
                    try notify(database, note, from: reminder.sender, to: recipient, at: now)
                    told += 1
                }
            }
        }
    }

    /// Tells one person that a note waits, and plans the next time.
    private func notify(
        _ database: Writer, _ note: ID<Note>, from sender: ID<Account>, to recipient: ID<Account>, at now: Timestamp
    ) throws {
        try NoteQueries.setReminder(database, note, for: recipient, at: NoteReminders.next(after: now))
        try notices.notify(
            database, Notes.waitingKind, subject: note.rawValue, to: recipient, from: sender, isAgain: true, at: now)
    }

    /// Sends a note again to those for whom it waits as far as the server knows; it counts as their reminder.
    func resend(_ database: Writer, _ note: ID<Note>, at now: Timestamp) throws {
        try NoteQueries.setResent(database, note, at: now)
        for recipient in try NoteQueries.unfound(database, of: note) {
            guard let reminder = try NoteQueries.reminders(database, [note], for: recipient)[note],
                reminder.facts.waits(now)
            else { continue }
            try notify(database, note, from: reminder.sender, to: recipient, at: now)
        }
    }

    /// "A note from Leena is waiting for you". Whoever found it meanwhile, or may not find it any more, is not told.
    var waitingNotice: NoticeKind {
        NoticeKind(
            name: Notes.waitingKind, icon: "footprints", words: "A note has waited for you for a week",
            holds: .until { database, notices, _, now in
                try NoteQueries.nextChange(database, of: notices.map { ID(rawValue: $0.subject) }, after: now)
            }
        ) { [basemaps] database, notices, account, now in
            let reminders = try NoteQueries.reminders(database, notices.map { ID(rawValue: $0.subject) }, for: account)
            let texts = notices.compactMap { notice -> (ID<Notice>, NoticeText)? in
                let note = ID<Note>(rawValue: notice.subject)
                return reminders[note].flatMap { $0.text(of: note, basemaps.places, now) }.map { (notice.id, $0) }
            }
            return Dictionary(texts) { first, _ in first }
        }
    }
}

extension NoteQueries.Reminder {
    /// What the notice says; nil if the note does not wait any more. It leads to the map of the area that it names, under
    /// an address that tells no place.
    func text(of note: ID<Note>, _ places: PlaceNameCache, _ now: Timestamp) -> NoticeText? {
        guard facts.waits(now) else { return nil }
        let place = places.partOfTown(of: area).map { "Somewhere \($0)." } ?? ""
        return NoticeText(
            title: "A note from \(author) is waiting for you", path: NotePaths.waiting(note),
            detail: WordList.sentences(place, hint.isEmpty ? "" : "“\(hint)”"))
    }
}
