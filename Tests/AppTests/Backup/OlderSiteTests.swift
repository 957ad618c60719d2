import Database
import Foundation
import Media
import Proximity
import TestTools
import Testing

@testable import App
@testable import Database

/// A database as the program of 26 November 2026 left it, before the names of its code changed: it opens, every job that
/// waited in it runs, and every notice in it is shown.
struct OlderSiteTests {
    /// The last step of the schema of then.
    static let lastStep = 68
    /// The ids of its rows are below this; those of rows that a program adds are times.
    private static let idLimit = 1_000

    private static func text(_ file: String) throws -> String {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: file)
        return try String(contentsOf: url, encoding: .utf8)
    }

    /// Makes a data folder of then.
    static func makeData(_ folder: String, _ change: String = "") throws {
        let steps = UpgradeTests.steps(try TestSite.empty()).filter { $0.number <= OlderSiteTests.lastStep }
        let clock: @Sendable () -> Int64 = { TestSite.noon.milliseconds }
        let database = try Database(path: folder + "/cairn.sqlite", migrations: steps, clock: clock)
        let statements = (try OlderSiteTests.text("OlderSite.sql") + change).components(separatedBy: ";\n")
        try database.write { database in
            for statement in statements where statement.contains("INSERT") || statement.contains("UPDATE") {
                try database.execute(SQL(text: statement, values: [], isKept: false))
            }
        }
        database.close()
        try Foundation.Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: folder + "/secret.key"))
    }

    /// A site on a database of then.
    private func olderSite(_ change: String = "") throws -> TestSite {
        let folder = TestSite.newFolder()
        try OlderSiteTests.makeData(folder, change)
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

    @Test func `who had left is not shown as a person`() throws {
        let site = try olderSite("INSERT INTO suspension (account_id, created_at) VALUES (2, 1795258800000);\n")
        let standings: [[Bool]] = try site.app.site.database.read { database in
            try database.all("SELECT is_deleted, is_suspended, is_guest FROM account WHERE id IN (2, 4) ORDER BY id") {
                [try $0["is_deleted"], try $0["is_suspended"], try $0["is_guest"]]
            }
        }
        #expect(standings == [[false, true, false], [true, false, false]])
    }

    @Test func `every job that waited is carried out`() throws {
        let site = try olderSite()
        let name = try #require(MediaName(String(repeating: "x", count: 26)))
        let file = URL(fileURLWithPath: site.app.uploads.store.path(name, .original))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Foundation.Data("a photo".utf8).write(to: file)
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
            ("aino_k@example.org", "new notifications"),
        ]
        for (address, words) in expected {
            #expect(mails.contains { $0.contains(address) && $0.contains(words) }, "\(words) to \(address)")
        }
        let titles = try PushDevice("old").titles(site)
        for title in [
            "Leena wrote to you", "Your export is ready", "Leena asks for help · Friday",
            "Notifications from Cairn reach this device",
        ] {
            #expect(titles.contains(title), "\(title)")
        }
        #expect(titles.contains { $0.hasSuffix("new notifications") })
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
        try site.member("aino_k").get("/notices").sees("You are in Kallio", "Leena signed your relic’s book")
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
        "group.silent": "Mikko’s phone is silent: nobody is told if they get too far away · Friday",
        "group.home-safe": "Home safe?",
        "group.message": "New in Friday",
        "group.ended": "Rink crew is over",
        "group.invited": "Leena asks you to come along: Sauna",
        "note.found": "You found a note from Leena",
        "note.opened": "Leena opened your note",
        "note.waiting": "A note from Leena is waiting for you",
        "relic.near": "A photo from Leena is here",
        "relic.visited": "Leena signed your relic’s book",
        "zone.entered": "You are in Kallio",
    ]

    @Test func `steps of the schema keep their numbers and names`() throws {
        let names = Set(UpgradeTests.steps(try TestSite.empty()).map { "\($0.number)\t\($0.id)" })
        let shipped = try OlderSiteTests.text("ShippedMigrations.txt").split(separator: "\n").map { String($0) }
        #expect(shipped.count > 60 && shipped.filter { !names.contains($0) } == [])
    }

    @Test func `a step that was called otherwise for a while is not applied again`() throws {
        let site = try olderSite(
            """
            UPDATE grdb_migrations SET identifier = '2026-11-23 all of a recipient’s'
            WHERE identifier = '2026-11-23 all of a recipient''s'
            """)
        #expect(try site.isInUse)
    }

    @Test func `payloads are read as they are stored now and were before, and nothing else`() throws {
        let delivery = try NoticeDelivery(stored: "friend.asked\n3\n1\n0\n1795262100000\n3")
        #expect(delivery.kind == "friend.asked" && delivery.sender == ID(rawValue: 3))
        let again = try NoticeDelivery(stored: try delivery.stored)
        #expect(again.raisedAt == delivery.raisedAt && again.account == delivery.account)
        #expect(try delivery.stored.hasPrefix("{"))
        let test = PushTest(subscription: ID(rawValue: 30), account: ID(rawValue: 1), askedAt: TestSite.noon)
        #expect(try PushTest(stored: "30\n1\n\(TestSite.noon.milliseconds)") == test)
        #expect(try PushTest(stored: try test.stored) == test)
        for other in ["", "30", "30\n1", "{}", "{\"subscription\":30}"] {
            #expect(throws: UnreadablePayload.self) { try PushTest(stored: other) }
        }
    }
}
