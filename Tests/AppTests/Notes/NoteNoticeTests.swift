import Database
import Foundation
import Proximity
import Testing

@testable import App

/// What the finder and the author of a note are told.
struct NoteNoticeTests {
    private static let place = NoteTimesTests.place

    private func kind(_ site: TestSite, _ name: String) throws -> NoticeKind {
        try #require(site.app.notes.noticeKinds.first { $0.name == name })
    }

    /// The notices of a kind that hold for a person, in words, with whether they are read.
    private func notices(_ visitor: String, name: String, on site: TestSite) throws -> [(
        text: NoticeText, isRead: Bool
    )] {
        let (account, kind) = (try site.account(visitor), try kind(site, name))
        return try site.app.site.database.read { database in
            let rows = try database.all(
                """
                SELECT id, subject, raised_at, read_at IS NOT NULL AS is_read FROM notice
                WHERE account_id = \(account) AND kind = \(name) ORDER BY id
                """
            ) { row in
                Notice(
                    id: try row["id"], kind: name, subject: try row["subject"], raisedAt: try row["raised_at"],
                    isRead: try row["is_read"])
            }
            let texts = try kind.show(database, rows, account, site.now)
            return rows.compactMap { row in texts[row.id].map { ($0, row.isRead) } }
        }
    }

    private func count(_ site: TestSite, _ table: SQL, of name: String) throws -> Int? {
        let account = try site.account(name)
        return try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM \(table) WHERE account_id = \(account)")
        }
    }

    /// A world without earlier notices.
    private func world(for friends: [String] = ["mikko"]) throws -> (site: TestSite, note: ID<Note>) {
        let site = try TestSite.demo()
        try site.app.site.database.write { database in
            try database.execute("DELETE FROM notice")
            try database.execute("DELETE FROM event")
            try database.execute("DELETE FROM job WHERE kind = \(NoteQueries.receiptJob)")
        }
        let new = NewNote(text: "secret words", coordinate: NoteNoticeTests.place, recipients: friends, formKey: "n")
        let note = try site.app.notes.create(new, from: try site.account("aino_k"), zone: .gmt, site.now)
        return (site, note)
    }

    @Test func `the finder is told at once, and reads it by opening the note`() throws {
        let (site, note) = try world()
        let mikko = try site.member("mikko")
        try mikko.stand(at: NoteNoticeTests.place).sees("note.found")
        let told = try notices("mikko", name: "note.found", on: site)
        #expect(
            told.map(\.text) == [
                NoticeText(title: "You found a note from aino_k", path: NotePaths.note(note))
            ])
        #expect(
            mikko.page.text.contains(#""title":"You found a note from aino_k","url":"\#(NotePaths.note(note))""#)
        )
        #expect(told.map(\.isRead) == [false])
        try mikko.get(NotePaths.note(note)).gets(200)
        #expect(try notices("mikko", name: "note.found", on: site).map(\.isRead) == [true])
        try mikko.get("/people/aino_k").submit("/people/aino_k/block")
        #expect(try notices("mikko", name: "note.found", on: site).isEmpty)
    }

    @Test func `the author is told once, at the half hour, in words of the day`() throws {
        let (site, note) = try world()
        try site.member("mikko").stand(at: NoteNoticeTests.place).get(NotePaths.note(note)).gets(200)
        site.wait(seconds: HalfHour.seconds - 1)
        site.app.runJobs()
        #expect(try count(site, "notice", of: "aino_k") == 0 && count(site, "event", of: "aino_k") == 0)
        site.wait(seconds: 1)
        for _ in 0..<2 { site.app.runJobs() }
        let told = try notices("aino_k", name: "note.opened", on: site)
        #expect(
            told.map(\.text) == [
                NoticeText(title: "mikko opened your note", path: NotePaths.note(note), happened: "this afternoon")
            ])
        #expect(try count(site, "event", of: "aino_k") == 1)
        let mikko = try site.account("mikko")
        try site.app.site.database.write { try site.app.notes.notifyOpened($0, note, by: mikko, at: site.now) }
        #expect(try count(site, "event", of: "aino_k") == 1)
    }

    @Test func `openings of one note are one notice, which is new again`() throws {
        let (site, note) = try world(for: ["mikko", "leena", "sofia"])
        let account = try site.account("aino_k")
        for (name, words) in [
            ("mikko", "mikko opened your note"), ("leena", "leena and mikko opened your note"),
            ("sofia", "3 friends opened your note"),
        ] {
            try site.member(name).stand(at: NoteNoticeTests.place).get(NotePaths.note(note)).gets(200)
            site.wait(seconds: HalfHour.seconds)
            site.app.runJobs()
            let told = try notices("aino_k", name: "note.opened", on: site)
            #expect(told.count == 1 && told[0].isRead == false)
            let title = told[0].text.title
            #expect(title == words)
            try site.app.site.database.write {
                try site.app.notices.markRead($0, "note.opened", subject: note.rawValue, of: account, at: site.now)
            }
        }
    }

    @Test func `the notice goes with its note and with the people in it`() throws {
        let (site, note) = try world(for: ["mikko", "leena"])
        let aino = try site.member("aino_k")
        for name in ["mikko", "leena"] {
            try site.member(name).stand(at: NoteNoticeTests.place).get(NotePaths.note(note)).gets(200)
        }
        site.wait(seconds: HalfHour.seconds)
        site.app.runJobs()
        func titles() throws -> [String] { try notices("aino_k", name: "note.opened", on: site).map(\.text.title) }
        #expect(try titles().count == 1)
        try aino.get("/people/leena").submit("/people/leena/block")
        #expect(try titles() == ["mikko opened your note"])
        try aino.get(NotePaths.note(note)).submit(NotePaths.delete(note))
        #expect(try titles().isEmpty)
        try aino.submit(NotePaths.restore(note))
        #expect(try titles() == ["mikko opened your note"])
        try aino.get("/people/mikko").submit("/people/mikko/block")
        #expect(try titles().isEmpty)
    }

    @Test func `a receipt that was taken back is never told`() throws {
        let (site, note) = try world()
        try site.member("mikko").stand(at: NoteNoticeTests.place).get(NotePaths.note(note)).gets(200)
        try site.member("aino_k").get(NotePaths.note(note)).submit(NotePaths.withdraw(note))
        site.wait(seconds: HalfHour.seconds)
        site.app.runJobs()
        #expect(try count(site, "notice", of: "aino_k") == 0)
    }

    @Test(arguments: [true, false])
    func `until the half hour nothing tells the author of an opening, and without receipts nothing ever`(
        receipts: Bool
    ) throws {
        let base = try TestSite.demo()
        let aino = try base.member("aino_k")
        let note = try base.leave("twins", for: "mikko", at: NoteNoticeTests.place)
        let mikko = try base.member("mikko")
        if !receipts {
            try base.app.site.database.write { try $0.execute("UPDATE account SET receipts = 0") }
        }
        let sites = [try base.copy(), try base.copy()]
        for (site, opens) in zip(sites, [true, false]) {
            if opens {
                let finder = Visitor(site, cookies: mikko.cookies)
                try finder.stand(at: NoteNoticeTests.place).get(NotePaths.note(note)).gets(200)
            }
            site.wait(seconds: TestSite.noon.seconds(since: site.now) + (receipts ? 1_799 : 90_000))
            site.app.runJobs()
        }
        let twins = Twins(Visitor(sites[0], cookies: aino.cookies), Visitor(sites[1], cookies: aino.cookies))
        _ = try twins.compareAllPages()
        for table in ["notice", "event"] as [SQL] {
            #expect(try count(sites[0], table, of: "aino_k") == count(sites[1], table, of: "aino_k"))
        }
    }
}
