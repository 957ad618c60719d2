import Database
import Foundation
import HTTP
import Proximity
import Synchronization
import Testing

@testable import App

/// A feature with notices that tests announce.
final class NoticeProbe: NoticeSource {
    static let migrations: [Migration] = []
    let routes: [Route] = []
    /// Subjects that their person may not know of any more.
    let hidden = Mutex<Set<Int64>>([])
    private let kinds: [(name: String, channels: Set<NoticeChannel>)]

    init(_ kinds: [(name: String, channels: Set<NoticeChannel>)]) { self.kinds = kinds }

    var noticeTopic: NoticeTopic { .people }
    var noticeKinds: [NoticeKind] {
        kinds.map { name, channels in
            NoticeKind(name: name, icon: "mail", words: "About \(name)", channels: channels) {
                [self] _, notices, _, _ in
                let hidden = hidden.withLock { $0 }
                let shown = notices.filter { !hidden.contains($0.subject) }.map {
                    let path = "/archive?q=\($0.subject)"
                    return ($0.id, NoticeText(title: "Thing \($0.subject) of \(name)", path: path, detail: "Only here"))
                }
                return Dictionary(shown) { first, _ in first }
            }
        }
    }
}

/// A site with kinds of notices, and somebody in Helsinki who is told of them.
struct NoticeBench {
    let site: TestSite
    let probe = NoticeProbe([("test.plain", [.site]), ("test.mailed", [.site, .mail])])
    let paula: Visitor
    let id: ID<Account>

    init(_ site: TestSite? = nil, isConfirmed: Bool = true, name: String = "paula") throws {
        self.site = try site ?? TestSite.empty()
        paula = try self.site.newAccount(name)
        id = try self.site.account(name)
        let mails = try self.site.mails().filter { $0.contains("Hello \(name)") }
        if isConfirmed { try paula.get(Mails.link(mails.last, "/confirm")) }
        register(probe)
        try paula.get("/settings").fill("time_zone", "Europe/Helsinki").submit("/settings/preferences")
    }

    func register(_ feature: any Feature) {
        let features = site.app.site.features
        features.register(features.all + [feature])
    }

    func notify(
        _ kind: String = "test.mailed", _ subjects: Int64..., from sender: ID<Account>? = nil, isAgain: Bool = false
    ) throws {
        try site.app.site.database.write { database in
            for subject in subjects {
                try site.app.notices.notify(
                    database, kind, subject: subject, to: id, from: sender, isAgain: isAgain, at: site.now)
            }
        }
    }

    func write(_ verb: (Writer) throws -> Void) throws { try site.app.site.database.write(verb) }

    func markRead(_ kind: String, _ subject: Int64) throws {
        try write { try site.app.notices.markRead($0, kind, subject: subject, of: id, at: site.now) }
    }

    /// The mails on notices so far, oldest first.
    func mails() throws -> [String] { try site.mails().filter { $0.contains("Thing ") } }

    /// The titles of the mails, in the order of subjects.
    func titles() throws -> [String] {
        try mails().compactMap { $0.firstMatch(of: #/Subject: (Thing .*?)\r\n/#).map { String($0.1) } }.sorted()
    }

    /// Runs the recurring jobs as well.
    func digests() throws -> [String] {
        site.sweep()
        return try site.mails().filter { $0.contains("read this yet:") }
    }

    /// Sends the form with these fields only.
    @discardableResult
    func save(_ fields: (String, String)...) throws -> Visitor {
        try paula.get("/settings/notices")
        return try paula.post(
            "/settings/notices", ([("csrf", paula.token)] + fields).map { (name: $0.0, value: $0.1) })
    }

    var settings: NoticeSettings {
        get throws { try site.app.site.database.read { try NoticeSettingsQueries.settings($0, of: id) } }
    }

    func count(_ sql: SQL) throws -> Int { try site.app.site.database.read { try $0.value(sql) ?? 0 } }
}

extension PlanTests {
    /// Runs the statements of settings, mails and digests.
    func visitNoticeSettings(_ site: TestSite) throws {
        let bench = try NoticeBench(site, name: "noticed")
        try bench.save(
            ("digest", "daily"), ("test.plain.mail", "on"), ("quiet_from", "01:00"), ("quiet_until", "02:00"))
        try bench.notify("test.plain", 1)
        try bench.save(("digest", "daily"), ("test.plain.site", "on"), ("test.plain.mail", "on"))
        try bench.notify("test.plain", 2)
        _ = try bench.mails()
        try bench.markRead("test.plain", 1)
        try bench.write { try site.app.notices.takeBack($0, "test.plain", subject: 1, of: bench.id) }
        try bench.write { try NoticeDigestQueries.setNext($0, bench.id, time: site.now + 9 * 86_400) }
        site.sweep()
        try bench.write { try NoticeDigestQueries.setNext($0, bench.id, time: site.now) }
        site.wait(seconds: 301)
        #expect(try bench.digests().count == 1)
        try bench.paula.get("/settings").fill("time_zone", "UTC").submit("/settings/preferences")
        try bench.write { try NoticeSettingsQueries.delete($0, of: bench.id) }
    }
}
