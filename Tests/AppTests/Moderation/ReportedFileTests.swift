import Database
import Foundation
import HTTP
import Media
import Proximity
import TestTools
import Testing

@testable import App

/// The photos and recordings of reports: who may open them, and how long.
struct ReportedFileTests {
    private let site: TestSite
    private let aino: Visitor
    private let mikko: Visitor
    private let keeper: Visitor

    init() throws {
        site = try TestSite.demo()
        (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        keeper = try site.administrator()
    }

    /// Mikko reports a message of Aino's by the key of its form.
    private func report(_ key: String) throws {
        let id = try site.message(key).id
        let answer = try mikko.press("messages/\(id)/report", name: "aino_k", more: [("reason", "Rude")])
        #expect(answer.status == .seeOther)
    }

    private func delete(_ key: String) throws {
        #expect(try aino.press("messages/\(site.message(key).id)/delete", name: "mikko").status == .seeOther)
    }

    /// Closes the oldest open report.
    private func close() throws {
        let form = try #require(keeper.get("/admin/reports").page.forms.first { $0.action.hasSuffix("/close") })
        try keeper.fill("note", "Talked to both").submit(form.action).sees("Report closed.")
    }

    private func isStored(_ name: MediaName) -> Bool {
        FileManager.default.fileExists(atPath: site.app.uploads.store.path(name, .original))
    }

    private func count(_ table: SQL) throws -> Int {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM \(table)") ?? 0 }
    }

    @Test func `the files of a report that nobody closes go after ninety days`() throws {
        let sound = try #require(try aino.speak(at: "/chats/mikko"))
        try report("voice")
        try delete("voice")
        site.wait(seconds: Moderation.maxFileAge - 3_600)
        for _ in 0..<2 { site.sweep() }
        #expect(try isStored(sound) && count("report_media") == 1)
        site.wait(seconds: 2 * 3_600)
        for _ in 0..<2 { site.sweep() }
        #expect(try !isStored(sound) && count("report_media") == 0)
    }

    @Test func `of one owner only so much is held`() throws {
        let sound = try #require(try aino.speak(at: "/chats/mikko"))
        try site.app.site.database.write {
            try $0.execute("UPDATE media SET bytes = \(Uploads.maxHeldBytes), holds = 1 WHERE name = \(sound.text)")
        }
        let other = try #require(try aino.speak(at: "/chats/mikko", key: "second"))
        #expect(try site.app.site.database.write { try Uploads.hold($0, sound) })
        #expect(try !site.app.site.database.write { try Uploads.hold($0, other) })
    }

    @Test func `administrators hear a reported voice message until the report is closed, also a deleted one`() throws {
        let sound = try #require(try aino.speak(at: "/chats/mikko"))
        let noor = try site.member("noor_h")
        #expect(try !keeper.hears(sound))
        try report("voice")
        try keeper.get("/admin/reports").sees("aino_k: (a voice message)", "Only administrators can open this")
        #expect(keeper.page.text.contains("src=\"/media/\(sound)\" aria-label=\"Reported recording by "))
        #expect(try keeper.hears(sound) && site.administrator("second").hears(sound))
        #expect(try mikko.hears(sound) && !noor.hears(sound))
        try delete("voice")
        site.app.runJobs()
        #expect(try keeper.hears(sound) && !mikko.hears(sound) && !aino.hears(sound) && !noor.hears(sound))
        #expect(try Visitor(site).fetch("/media/\(sound)").status == .seeOther)
        try close()
        #expect(try !keeper.hears(sound))
        site.app.runJobs()
        #expect(try !isStored(sound) && count("media WHERE name = \(sound.text)") == 0 && count("report_media") == 0)
        try keeper.get("/admin/reports?state=closed").sees("aino_k: (a voice message)").seesNot("can open this")
        #expect(!keeper.page.text.contains("/media/\(sound)"))
    }

    @Test func `what is still in its chat stays there when the report is closed`() throws {
        let sound = try #require(try aino.speak(at: "/chats/mikko"))
        try report("voice")
        try close()
        site.app.runJobs()
        #expect(try mikko.hears(sound) && aino.hears(sound) && !keeper.hears(sound))
        try delete("voice")
        site.app.runJobs()
        #expect(!isStored(sound))
    }

    @Test func `two reports keep it until the second is closed`() throws {
        let sound = try #require(try aino.speak(at: "/chats/mikko"))
        for _ in 0..<2 { try report("voice") }
        try delete("voice")
        try close()
        site.app.runJobs()
        #expect(try keeper.hears(sound))
        try close()
        site.app.runJobs()
        #expect(try !keeper.hears(sound) && !isStored(sound))
    }

    @Test func `who is no administrator any more opens nothing`() throws {
        let sound = try #require(try aino.speak(at: "/chats/mikko"))
        try report("voice")
        let second = try site.administrator("second")
        #expect(try second.hears(sound))
        try keeper.get("/admin/people/second").submit("/admin/people/second/remove-administrator")
        #expect(try !second.hears(sound) && keeper.hears(sound))
    }

    @Test func `of the messages before a reported one only the words are kept`() throws {
        let earlier = try #require(try aino.speak(at: "/chats/mikko", key: "earlier"))
        let later = try #require(try aino.speak(at: "/chats/mikko", key: "later"))
        try report("later")
        #expect(try keeper.hears(later) && !keeper.hears(earlier))
    }

    @Test func `a report changes nothing that its author can tell`() throws {
        let author = try site.account("aino_k")
        func used() throws -> MediaQueries.Use {
            try site.app.site.database.read { try site.app.uploads.used($0, by: author) }
        }
        let before = try used()
        try aino.speak(at: "/chats/mikko")
        let spoken = try used()
        try report("voice")
        #expect(try used() == spoken)
        try delete("voice")
        #expect(try used() == before)
        try aino.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        let link = try #require(aino.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") })
        let held: String? = try site.app.site.database.read { try $0.value("SELECT name FROM report_media") }
        let name = try #require(held)
        let files = try ExportTests.unpacked(aino, link)
        #expect(!files.isEmpty && !files.contains { $0.key.contains(name) || $0.value.contains(name) })
    }

    @Test func `a recording that not every browser plays gives way to one that all do, for administrators as well`()
        throws
    {
        let path = "\(site.folder)/memo.m4a"
        try Tool.run("/usr/bin/ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=2", "-c:a", "alac", path])
        let first = try #require(try aino.speak(at: "/chats/mikko", Array(try Data(contentsOf: URL(filePath: path)))))
        try report("voice")
        try delete("voice")
        for _ in 1...2 { site.app.runJobs(JobLane.allCases) }
        let name: String? = try site.app.site.database.read { try $0.value("SELECT name FROM report_media") }
        let second = try #require(name.flatMap { MediaName($0) })
        #expect(try second != first && keeper.hears(second) && !keeper.hears(first) && !isStored(first))
        #expect(try count("media WHERE name = \(second.text) AND disowned_at IS NOT NULL") == 1)
        try close()
        site.app.runJobs()
        #expect(!isStored(second))
    }

    @Test func `the account of who was reported may go before the report is closed`() throws {
        let sound = try #require(try aino.speak(at: "/chats/mikko"))
        try report("voice")
        // Otherwise the chat stays with Mikko.
        try site.block("mikko", "aino_k")
        try aino.get("/settings/delete").sees("they also see and hear what was reported")
        try aino.fill("password", "demo-password").submit("/settings/delete")
        for _ in 0..<3 {
            site.sweep()
            site.wait(seconds: 700)
        }
        #expect(try count("message WHERE submission = 'voice'") == 0)
        #expect(try keeper.hears(sound) && !mikko.hears(sound))
        try close()
        site.app.runJobs()
        #expect(try !keeper.hears(sound) && !isStored(sound))
    }
}
