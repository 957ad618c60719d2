import Foundation
import Testing

@testable import App

/// The mail of what somebody has not read.
struct NoticeDigestTests {
    private static let day = 86_400.0
    /// Seconds from 14:00 on Saturday to 08:00 on Sunday.
    private static let untilMorning = 18 * 3_600.0

    private func bench(_ digest: String) throws -> NoticeBench {
        let bench = try NoticeBench()
        try bench.save(("digest", digest), ("test.plain.site", "on"), ("test.mailed.site", "on"))
        return bench
    }

    @Test func `every morning a mail lists what is unread and new`() throws {
        let bench = try bench("daily")
        try bench.notify("test.plain", 1, 2, 3)
        try bench.markRead("test.plain", 2)
        bench.probe.hidden.withLock { _ = $0.insert(3) }
        bench.site.wait(seconds: NoticeDigestTests.untilMorning - 1)
        #expect(try bench.digests() == [])
        bench.site.wait(seconds: 300)
        let mail = try #require(try bench.digests().first)
        #expect(mail.contains("Subject: One new notification\r\n") && mail.contains("Thing 1 of test.plain"))
        #expect(mail.contains("/archive?q=1") && mail.contains("/settings/notices"))
        #expect(!mail.contains("Thing 2") && !mail.contains("Thing 3") && !mail.contains("Only here"))
        // Nothing new: no mail.
        bench.site.wait(seconds: NoticeDigestTests.day)
        #expect(try bench.digests().count == 1)
        try bench.notify("test.plain", 4)
        bench.site.wait(seconds: NoticeDigestTests.day)
        let second = try bench.digests()
        #expect(second.count == 2 && second[1].contains("Thing 4") && !second[1].contains("Thing 1"))
    }

    @Test func `a weekly digest comes on Monday`() throws {
        let bench = try bench("weekly")
        try bench.notify("test.plain", 1)
        bench.site.wait(seconds: NoticeDigestTests.untilMorning + 300)
        #expect(try bench.digests() == [])
        bench.site.wait(seconds: NoticeDigestTests.day)
        #expect(try bench.digests().count == 1)
        try bench.notify("test.plain", 2)
        for _ in 0..<6 {
            bench.site.wait(seconds: NoticeDigestTests.day)
            #expect(try bench.digests().count == 1)
        }
        bench.site.wait(seconds: NoticeDigestTests.day)
        #expect(try bench.digests().count == 2)
    }

    @Test func `off is the default, and ends it`() throws {
        let bench = try bench("off")
        try bench.notify("test.plain", 1)
        bench.site.wait(seconds: 8 * NoticeDigestTests.day)
        #expect(try bench.digests() == [])
        try bench.save(("digest", "daily"), ("test.plain.site", "on"))
        try bench.notify("test.plain", 2)
        try bench.save(("digest", "off"), ("test.plain.site", "on"))
        bench.site.wait(seconds: 8 * NoticeDigestTests.day)
        #expect(try bench.digests() == [])
    }

    @Test func `a long list is cut`() throws {
        let bench = try bench("daily")
        for subject in Int64(1)...25 { try bench.notify("test.plain", subject) }
        bench.site.wait(seconds: NoticeDigestTests.untilMorning)
        let mail = try #require(try bench.digests().first)
        #expect(mail.matches(of: #/Thing \d+/#).count == 20)
        #expect(mail.contains("Subject: 25 new notifications") && mail.contains("And 5 more: "))
    }

    @Test func `after a pause of the server there is one digest`() throws {
        let bench = try bench("daily")
        try bench.notify("test.plain", 1)
        bench.site.wait(seconds: 5 * NoticeDigestTests.day)
        #expect(try bench.digests().count == 1)
        try bench.notify("test.plain", 2)
        bench.site.wait(seconds: 600)
        #expect(try bench.digests().count == 1)
    }

    @Test func `a digest waits for the end of quiet hours`() throws {
        let bench = try bench("daily")
        try bench.save(
            ("digest", "daily"), ("test.plain.site", "on"), ("quiet_from", "22:00"), ("quiet_until", "10:00"))
        try bench.notify("test.plain", 1)
        bench.site.wait(seconds: NoticeDigestTests.untilMorning + 3_600)
        #expect(try bench.digests() == [])
        // The server was away until night.
        bench.site.wait(seconds: 14 * 3_600)
        #expect(try bench.digests() == [])
        bench.site.wait(seconds: 11 * 3_600)
        #expect(try bench.digests().count == 1)
    }

    @Test(arguments: ["daily", "weekly"])
    func `a clock that was ahead for a while silences nobody`(digest: String) throws {
        let bench = try bench(digest)
        let period = digest == "daily" ? NoticeDigestTests.day : 7 * NoticeDigestTests.day
        bench.site.wait(seconds: 400 * NoticeDigestTests.day)
        try bench.notify("test.mailed", 9)
        #expect(try bench.digests().count == 1)
        bench.site.wait(seconds: -400 * NoticeDigestTests.day)
        #expect(try bench.digests().count == 1)
        // The recurring job runs again within its interval.
        bench.site.wait(seconds: 301)
        #expect(try bench.digests().count == 1)
        try bench.notify("test.plain", 1)
        bench.site.wait(seconds: period)
        let mails = try bench.digests()
        #expect(mails.count == 2 && mails.contains { $0.contains("Thing 1 of") })
    }

    @Test func `whoever is suspended or has no confirmed address gets none`() throws {
        let bench = try bench("daily")
        let other = try NoticeBench(bench.site, isConfirmed: false, name: "quentin")
        try other.save(("digest", "daily"), ("test.plain.site", "on"))
        try bench.notify("test.plain", 1)
        try other.notify("test.plain", 2)
        try bench.site.suspend(bench.id)
        bench.site.wait(seconds: NoticeDigestTests.untilMorning)
        #expect(try bench.digests() == [])
        #expect(try other.mails() == [])
    }

    @Test func `the morning is that of the zone one moves to`() throws {
        let bench = try bench("daily")
        try bench.notify("test.plain", 1)
        // 08:00 in Auckland is 21:00 in Helsinki.
        try bench.paula.get("/settings").fill("time_zone", "Pacific/Auckland").submit("/settings/preferences")
        bench.site.wait(seconds: 7 * 3_600)
        #expect(try bench.digests().count == 1)
    }
}
