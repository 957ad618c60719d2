import Database
import Proximity
import Testing
import WebPush

@testable import App

/// Mail for who chose it while no device of theirs gets notices.
struct PushInsteadTests {
    private let bench: NoticeBench
    private let phone: PushDevice
    private static let told = "Thing 1 of test.pushed"

    init() throws {
        bench = try NoticeBench()
        phone = try PushDevice("phone")
        bench.register(NoticeProbe([("test.pushed", [.site, .push])]))
        try bench.save(("test.pushed.site", "on"), ("test.pushed.push", "on"), ("mails_instead", "on"))
    }

    @Test func `without a device the notice goes by mail, and with one it does not`() throws {
        #expect(try bench.settings.mailsInstead)
        try bench.notify("test.pushed", 1)
        #expect(try bench.titles() == [PushInsteadTests.told] && phone.messages(bench.site).isEmpty)
        try bench.paula.subscribe(phone)
        try bench.notify("test.pushed", 2)
        #expect(try bench.titles().count == 1 && phone.titles(bench.site) == ["Thing 2 of test.pushed"])
    }

    @Test func `a box that is not sent is off, and off is the default`() throws {
        try bench.save(("test.pushed.push", "on"))
        #expect(try !bench.settings.mailsInstead && !NoticeSettings().mailsInstead)
        try bench.notify("test.pushed", 1)
        #expect(try bench.titles() == [])
    }

    @Test func `when the last device turns out to be gone, what it should have got goes by mail, once`() throws {
        let tablet = try PushDevice("tablet")
        try bench.paula.subscribe(phone).subscribe(tablet)
        for device in [phone, tablet] { bench.site.pushService.answer(device.endpoint, .gone) }
        try bench.notify("test.pushed", 1)
        _ = try phone.messages(bench.site)
        #expect(try bench.titles() == [PushInsteadTests.told] && bench.site.pushRows() == 0)
    }

    @Test func `two devices that were removed meanwhile are one mail, and none for what was read`() throws {
        try bench.paula.subscribe(phone).subscribe(PushDevice("tablet"))
        try bench.notify("test.pushed", 1, 2)
        try bench.markRead("test.pushed", 2)
        for device in try bench.site.pushSubscriptions("paula") {
            try bench.paula.get("/settings/notices").post(PushPaths.delete(device.id), [("csrf", bench.paula.token)])
        }
        bench.site.app.runJobs()
        for _ in 0..<3 {
            #expect(try bench.titles() == [PushInsteadTests.told])
            bench.site.wait(seconds: 60)
        }
    }

    @Test func `a kind without push stays without mail`() throws {
        try bench.notify("test.plain", 1)
        #expect(try bench.titles() == [])
    }
}

extension PlanTests {
    /// Runs the statements of devices and of messages to them.
    func visitPush(_ site: TestSite) throws {
        let (phone, other) = (try PushDevice("planned"), try PushDevice("replaced"))
        let (sofia, leena) = (try site.member("sofia"), try site.member("leena"))
        try leena.subscribe(phone)
        try sofia.subscribe(other).subscribe(phone, replaces: other.endpoint).subscribe(other)
        try sofia.subscribe(phone, replaces: other.endpoint)
        let id = try site.account("sofia")
        try site.app.site.database.write {
            try NoticeSettingsQueries.save(
                $0, NoticeSettings(mailsInstead: true), zone: .gmt, of: id, at: site.now)
        }
        for answer in [PushAnswer.accepted, .later(after: nil), .gone] {
            site.pushService.answer(phone.endpoint, answer)
            try site.say("Hello", from: "noor_h", to: "sofia")
            _ = try phone.messages(site)
            site.wait(seconds: 60)
            _ = try phone.messages(site)
            if let device = try site.pushSubscriptions("sofia").first {
                try sofia.get("/settings/notices").post(PushPaths.test(device.id), [("csrf", sofia.token)])
            }
        }
        try sofia.subscribe(phone)
        let device = try #require(site.pushSubscriptions("sofia").first)
        try sofia.post(PushPaths.delete(device.id), [("csrf", sofia.token)])
        try sofia.subscribe(phone)
        try sofia.post("/login", [("csrf", sofia.token), ("username", "sofia"), ("password", "demo-password")])
        try site.app.site.database.write { try PushSubscriptionQueries.delete($0, of: id) }
    }
}
