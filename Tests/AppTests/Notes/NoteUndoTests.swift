import Database
import Foundation
import Media
import Proximity
import Testing

@testable import App

/// What was deleted a moment ago comes back as it was.
struct NoteUndoTests {
    private static let place = DemoCast.Place.university.coordinate

    /// Aino's note with a photo for Mikko and Leena; Mikko has found it.
    private func world() throws -> (aino: Visitor, mikko: Visitor, note: String) {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try aino.leave("Third window.", for: "mikko", at: NoteUndoTests.place, photo: PictureTests.icon)
        let note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try mikko.stand(at: NoteUndoTests.place).sees("note.found")
        return (aino, mikko, note)
    }

    private func stored(_ site: TestSite) throws -> String {
        try site.app.site.database.read { database in
            let counts: Int? = try database.value("SELECT sum(things) FROM grid_count")
            let rows: [String] = try database.all(
                """
                SELECT note.id AS id, deleted_at, found_at, removed_at, withdrawn_at
                FROM note LEFT JOIN delivery ON delivery.note_id = note.id ORDER BY note.id, recipient_id
                """
            ) { row in
                let times: [Int64?] = try ["deleted_at", "found_at", "removed_at", "withdrawn_at"].map { try row[$0] }
                return "\(try row["id"] as Int64) \(times)"
            }
            return "\(counts ?? 0) \(rows)"
        }
    }

    @Test func `an author's deletion is taken back, with what waited and the photo`() throws {
        let (aino, _, note) = try world()
        let site = aino.site
        let before = try stored(site)
        try aino.get(note).submit("\(note)/delete").isAt("/notes").sees("Undo").seesNot("Third window.")
        #expect(try stored(site) != before)
        site.wait(seconds: 59)
        site.app.runJobs()
        try aino.submit("\(note)/restore").isAt("/notes").sees("Your note is back.", "Third window.", "Waiting")
        #expect(try stored(site) == before)
        // The job of the deletion leaves it alone.
        site.wait(seconds: 60)
        site.app.runJobs()
        #expect(try stored(site) == before)
        let photo = try #require(aino.get(note).page.resources.first { $0.hasPrefix("/media/") })
        #expect(try aino.fetch(photo).status == .ok)
        let id = try site.account("aino_k")
        #expect(try site.app.site.database.read { try site.app.uploads.used($0, by: id) }.count == 1)
    }

    @Test func `a note that was withdrawn before its deletion stays withdrawn`() throws {
        let (aino, _, note) = try world()
        try aino.get("/friends").submit("/friends/mikko/remove")
        try aino.get(note).sees("Withdrawn").submit("\(note)/delete").submit("\(note)/restore")
        try aino.get(note).sees("mikko Withdrawn")
    }

    @Test func `a finder's deletion is taken back`() throws {
        let (_, mikko, note) = try world()
        let before = try stored(mikko.site)
        let archived = "/archive/\(note.dropFirst(7))"
        try mikko.get(note).submit("\(archived)/delete").isAt("/archive").sees("Deleted from your archive.", "Undo")
        try mikko.get(note).gets(404)
        try mikko.get("/archive").seesNot("Undo")
        try mikko.post("\(archived)/restore", [("csrf", mikko.token)]).sees("The note is back.")
        try mikko.get(note).gets(200).sees("Third window.")
        mikko.site.wait(seconds: 120)
        mikko.site.app.runJobs()
        // Opened by the visit.
        #expect(try stored(mikko.site) == before)
    }

    @Test func `somebody else and whoever is late are told that it cannot be undone, and nothing changes`() throws {
        let (aino, mikko, note) = try world()
        let site = aino.site
        let archived = "/archive/\(note.dropFirst(7))"
        try aino.get(note).submit("\(note)/delete")
        let deleted = try stored(site)
        for path in ["\(note)/restore", "\(archived)/restore", "/notes/1/restore", "/archive/1/restore"] {
            try mikko.get("/archive").post(path, [("csrf", mikko.token)]).sees("can’t be undone")
        }
        #expect(try stored(site) == deleted)
        site.wait(seconds: Flash.undoTime)
        try aino.get("/notes").post("\(note)/restore", [("csrf", aino.token)]).sees("can’t be undone")
    }

    @Test func `an undo that began in time is not overtaken by the deletion, found or not`() throws {
        let (aino, _, found) = try world()
        // Of two notes of one moment, either may be listed first.
        aino.site.wait(seconds: 1)
        try aino.leave("Nobody comes by.", for: "mikko", at: DemoCast.Place.oodi.coordinate)
        let waiting = try #require(
            aino.get("/notes").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" && $0 != found })
        for note in [found, waiting] { try aino.get(note).submit("\(note)/delete") }
        let inTime = aino.site.now.adding(seconds: Flash.undoTime - 1)
        aino.site.wait(seconds: Flash.undoTime + 20)
        aino.site.app.runJobs()
        let author = try aino.site.account("aino_k")
        for note in [found, waiting] {
            let id = try #require(ID<Note>(note.dropFirst(7)))
            #expect(
                try aino.site.app.site.database.write { try NoteQueries.restoreSent($0, id, by: author, at: inTime) },
                "\(note)")
        }
    }

    @Test func `when both have deleted it, note and photo go after the time for undoing`() throws {
        let (aino, mikko, note) = try world()
        let site = aino.site
        try aino.get(note).submit("\(note)/delete")
        try mikko.get(note).submit("/archive/\(note.dropFirst(7))/delete")
        #expect(site.storedNames.count == 1)
        site.wait(seconds: Flash.keepTime)
        site.app.runJobs()
        site.app.runJobs()
        #expect(site.storedNames.isEmpty)
        let id = try #require(ID<Note>(note.dropFirst(7)))
        #expect(try !site.app.site.database.read { try $0.exists("SELECT 1 FROM note WHERE id = \(id)") })
    }

    @Test func `a note deleted twice is forgotten after the second time`() throws {
        let (aino, _, note) = try world()
        let site = aino.site
        try aino.get(note).submit("\(note)/delete").submit("\(note)/restore")
        site.wait(seconds: 50)
        try aino.get(note).submit("\(note)/delete")
        site.wait(seconds: 20)
        site.app.runJobs()
        try aino.submit("\(note)/restore").sees("Your note is back.")
        try aino.get(note).submit("\(note)/delete")
        let id = try #require(ID<Note>(note.dropFirst(7)))
        // Mikko keeps his.
        site.wait(seconds: 120)
        site.app.runJobs()
        let waiting: Int? = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM delivery WHERE note_id = \(id)")
        }
        #expect(waiting == 1)
    }
}
