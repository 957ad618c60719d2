import Database
import Foundation
import Testing

@testable import App

/// Words of the administrators to everybody.
struct AnnouncementTests {
    private static let words = "On Sunday the site is away.\nIt gets a new disk."

    @discardableResult
    private func announce(_ keeper: Visitor, _ text: String = words) throws -> Visitor {
        try keeper.get("/admin/announcements").fill("text", text).submit("/admin/announcements")
    }

    private func path(_ site: TestSite) throws -> String {
        let found = try site.app.site.database.read { try AnnouncementQueries.list($0, after: nil).found }
        return AnnouncementPaths.show(try #require(found.first).id)
    }

    @Test func `everybody is told once, and reads it on its page`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        try announce(keeper).sees("Sent to everybody.", "It gets a new disk.")
        site.app.runJobs()
        for name in ["aino_k", "mikko"] {
            let person = try site.member(name)
            try person.get("/notices").sees("On Sunday the site is away.")
            try person.get(path(site)).gets(200).sees("It gets a new disk.")
        }
        let told = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM notice WHERE kind = 'announcement'", as: Int.self)
        }
        site.app.runJobs()
        #expect(try told == site.app.site.database.read { try AccountQueries.count($0) })
        try keeper.get("/admin/audit").sees("announced", "It gets a new disk.")
    }

    @Test func `its mail waits for the end of quiet hours, and says none of its words`() throws {
        let bench = try NoticeBench()
        try bench.save(
            ("announcement.site", "on"), ("announcement.mail", "on"), ("quiet_from", "13:30"), ("quiet_until", "14:30"))
        func mails() throws -> [String] {
            try bench.site.mails().filter { $0.contains("An announcement for everybody") }
        }
        // It is 14:00 in Helsinki.
        try announce(try bench.site.administrator())
        bench.site.app.runJobs()
        #expect(try mails() == [])
        bench.site.wait(seconds: 1_799)
        #expect(try mails() == [])
        bench.site.wait(seconds: 1)
        let mail = try #require(try mails().first)
        #expect(mail.contains("To: paula@example.com") && !mail.contains("On Sunday"))
    }

    @Test func `a form that is sent twice tells once`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        let fields = [
            ("csrf", try keeper.get("/admin/announcements").token), ("text", "Once."), ("key", "the-same-key"),
        ]
        for _ in 0..<2 { try keeper.post("/admin/announcements", fields).gets(200) }
        #expect(try site.app.site.database.read { try AnnouncementQueries.list($0, after: nil).found.count } == 1)
    }

    @Test func `what is deleted is on no page any more`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        try announce(keeper)
        site.app.runJobs()
        let aino = try site.member("aino_k")
        let path = try path(site)
        try aino.get("/notices").sees("On Sunday")
        let form = try #require(keeper.get("/admin/announcements").page.forms.first { $0.action.hasSuffix("/delete") })
        try keeper.submit(form.action).sees("Deleted.")
        try aino.get(path).gets(404)
        try aino.get("/notices").seesNot("On Sunday")
    }

    @Test func `nothing, too much and strangers are refused`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        try announce(keeper, " \n ").gets(422).sees("Write what everybody should know.")
        try announce(keeper, String(repeating: "x", count: 1_001)).gets(422)
        try announce(keeper, String(repeating: "x", count: 1_000)).gets(200)
        // One letter of a thousand marks is longer than a line of the audit log.
        try announce(keeper, "a" + String(repeating: "\u{301}", count: 900)).gets(200)
        try site.member("aino_k").get("/admin/announcements").gets(404)
        try keeper.get("/announcements/12").gets(404)
    }

    @Test func `a long site is told in steps`() throws {
        let site = try TestSite.empty()
        try site.app.site.database.write { database in
            for number in 0..<450 {
                let account = NewAccount(username: try Username("person_\(number)"), timeZone: "Europe/Helsinki")
                _ = try AccountQueries.insert(
                    database, account, password: String(repeating: "x", count: 40), at: site.now)
            }
        }
        try announce(try site.administrator())
        site.app.runJobs()
        let told = try site.app.site.database.read {
            try $0.value("SELECT count(DISTINCT account_id) FROM notice WHERE kind = 'announcement'", as: Int.self)
        }
        #expect(told == 451)
    }
}
