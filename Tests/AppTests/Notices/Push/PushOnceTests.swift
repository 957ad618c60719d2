import Database
import Proximity
import Synchronization
import Testing
import WebPush

@testable import App

/// Each notice reaches each device once, and only if it still holds.
struct PushOnceTests {
    private let site: TestSite
    private let aino: Visitor
    private let phone: PushDevice
    private let tablet: PushDevice

    init() throws {
        site = try TestSite.demo()
        aino = try site.member("aino_k")
        (phone, tablet) = (try PushDevice("phone"), try PushDevice("tablet"))
        try aino.subscribe(phone)
        try site.member("aino_k").subscribe(tablet)
    }

    private func expect(_ titles: [String], location: SourceLocation = #_sourceLocation) throws {
        for _ in 0..<2 {
            for device in [phone, tablet] { #expect(try device.titles(site) == titles, sourceLocation: location) }
            site.wait(seconds: 60)
        }
    }

    private func say(_ text: String = "Hello", from name: String = "mikko") throws {
        try site.say(text, from: name, to: "aino_k")
    }

    @Test func `a friend request reaches each device once`() throws {
        try site.newAccount("asker").get("/people/aino_k").submit("/friends/requests")
        try expect(["asker wants to be friends"])
    }

    @Test func `a found note reaches each device once, however often its finder stands there`() throws {
        let place = DemoCast.Place.oodi.coordinate.destination(bearing: 0, distance: 50_000)
        try site.leaveNote("found", from: "mikko", for: "aino_k", at: place)
        for _ in 0..<2 {
            try aino.stand(at: place)
            site.wait(seconds: 60)
        }
        try expect(["You found a note from mikko"])
    }

    @Test func `a soft notice reaches each device once, without a sound, and only who chose it`() throws {
        let place = RelicMapTests.place
        try site.leaveRelic("a", from: "mikko", at: place)
        try aino.stand(at: place)
        try expect([])
        try aino.get("/settings/notices").fill("relic.near.push", "on").submit("/settings/notices")
        for _ in 0..<3 {
            site.wait(seconds: 60)
            try aino.stand(at: place)
        }
        try expect(["A photo from mikko is here"])
        #expect(try phone.shown(site).first?.silent == true)
        #expect(try phone.messages(site).first?.urgency == .low)
    }

    @Test func `a burst of messages is one notice of the newest, and later ones are told each`() throws {
        for number in 1...5 {
            try say("Message \(number)")
            site.wait(seconds: 1)
        }
        try expect(["mikko wrote to you"])
        for number in 6...8 {
            try say("Message \(number)")
            _ = try phone.messages(site)
            site.wait(seconds: 5)
        }
        try expect(Array(repeating: "mikko wrote to you", count: 4))
    }

    @Test func `what was read, taken back or switched off meanwhile, or is of somebody hidden, is not sent`() throws {
        try say()
        try aino.get("/chats/mikko")
        try aino.get("/notices").post("/notices/read", [("csrf", aino.token), ("all", "1")])
        try expect([])
        try say(from: "leena")
        try aino.get("/people/leena").submit("/people/leena/block")
        try expect([])
        try say(from: "sofia")
        try aino.get("/settings/notices")
        try aino.post("/settings/notices", [("csrf", aino.token), ("chat.message.site", "on")])
        try expect([])
        try say(from: "mikko")
        try expect([])
    }

    @Test func `nobody suspended gets anything`() throws {
        try say()
        try site.suspend(site.account("aino_k"))
        try site.unsuspend(site.account("aino_k"))
        try expect([])
    }

    @Test func `in quiet hours devices stay quiet, and afterwards get the newest of each`() throws {
        try aino.get("/settings").fill("time_zone", "Europe/Helsinki").submit("/settings/preferences")
        // It is 14:00 in Helsinki.
        try aino.get("/settings/notices").fill("quiet_from", "13:30").fill("quiet_until", "15:00").submit(
            "/settings/notices")
        for number in 1...3 {
            try say("Message \(number)")
            site.wait(seconds: 60)
        }
        #expect(try phone.titles(site) == [])
        site.wait(seconds: 3_600)
        try expect(["mikko wrote to you"])
    }

    @Test func `two deliveries to one device at once are two messages`() throws {
        let (site, other) = (site, Once())
        site.pushService.during { _ in
            // Another thread of the lane takes what is left.
            if other.isFirst() { site.app.runJobs([.push]) }
        }
        try say()
        try say(from: "leena")
        try expect(["mikko wrote to you", "leena wrote to you"])
        #expect(try site.pushSubscriptions("aino_k").allSatisfy { $0.failures == 0 && $0.deliveredAt != nil })
    }

    @Test func `when deliveries to one device fail at once, that is one failure`() throws {
        let (site, other) = (site, Once())
        for device in [phone, tablet] {
            site.pushService.answer(device.endpoint, .later(after: nil), .later(after: nil))
        }
        site.pushService.during { _ in if other.isFirst() { site.app.runJobs([.push]) } }
        try say()
        try say(from: "leena")
        _ = try phone.messages(site)
        #expect(try site.pushSubscriptions("aino_k").map(\.failures) == [1, 1])
    }

    @Test func `a delivery whose process dies is made once more and no further`() throws {
        let site = site
        try aino.get("/settings/sessions").submit("/settings/sessions/end")
        for count in 1...3 {
            // Dies on its way: the lease ends while the message is sent, and nothing is kept of the run.
            site.pushService.during { _ in
                _ = try? site.app.site.database.write { database in
                    try database.execute("UPDATE job SET lease_until = lease_until + 1 WHERE kind = 'notices.push'")
                }
            }
            if count == 1 { try say() }
            _ = try phone.messages(site)
            #expect(site.pushService.sent.count == min(count, 2))
            site.pushService.during(nil)
            site.wait(seconds: NoticePush.lease + 1)
        }
        let left: Int? = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM job WHERE kind = 'notices.push'")
        }
        #expect(left == 0)
    }

    private final class Once: Sendable {
        private let value = Mutex(true)
        func isFirst() -> Bool {
            value.withLock { value in
                defer { value = false }
                return value
            }
        }
    }
}
