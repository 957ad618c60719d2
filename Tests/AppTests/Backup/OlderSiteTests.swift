import Database
import Foundation
import Media
import Proximity
import TestTools
import Testing

@testable import App
@testable import Database

/// A database as the program of 26 November 2026 left it: it opens, every job that waited in it runs, and every notice in
/// it is shown.
struct OlderSiteTests {
    /// The ids of its rows are below this; those of rows that a program adds are times.
    private static let idLimit = 1_000

    /// A site on a database of then.
    private func olderSite() throws -> TestSite {
        let folder = TestSite.newFolder()
        try OlderSite.make(folder)
        return try TestSite.at(folder)
    }

    /// Runs all that is due, and what follows from it.
    private func runJobs(_ site: TestSite) {
        site.app.beginJobs()
        for _ in 0..<3 {
            site.app.runJobs(JobLane.allCases)
            site.wait(seconds: 30)
        }
    }

    @Test func `every job that waited is carried out`() throws {
        let site = try olderSite()
        let name = try #require(MediaName(String(repeating: "x", count: 26)))
        let file = URL(filePath: site.app.uploads.store.path(name, .original))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("a photo".utf8).write(to: file)
        runJobs(site)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        let database = site.app.site.database
        let failing = try database.read { try site.app.jobs.failing($0, site.now) }
        #expect(failing.map { "\($0.kind): \($0.words)" } == [])
        let kinds = site.app.site.features.all.flatMap { $0.jobKinds }
        let recurring = Set(kinds.filter { $0.interval != nil }.map { $0.name })
        let left: [String] = try database.read {
            try $0.all("SELECT kind FROM job WHERE id < \(OlderSiteTests.idLimit)") { try $0["kind"] }
        }
        #expect(left.count > 20 && Set(left).subtracting(recurring) == [])
        for (kind, effect) in OlderSiteTests.effects {
            #expect(try database.read { try $0.exists(effect) }, "\(kind)")
        }
    }

    /// What each kind of job leaves.
    private static let effects: [(kind: String, effect: SQL)] = [
        ("account.erase", "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM account WHERE id = 4)"),
        ("export.make", "SELECT 1 FROM export WHERE account_id = 3 AND finished_at > 0"),
        ("chats.notice", "SELECT 1 FROM notice WHERE account_id = 3 AND kind = 'chat.message' AND subject = 51"),
        ("daily.open", "SELECT 1 FROM daily_window WHERE day = 20778"),
        ("daily.tell", "SELECT 1 FROM notice WHERE account_id = 2 AND kind = 'daily.open' AND subject = 20777"),
        ("recap.make", "SELECT 1 FROM recap WHERE account_id = 1 AND finished_at > 0"),
        ("group.home", "SELECT 1 FROM notice WHERE account_id = 2 AND kind = 'group.home-safe' AND subject = 61"),
        ("group.help", "SELECT 1 FROM friend_group_alert WHERE kind = 'help' AND member_id = 63"),
        ("notes.receipt", "SELECT 1 FROM notice WHERE account_id = 2 AND kind = 'note.opened' AND subject = 83"),
        ("notes.forget", "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM note WHERE id = 84)"),
        ("relics.end", "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM relic WHERE id = 93)"),
        ("notices.digest", "SELECT 1 FROM notice_setting WHERE account_id = 2 AND digested_at >= 1795262400000"),
    ]

    @Test func `every mail and every push message that waited is sent`() throws {
        let site = try olderSite()
        runJobs(site)
        let mails = try site.mails()
        let expected = [
            ("sanna@example.org", "Confirm your email address"), ("leena@example.org", "Reset your password"),
            ("mikko@example.org", "Reset your password"), ("leena@example.org", "Your password was changed."),
            ("leena@example.org", "Aino is your friend now"), ("aino_k@example.org", "Mikko wants to be friends"),
            ("aino_k@example.org", "Your export is ready"), ("aino_k@example.org", "Leena asks for help"),
            ("aino_k@example.org", "new notices"),
        ]
        for (address, words) in expected {
            #expect(mails.contains { $0.contains(address) && $0.contains(words) }, "\(words) to \(address)")
        }
        let titles = try PushDevice("old").titles(site)
        for title in [
            "Leena wrote to you", "Your export is ready", "Leena asks for help · Friday",
            "Notices from Cairn reach this device",
        ] {
            #expect(titles.contains(title), "\(title)")
        }
        #expect(titles.contains { $0.hasSuffix("new notices") })
    }

    @Test func `every notice is shown`() throws {
        let site = try olderSite()
        runJobs(site)
        let aino = try site.account("aino_k")
        let shown = try site.app.site.database.read {
            try site.app.notices.visible($0, for: aino, limit: 100, site.now)
        }.filter { $0.notice.id.rawValue < OlderSiteTests.idLimit }
        let titles = Dictionary(shown.map { ($0.notice.kind, $0.text.title) }) { first, _ in first }
        #expect(titles == OlderSiteTests.titles)
        try site.member("aino_k").get("/notices").sees("You are in Kallio", "Leena signed your relic's book")
    }

    /// What aino reads, by kind.
    private static let titles = [
        "friend.asked": "Mikko wants to be friends",
        "friend.accepted": "Leena is your friend now",
        "export.ready": "Your export is ready",
        "chat.message": "Leena wrote to you",
        "daily.open": "Time for today’s photo",
        "daily.comment": "Leena commented on your photo of the day",
        "daily.reaction": "Leena reacted to your photo of the day",
        "group.joined": "Mikko joined · Friday",
        "group.asking": "Mikko wants to join · Friday",
        "group.strayed": "Mikko is more than 500 m from the group · Friday",
        "group.left": "You’re more than 500 m from the group · Friday",
        "group.back": "Mikko is back with the group · Friday",
        "group.help": "Leena asks for help · Friday",
        "group.safe": "Leena is safe · Friday",
        "group.home": "Mikko is home · Friday",
        "group.asked": "Leena asks where you are · Friday",
        "group.changed": "Leena changed when the group ends · Friday",
        "group.silent": "No word from Mikko’s phone: you won’t hear if they drift off · Friday",
        "group.home-safe": "Home safe?",
        "group.message": "New in Friday",
        "group.ended": "Rink crew is over",
        "group.invited": "Leena asks you to come along: Sauna",
        "note.found": "You found a note from Leena",
        "note.opened": "Leena opened your note",
        "note.waiting": "A note from Leena is waiting for you",
        "relic.near": "A photo from Leena is here",
        "relic.visited": "Leena signed your relic's book",
        "zone.entered": "You are in Kallio",
    ]

    /// A step under another name is applied again to a database that has it, and one that is changed leaves older sites with
    /// another schema than new ones. Each line has the number, a digest of the statements, and the name.
    @Test func `steps of the schema stay as they are, and new ones are written down`() throws {
        let steps = UpgradeTests.steps(try TestSite.empty()).sorted { $0.number < $1.number }
        let lines = steps.map { step in
            let words = step.statements.flatMap { $0.text.split(whereSeparator: \.isWhitespace) }
            let digest = String(SeededGenerator.hash(words.joined(separator: " ")), radix: 36)
            return "\(step.number)\t\(digest)\t\(step.id)"
        }
        let shipped = try OlderSite.text("ShippedMigrations.txt").split(separator: "\n").map { String($0) }
        #expect(lines == shipped, "a line that is missing: \(lines.filter { !shipped.contains($0) })")
    }
}
