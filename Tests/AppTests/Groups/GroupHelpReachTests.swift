import Database
import Foundation
import Testing

@testable import App

/// A call for help reaches a phone, whatever else was sent to it and however its owner has set notices.
struct GroupHelpReachTests {
    private let outing: GroupOuting
    private let phone: PushDevice
    private var site: TestSite { outing.site }

    init() throws {
        outing = try GroupOuting()
        phone = try PushDevice("mikko")
        try outing.visitor("mikko").subscribe(phone)
        try outing.gather()
        outing.site.wait(seconds: 20)
    }

    /// Leena asks for help; what mikko's phone shows of it.
    private func help() throws -> [String] {
        try outing.act("leena", path: GroupPaths.help(outing.door.id)).gets(200)
        site.wait(seconds: 20)
        site.sweep()
        return try phone.titles(site).filter { $0.hasPrefix("leena asks for help") }
    }

    /// Uses up what a channel takes to mikko's phone in a day.
    private func fill() throws {
        let target = try #require(try site.pushSubscriptions("mikko").first).id.rawValue
        let counter = "\(try outing.account("mikko"))-\(target)"
        try site.app.site.throttles.attempt(
            [(NoticePush(notices: site.app.notices).limit, counter)], times: 300, site.now)
    }

    @Test func `what others send leaves room for a call for help and a warning`() throws {
        try fill()
        try outing.act("leena", path: GroupPaths.messages(outing.door.id), fields: [("text", "Hello?"), ("key", "k")])
            .gets(200)
        site.sweep()
        #expect(try phone.titles(site) == [])
        #expect(try help().count == 1)
        try outing.stray("leena")
        site.sweep()
        #expect(try phone.titles(site).count == 2)
    }

    @Test func `what goes over is gathered in one message, which waits for a push service that wants that`() throws {
        try fill()
        try outing.act("leena", path: GroupPaths.messages(outing.door.id), fields: [("text", "Hello?"), ("key", "k")])
            .gets(200)
        site.sweep()
        #expect(try phone.titles(site) == [])
        site.pushService.answer(phone.endpoint, .later(after: 90))
        site.wait(seconds: 3_600)
        site.sweep()
        let first = try phone.titles(site)
        #expect(first.count == 1 && first[0].contains(" new notification"))
        site.wait(seconds: 90)
        site.sweep()
        #expect(try phone.titles(site) == first + first)
        site.wait(seconds: 3_600)
        site.sweep()
        #expect(try phone.titles(site).count == 2)
    }

    @Test func `who asks where others are is the sender of that, not who is asked`() throws {
        try outing.act("leena", path: outing.path(of: "mikko") + "/ask").gets(200)
        let payloads = try site.app.site.database.read {
            try $0.all("SELECT payload FROM job WHERE kind = 'notices.push'") { try $0["payload"] as String }
        }
        let leena = try outing.account("leena")
        #expect(try payloads.compactMap { try NoticeDelivery(stored: $0).sender } == [leena])
    }

    @Test func `no kind of notice uses up what the others need`() throws {
        let limit = NoticePush(notices: site.app.notices).limit
        let (mikko, leena, ville) = (
            try outing.account("mikko"), try outing.account("leena"), ID<Account>(rawValue: 7)
        )
        func counters(_ kind: String, from sender: ID<Account>) -> [Throttles.Counter] {
            let delivery = NoticeDelivery(
                kind: kind, subject: 1, account: mikko, sender: sender, target: 1, raisedAt: site.now)
            return site.app.notices.counters(delivery, of: limit)
        }
        let visited = counters("relic.visited", from: ville)
        #expect(visited.map { $0.rule.attempts } == [100, 200, 300])
        // A call for help counts by itself and by who calls, whatever else the same person sent.
        let help = counters("group.help", from: ville).map { $0.subject }
        #expect(help.count == 1 && !visited.map { $0.subject }.contains(help[0]))
        #expect(counters("group.help", from: leena).map { $0.subject } != help)
    }

    @Test func `a call for help and a warning pass quiet hours, a message waits`() throws {
        let mikko = try outing.visitor("mikko")
        try mikko.get("/settings/notices").sees("Calls for help from your groups always come")
            .fill("quiet_from", "00:00").fill("quiet_until", "23:59").submit("/settings/notices").gets(200)
        try outing.act("leena", path: GroupPaths.messages(outing.door.id), fields: [("text", "Hello?"), ("key", "k")])
            .gets(200)
        site.sweep()
        #expect(try phone.titles(site) == [])
        #expect(try help().count == 1)
        try outing.stray("leena")
        site.sweep()
        #expect(try phone.titles(site).count == 2)
    }

    @Test func `a warning can be silenced, a call for help cannot`() throws {
        let mikko = try outing.visitor("mikko")
        try mikko.get("/settings/notices")
        // No box at all.
        try mikko.post("/settings/notices", [("csrf", mikko.token), ("digest", "off")]).gets(200)
        try outing.stray("leena")
        site.sweep()
        #expect(try phone.titles(site) == [])
        #expect(try help().count == 1)
        let row = try mikko.get("/settings/notices").page.text.split(separator: "\n").first {
            $0.contains("group.help.push")
        }
        #expect(row?.contains(#"name="group.help.push" checked disabled"#) == true, "\(row ?? "no row")")
    }

    @Test func `a call for help is mailed as well as pushed`() throws {
        #expect(
            try site.app.site.database.read {
                try site.app.notices.channels($0, of: "group.help", for: outing.account("mikko"))
            } == Set(NoticeChannel.allCases))
        #expect(try help().count == 1)
    }
}
