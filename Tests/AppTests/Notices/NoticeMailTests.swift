import Database
import Foundation
import TestTools
import Testing

@testable import App

/// Notices by mail.
struct NoticeMailTests {
    @Test func `a mail has the title, a link and the way to fewer mails, and nothing else`() throws {
        let bench = try NoticeBench()
        try bench.announce("test.mailed", 7)
        let mail = try #require(try bench.mails().first)
        #expect(mail.contains("To: paula@example.com\r\n") && mail.contains("Subject: Thing 7 of test.mailed\r\n"))
        let body = mail.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "|")
        let base = bench.site.app.site.settings.baseURL
        #expect(
            body.trimmingCharacters(in: .whitespacesAndNewlines) == """
                Hello paula,|Thing 7 of test.mailed|\(base)/archive?q=7|Choose here what \
                \(bench.site.app.site.settings.name) tells you by email:\r\n\(base)/settings/notices
                """)
        #expect(!mail.contains("Only here"))
        _ = try bench.site.mails()
        #expect(try bench.mails().count == 1)
    }

    @Test func `no mail goes out where the box is off, and no job waits for it`() throws {
        let bench = try NoticeBench()
        try bench.announce("test.plain", 1)
        try bench.save(("test.mailed.site", "on"))
        try bench.announce("test.mailed", 2)
        #expect(try bench.count("SELECT count(*) FROM job WHERE kind = 'notices.mail'") == 0)
        #expect(try bench.mails() == [])
    }

    @Test func `mail goes out alone where the page is off`() throws {
        let bench = try NoticeBench()
        try bench.save(("test.plain.mail", "on"))
        let events = try bench.count("SELECT count(*) FROM event")
        try bench.announce("test.plain", 1)
        #expect(try bench.count("SELECT count(*) FROM notice") == 0)
        #expect(try bench.count("SELECT count(*) FROM event") == events)
        #expect(try bench.titles() == ["Thing 1 of test.plain"])
        // Told before.
        bench.site.wait(seconds: 7_200)
        try bench.announce("test.plain", 1)
        #expect(try bench.mails().count == 1)
        try bench.announce("test.plain", 1, isAgain: true)
        #expect(try bench.mails().count == 2)
        // Seen or taken back before it is sent.
        try bench.announce("test.plain", 2, 3)
        try bench.markRead("test.plain", 2)
        try bench.write { try bench.site.app.notices.takeBack($0, "test.plain", subject: 3, of: bench.id) }
        #expect(try bench.mails().count == 2)
        try bench.announce("test.plain", 3)
        #expect(try bench.mails().count == 3)
    }

    @Test func `both off is silence`() throws {
        let bench = try NoticeBench()
        try bench.save(("digest", "off"))
        try bench.announce("test.mailed", 1)
        #expect(try bench.count("SELECT count(*) FROM notice") == 0)
        #expect(try bench.mails() == [])
    }

    @Test func `what was read, taken back, hidden or switched off before the mail goes out is not mailed`() throws {
        let bench = try NoticeBench()
        try bench.save(
            ("test.mailed.site", "on"), ("test.mailed.mail", "on"), ("test.plain.mail", "on"), ("quiet_from", "13:00"),
            ("quiet_until", "15:00"))
        try bench.announce("test.mailed", 1, 2, 3, 4)
        try bench.announce("test.plain", 5)
        try bench.markRead("test.mailed", 1)
        try bench.write { try bench.site.app.notices.takeBack($0, "test.mailed", subject: 2, of: bench.id) }
        bench.probe.hidden.withLock { _ = $0.insert(3) }
        try bench.save(("test.mailed.site", "on"), ("test.mailed.mail", "on"))
        bench.site.wait(seconds: 3_600)
        #expect(try bench.titles() == ["Thing 4 of test.mailed"])
    }

    @Test func `a notice that was read and is raised again is mailed`() throws {
        let bench = try NoticeBench()
        try bench.announce("test.mailed", 1)
        try bench.markRead("test.mailed", 1)
        #expect(try bench.mails() == [])
        bench.site.wait(seconds: 60)
        try bench.announce("test.mailed", 1, isAgain: true)
        #expect(try bench.mails().count == 1)
    }

    @Test func `a notice that is raised again while its mail waits is one mail`() throws {
        let bench = try NoticeBench()
        try bench.announce("test.mailed", 1)
        bench.site.wait(seconds: 1)
        try bench.announce("test.mailed", 1, isAgain: true)
        #expect(try bench.mails().count == 1)
        #expect(try bench.mails().count == 1)
    }

    @Test func `a notice raised again within an hour is one mail`() throws {
        let bench = try NoticeBench()
        try bench.announce("test.mailed", 1)
        try bench.announce("test.mailed", 1, isAgain: true)
        #expect(try bench.mails().count == 1)
        bench.site.wait(seconds: 3_000)
        try bench.announce("test.mailed", 1, isAgain: true)
        // Asked, taken back and asked anew.
        try bench.write { try bench.site.app.notices.takeBack($0, "test.mailed", subject: 1, of: bench.id) }
        try bench.announce("test.mailed", 1)
        #expect(try bench.mails().count == 1)
        bench.site.wait(seconds: 1_000)
        try bench.announce("test.mailed", 1, isAgain: true)
        #expect(try bench.mails().count == 2)
        // The clock was ahead.
        bench.site.wait(seconds: -86_400)
        try bench.announce("test.mailed", 1, isAgain: true)
        #expect(try bench.mails().count == 3)
    }

    @Test func `mail waits for the end of quiet hours`() throws {
        let bench = try NoticeBench()
        try bench.save(
            ("test.mailed.mail", "on"), ("test.mailed.site", "on"), ("quiet_from", "13:30"), ("quiet_until", "14:30"))
        // It is 14:00 in Helsinki.
        try bench.announce("test.mailed", 1)
        try bench.announce("test.mailed", 1, isAgain: true)
        bench.site.wait(seconds: 1_799)
        #expect(try bench.mails() == [])
        bench.site.wait(seconds: 1)
        #expect(try bench.mails().count == 1)
    }

    @Test func `quiet hours that were chosen after the announcement hold as well`() throws {
        let bench = try NoticeBench()
        try bench.announce("test.mailed", 1)
        try bench.write {
            let quiet = QuietHours(from: 13 * 60, until: 15 * 60)
            let zone = try #require(TimeZone(identifier: "Europe/Helsinki"))
            try NoticeSettingsQueries.save($0, NoticeSettings(quiet: quiet), zone: zone, of: bench.id, bench.site.now)
        }
        #expect(try bench.mails() == [])
        bench.site.wait(seconds: 3_600)
        #expect(try bench.mails().count == 1)
    }

    @Test func `nobody gets mail at an unconfirmed address, suspended or gone`() throws {
        let bench = try NoticeBench(isConfirmed: false)
        try bench.announce("test.mailed", 1)
        #expect(try bench.mails() == [])
        let other = try NoticeBench(bench.site, name: "quentin")
        try other.announce("test.mailed", 2)
        try bench.site.suspend(other.id)
        #expect(try bench.mails() == [])
    }

    @Test func `a person gets a limited number of mails a day`() throws {
        let bench = try NoticeBench()
        for subject in Int64(1)...25 { try bench.announce("test.mailed", subject) }
        // Two thirds of twenty: other kinds have room.
        #expect(try bench.mails().count == 13)
        #expect(try bench.count("SELECT count(*) FROM notice") == 25)
        // The rest is told in one.
        bench.site.wait(seconds: 86_400)
        let gathered = try bench.mails().dropFirst(13)
        #expect(gathered.count == 1 && gathered.first?.contains("Subject: 25 new notices\r\n") == true)
        try bench.announce("test.mailed", 26)
        #expect(try bench.mails().count == 15)
    }

    @Test func `what goes over the limit is not told to those who have read it, or have a digest`() throws {
        let bench = try NoticeBench()
        for subject in Int64(1)...25 { try bench.announce("test.mailed", subject) }
        #expect(try bench.mails().count == 13)
        try bench.paula.get("/notices").post(
            "/notices/read", [(name: "csrf", value: bench.paula.token), (name: "all", value: "1")])
        bench.site.wait(seconds: 21_600)
        #expect(try bench.mails().count == 13)
        for subject in Int64(31)...32 { try bench.announce("test.mailed", subject) }
        _ = try bench.mails()
        try bench.save(("digest", "daily"), ("test.mailed.site", "on"), ("test.mailed.mail", "on"))
        bench.site.wait(seconds: 21_600)
        #expect(try bench.mails().count == 13)
    }

    @Test func `one sender has a third of what a person gets`() throws {
        let bench = try NoticeBench()
        let (one, other) = (ID<Account>(rawValue: 71), ID<Account>(rawValue: 72))
        for subject in Int64(1)...20 { try bench.announce("test.mailed", subject, from: one) }
        #expect(try bench.mails().count == 6)
        for subject in Int64(21)...23 { try bench.announce("test.mailed", subject, from: other) }
        #expect(try bench.mails().count == 9)
    }

    /// Otherwise one person could use up what channels take to another: only what the site or the person does themselves has
    /// no sender.
    @Test func `every notice that another person causes says who`() throws {
        let callers = try SwiftSource.files("Sources/App").filter { !$0.path.contains("Demo") }
            .flatMap { path, source in
                source.code.components(separatedBy: ".announce(").dropFirst().compactMap { rest -> String? in
                    // The call ends with the time, which is unlabelled and last.
                    let arguments = rest[..<(rest.range(of: "now)")?.lowerBound ?? rest.endIndex)]
                    return arguments.contains("from:") ? nil : URL(filePath: path).lastPathComponent
                }
            }
        #expect(
            callers.sorted() == [
                "AccountDataJobs.swift", "DailyOpening.swift", "GroupClock.swift", "GroupClock.swift",
                "ZonePresence.swift",
            ])
    }

    @Test func `a title with a line break or of any length makes a subject`() {
        #expect(NoticeMail.line("a\r\nBcc: b") == "a  Bcc: b")
        #expect(NoticeMail.line(String(repeating: "ä", count: 500)).utf8.count <= 303)
    }
}
