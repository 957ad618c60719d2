import Database
import Foundation
import Media
import Proximity
import Testing

@testable import App

extension PlanTests {
    /// A note on the map that its recipient looks at, and its author edits and withdraws.
    func visitWaiting(_ site: TestSite) throws {
        let note = try site.leave("plan", for: "mikko", at: DemoCast.Place.oodi.coordinate) { $0.isOnMap = true }
        try site.member("mikko").get("/").get(NotePaths.card(note)).get(NotePaths.waiting(note)).gets(200)
        try visitTold(site)
        try visitEditing(site, note)
        try site.member("aino_k").get(NotePaths.note(note)).submit(NotePaths.withdraw(note)).gets(200)
        let aino = try site.account("aino_k")
        let notice = Notice(id: ID(rawValue: 1), kind: "", subject: note.rawValue, raisedAt: site.now, isRead: false)
        for kind in site.app.notes.noticeKinds {
            _ = try site.app.site.database.read { try kind.show($0, [notice], aino, site.now) }
        }
    }

    /// The area of a hidden note that somebody was told of, and a position that tells how near they are.
    private func visitTold(_ site: TestSite) throws {
        let place = DemoCast.Place.oodi.coordinate
        let note = try site.leave("told", for: "mikko", at: place.destination(bearing: 0, distance: 5_000))
        let id = try site.account("mikko")
        try site.app.site.database.write {
            try site.app.notices.notify($0, Notes.waitingKind, subject: note.rawValue, to: id, at: site.now)
        }
        try site.member("mikko").stand(at: place).get(NotePaths.waiting(note)).gets(200)
    }

    /// Editing a note that somebody has found.
    private func visitEditing(_ site: TestSite, _ note: ID<Note>) throws {
        let (aino, mikko) = (try site.member("aino_k"), try site.account("mikko"))
        let place = DemoCast.Place.oodi.coordinate
        let found = try site.leave("edited", for: "mikko", at: place)
        try site.app.site.database.write {
            try NoteQueries.setFound($0, found, at: place, by: mikko, now: site.now, isTyped: false)
        }
        for one in [note, found] {
            try aino.get(NotePaths.edit(one)).fill("text", "Other words").submit(NotePaths.edit(one)).gets(200)
        }
    }

    /// A search of the archive, and what a finder does with a note in it.
    func visitArchive(_ aino: Visitor) throws {
        try aino.get("/archive?q=bench%20fountain&from=leena&month=2026-11")
        let note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        let archived = "/archive/\(note.dropFirst("/notes/".count))"
        try aino.get(note).fill("reason", "x").submit("\(note)/report")
        try aino.get(note).submit("\(archived)/delete").submit("\(archived)/restore")
        try aino.get("/").post("\(archived)/keep", [("csrf", aino.token)])
    }

    /// Notes that nobody has found, at the times of their reminders.
    func visitReminders(_ site: TestSite) throws {
        let elias = try site.member("elias")
        for action in ["resend", "reminders"] {
            let forms = try elias.get("/notes").page.forms
            try elias.submit(try #require(forms.first { $0.action.hasSuffix(action) }).action)
        }
        for days in [8.0, 40, -40] { try site.app.notes.remind(site.now.adding(seconds: days * 86_400)) }
    }

    /// Notes with a photo, from the form to their deletion.
    func visitNotePhotos(_ site: TestSite) throws {
        let aino = try site.member("aino_k")
        for path in ["/archive?after=1795262400000-1", "/notes?after=1795262400000-1"] { try aino.get(path) }
        let form = try #require(aino.get("/notes/new").page.forms.first { $0.action == "/notes" })
        let written = [("text", "x"), ("to", "leena"), ("lat", "60"), ("lon", "24")]
        let kept = form.fields.filter { field in field.name != "photo" && !written.contains { $0.0 == field.name } }
        let fields = (kept + written.map { (name: $0.0, value: $0.1) }).sorted { first, _ in first.name == "csrf" }
        try aino.upload("/notes/new", field: "photo", file: PictureTests.icon, named: "p.png", fields: fields).submit(
            "/notes"
        )
        .hasLeftANote()
        let photo = try #require(aino.page.resources.first { $0.hasPrefix("/media/") })
        let own = try #require(aino.page.links.first { $0.contains(#/^/notes/\d+$/#) })
        try aino.get(own)
        #expect(try aino.fetch(photo).status == .ok)
        try aino.submit("\(own)/delete").submit("\(own)/restore").get(own).submit("\(own)/delete")
        let found = try #require(aino.get("/archive").page.links.first { $0.contains(#/^/notes/\d+$/#) })
        try aino.get(found).submit("/archive/\(found.dropFirst("/notes/".count))/delete")
        let name = try #require(MediaName(String(repeating: "a", count: 26)))
        _ = try site.storedMedia(name)
    }

    /// What a map reads of notes where it has many: their points, and the pins of some of them.
    func visitNotePoints(_ site: TestSite) throws {
        let aino = try site.account("aino_k")
        try visit([NoteLayers.found(by: aino), NoteLayers.left(by: aino, site.now)], site)
    }
}
