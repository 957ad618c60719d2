import Database
import Foundation
import Proximity
import Testing

@testable import App

/// A demo world in which Aino leaves notes for Noor, and what she is told of them. Nobody is reminded of other notes.
struct ReminderWorld {
    let site: TestSite
    static let place = DemoCast.Place.university.coordinate
    static let (day, week, month) = (NoteReminders.day, NoteReminders.week, NoteReminders.month)

    init() throws {
        site = try TestSite.demo()
        try site.app.site.database.write { database in
            try database.execute("UPDATE delivery SET remind_at = NULL")
            try database.execute("DELETE FROM event")
        }
    }

    /// The same world on a copy of its site.
    init(_ site: TestSite) { self.site = site }

    /// Leaves a note for Noor.
    @discardableResult
    func leave(
        _ key: String = "r", at place: Coordinate = place, hint: String = "", opens: Timestamp? = nil,
        closes: Timestamp? = nil, reminds: Bool = true, isOnMap: Bool = false,
        from author: String = "aino_k"
    ) throws -> ID<Note> {
        var note = NewNote(text: "x", coordinate: place, recipients: ["noor_h"], formKey: key)
        (note.hint, note.opensAt, note.closesAt, note.reminds) = (hint, opens, closes, reminds)
        note.isOnMap = isOnMap
        return try site.app.notes.create(note, from: try site.account(author), zone: .gmt, site.now)
    }

    /// Waits, and lets the job run.
    func wait(_ seconds: Double) throws {
        site.wait(seconds: seconds)
        try remind()
    }

    /// Runs the job until nothing is due.
    func remind() throws { try site.app.notes.remind(site.now) }

    /// The notes of which somebody was told, the last told last, with the time; those that hold no more included.
    func told(_ name: String = "noor_h") throws -> [(note: ID<Note>, at: Timestamp)] {
        let account = try site.account(name)
        return try site.app.site.database.read { database in
            try database.all(
                """
                SELECT subject, raised_at FROM notice WHERE account_id = \(account) AND kind = 'note.waiting'
                ORDER BY raised_at, id
                """
            ) { (ID(rawValue: try $0["subject"]), try $0["raised_at"]) }
        }
    }

    /// How many events of notices a person has got.
    func events(_ name: String = "noor_h") throws -> Int {
        let account = try site.account(name)
        return try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM event WHERE account_id = \(account) AND name = 'notice'") ?? 0
        }
    }

    /// What the notices say that still hold.
    func texts(_ name: String = "noor_h") throws -> [NoticeText] {
        let account = try site.account(name)
        let told = try told(name).enumerated().map { index, told in
            Notice(
                id: ID(rawValue: Int64(index + 1)), kind: Notes.waitingKind, subject: told.note.rawValue,
                raisedAt: told.at, isRead: false)
        }
        let texts = try site.app.site.database.read {
            try site.app.notes.waitingNotice.show($0, told, account, site.now)
        }
        return texts.sorted { $0.key < $1.key }.map { $0.value }
    }

    /// When somebody is reminded of a note next.
    func planned(_ note: ID<Note>) throws -> Timestamp? {
        try site.app.site.database.read {
            try $0.first("SELECT remind_at FROM delivery WHERE note_id = \(note)") { try $0["remind_at"] } ?? nil
        }
    }
}
