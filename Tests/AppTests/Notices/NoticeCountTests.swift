import Proximity
import Synchronization
import Testing

@testable import App
@testable import Database

/// The number of unread notices is kept until something is written that decides on one of them, or the clock does.
struct NoticeCountTests {
    private struct Undo: Error {}

    /// What pages show to somebody, which is what counting gives.
    private func count(_ site: TestSite, _ name: String) throws -> Int {
        let id = try site.account(name)
        let (kept, shown) = try site.app.site.database.read { database in
            (
                try site.app.notices.unreadCount(database, for: id, site.now),
                try site.app.notices.visible(database, for: id, isUnread: true, limit: Notices.counted, site.now)
            )
        }
        #expect(kept == shown.count, "\(name)")
        return kept
    }

    /// By how much something changes the number that is kept.
    private func change(_ site: TestSite, _ name: String, by act: () throws -> Void) throws -> Int {
        let before = try count(site, name)
        try act()
        return try count(site, name) - before
    }

    /// Tells somebody of something.
    private func notify(_ site: TestSite, _ name: String, kind: String, subject: Int64) throws {
        let id = try site.account(name)
        try site.app.site.database.write {
            try site.app.notices.notify($0, kind, subject: subject, to: id, isAgain: true, at: site.now)
        }
    }

    @Test func `people who ask, are hidden and come back change it`() throws {
        let site = try TestSite.demo()
        let (elias, leena) = (try site.member("elias"), try site.member("leena"))
        #expect(try change(site, "leena") { try elias.get("/people/leena").submit("/friends/requests") } == 1)
        #expect(try change(site, "leena") { try site.suspend(site.account("elias")) } == -1)
        #expect(try change(site, "leena") { try site.unsuspend(site.account("elias")) } == 1)
        #expect(try change(site, "leena") { try leena.get("/people/elias").submit("/people/elias/block") } == -1)
        _ = try change(site, "leena") { try leena.get("/friends/blocked").submit("/people/elias/unblock") }
        let mikko = try site.account("mikko").rawValue
        #expect(
            try change(site, "leena") { try notify(site, "leena", kind: Friends.acceptedNotice, subject: mikko) } == 1)
        #expect(try change(site, "leena") { try leena.get("/friends").submit("/friends/mikko/remove") } == -1)
        _ = try change(site, "leena") { try leena.submit("/friends/mikko/restore") }
        // Ville has asked Aino.
        let ville = try site.member("ville")
        let left = try change(site, "aino_k") {
            try ville.get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        }
        #expect(left < 0)
    }

    @Test func `what is told and what is read changes it`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let unread = try count(site, "aino_k")
        #expect(try aino.get("/notices").bell == unread && unread >= 2)
        let form = try #require(aino.page.forms.first { $0.action == "/notices/read" && !$0.names.contains("all") })
        #expect(try change(site, "aino_k") { try aino.post("/notices/read", form.fields) } == -1)
        #expect(
            try change(site, "aino_k") {
                try site.app.site.database.write {
                    _ = try $0.execute("UPDATE notice SET read_at = NULL WHERE kind = \(Friends.askedNotice)")
                }
            } >= 0)
        let token = (name: "csrf", value: try aino.get("/notices").token)
        try aino.post("/notices/read", [token, (name: "all", value: "1")])
        #expect(try count(site, "aino_k") == 0 && aino.bell == 0)
    }

    @Test func `what becomes of a note changes it`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.account("aino_k"), try site.account("mikko"))
        let database = site.app.site.database
        let note = try database.write {
            try site.addFoundNote("counted", from: aino, at: DemoCast.Place.oodi.coordinate, foundBy: mikko, in: $0)
        }
        #expect(
            try change(site, "mikko") { try notify(site, "mikko", kind: "note.found", subject: note.rawValue) } == 1)
        let removed = try change(site, "mikko") {
            try database.write {
                _ = try $0.execute(
                    "UPDATE delivery SET removed_at = \(site.now) WHERE note_id = \(note) AND recipient_id = \(mikko)")
            }
        }
        #expect(removed == -1)
        let kept = try change(site, "mikko") {
            try database.write {
                _ = try $0.execute(
                    "UPDATE delivery SET removed_at = NULL WHERE note_id = \(note) AND recipient_id = \(mikko)")
            }
        }
        #expect(kept == 1)
        let gone = try change(site, "mikko") {
            try database.write { _ = try $0.execute("DELETE FROM note WHERE id = \(note)") }
        }
        #expect(gone == -1)
    }

    @Test func `the clock changes it when a note opens and when it closes`() throws {
        let world = try ReminderWorld()
        let site = world.site
        let note = try world.leave(opens: site.now + 3_600, closes: site.now + 7_200)
        #expect(
            try change(site, "noor_h") { try notify(site, "noor_h", kind: Notes.waitingKind, subject: note.rawValue) }
                == 0)
        #expect(try change(site, "noor_h") { site.wait(seconds: 3_599) } == 0)
        #expect(try change(site, "noor_h") { site.wait(seconds: 1) } == 1)
        #expect(try change(site, "noor_h") { site.wait(seconds: 3_599) } == 0)
        #expect(try change(site, "noor_h") { site.wait(seconds: 1) } == -1)
    }

    @Test func `heading home, being home and the end of a group change it`() throws {
        let outing = try GroupOuting()
        let (site, id) = (outing.site, outing.door.id)
        try outing.act("leena", path: GroupPaths.headingHome(id)).gets(200)
        let asked = try change(site, "leena") {
            site.wait(seconds: 3_610)
            site.sweep()
        }
        #expect(asked == 1)
        #expect(try change(site, "leena") { try outing.act("leena", path: GroupPaths.home(id)).gets(200) } == -1)
        // Who is home, and who came.
        #expect(try count(site, "aino_k") >= 2)
        #expect(try change(site, "aino_k") { site.wait(seconds: 5 * 3_600) } < 0)
        #expect(try count(site, "aino_k") == 0)
    }

    @Test func `what others write costs a page one row, and what concerns its person a count`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        func statements() throws -> [String] {
            let run = Mutex<[String]>([])
            let note: @Sendable (SQL) -> Void = { sql in run.withLock { $0.append(sql.text) } }
            try Reader.$observer.withValue(note) { _ = try aino.get("/you") }
            return run.withLock { $0 }
        }
        let counts: (String) -> Bool = { $0.contains("FROM notice WHERE") }
        _ = try statements()
        _ = try site.member("ville")
        let after = try statements()
        #expect(after.count { $0.contains("FROM notice_revision") } == 1 && !after.contains(where: counts))
        #expect(try !statements().contains { $0.contains("notice_revision") })
        // Of nobody whom she sees.
        try notify(site, "aino_k", kind: Friends.acceptedNotice, subject: 1)
        #expect(try statements().contains(where: counts))
    }

    @Test func `what a write sees and takes back is not kept`() throws {
        let site = try TestSite.demo()
        let (aino, ville) = (try site.account("aino_k"), try site.account("ville"))
        let before = try count(site, "aino_k")
        func withdraw(_ database: Writer) throws {
            try database.execute("DELETE FROM friend_request WHERE from_id = \(ville) AND to_id = \(aino)")
        }
        #expect(throws: Undo.self) {
            try site.app.site.database.write { database in
                try withdraw(database)
                #expect(try site.app.notices.unreadCount(database, for: aino, site.now) == before - 1)
                throw Undo()
            }
        }
        // The same revision, of another write.
        try notify(site, "aino_k", kind: Friends.acceptedNotice, subject: 1)
        #expect(try count(site, "aino_k") == before)
        #expect(try change(site, "aino_k") { try site.app.site.database.write(withdraw) } == -1)
    }

    @Test func `a count that is wrong is found by the job, and put right`() throws {
        let site = try TestSite.demo()
        let id = try site.account("aino_k")
        let before = try count(site, "aino_k")
        #expect(try site.app.notices.correctCounts(100, site.now) == 0)
        try site.app.site.database.write { database in
            try database.execute("DROP TRIGGER notice_revision_request_gone")
            try database.execute("DELETE FROM friend_request WHERE to_id = \(id)")
        }
        #expect(try site.app.notices.correctCounts(100, site.now) == 1)
        #expect(try count(site, "aino_k") == before - 1)
        #expect(try site.app.notices.correctCounts(100, site.now) == 0)
    }

    @Test func `a copy of the files, as a program leaves them that is ended at any moment, counts the same`() throws {
        let site = try TestSite.demo()
        let before = try count(site, "aino_k")
        let copy = try site.copy()
        #expect(try count(copy, "aino_k") == before)
        #expect(try change(copy, "aino_k") { try copy.suspend(copy.account("ville")) } < 0)
        #expect(try count(site, "aino_k") == before)
    }
}
