import Database
import Foundation
import Proximity
import Safeguards
import Testing
import WebPush

@testable import App

/// Turning notices on and off for browsers.
struct PushSubscriptionTests {
    private let site: TestSite
    private let aino: Visitor

    init() throws {
        site = try TestSite.demo()
        aino = try site.member("aino_k")
    }

    private func endpoints(_ name: String = "aino_k") throws -> [String] {
        try site.pushSubscriptions(name).map(\.endpoint)
    }

    @Test func `a browser turns notices on, is told once and gets notices`() throws {
        let phone = try PushDevice("phone")
        try aino.subscribe(phone).isAt("/settings/notices").gets(200)
        let stored = try #require(site.pushSubscriptions("aino_k").first)
        #expect(stored.endpoint == phone.endpoint && stored.deliveredAt == nil && stored.failures == 0)
        try site.say("Hello", from: "mikko", to: "aino_k")
        #expect(try phone.titles(site) == ["mikko wrote to you"])
        #expect(try site.pushSubscriptions("aino_k").first?.deliveredAt == site.now)
    }

    @Test(arguments: [
        ("endpoint", ""), ("endpoint", "http://push.example.net/x"), ("endpoint", "push.example.net/x"),
        ("endpoint", "https://push.example.net/\(String(repeating: "x", count: 1_000))"), ("p256dh", ""),
        ("p256dh", String(repeating: "A", count: 87)), ("p256dh", String(repeating: "A", count: 1_000_00)),
        ("auth", ""), ("auth", "AAAAAAAAAAAAAAAAAAAAAA="), ("auth", "AAAAAAAAAAAAAAAAAAAA+/"),
        ("auth", "AAAAAAAAAAAAAAAAAAAAAA==="),
        ("auth", "AAAAAAAAAAAAAAAAAAAAAB"), ("auth", "AAAAAAAAAAAAAAAAAAAA"),
    ])
    func `a bad address or key is refused in words, and nothing is stored`(name: String, value: String) throws {
        let fields = try PushDevice("phone").fields.map { $0.name == name ? (name, value) : $0 }
        try aino.get("/settings/notices")
        // Larger forms than any page sends are refused before they are read.
        let status = value.utf8.count > 60_000 ? 413 : 422
        for accept in [nil, "application/json"] {
            try aino.post("/settings/push", [("csrf", aino.token)] + fields, accept: accept).gets(status)
            if accept != nil && status == 422 { #expect(aino.page.text.hasPrefix(#"{"error":"This browser"#)) }
        }
        #expect(try site.pushRows() == 0)
    }

    @Test func `keys in either alphabet of base64, padded or not, are the same keys`() throws {
        // Among its keys there are digits that the two alphabets write differently.
        let phone = try #require(
            try (0..<300).map { try PushDevice("phone\($0)") }.first { device in
                device.fields.dropFirst().allSatisfy { $0.value.contains("-") && $0.value.contains("_") }
            })
        try aino.subscribe(phone)
        let keys = try #require(site.pushSubscriptions("aino_k").first).keys
        for (plus, padding) in [("+", ["=", "=="]), ("-", ["=", "=="]), ("+", ["", ""]), (" ", ["=", "=="])] {
            let written = zip(phone.fields.dropFirst(), padding).map { field, end in
                (name: field.name, value: field.value.replacing("-", with: plus).replacing("_", with: "/") + end)
            }
            try aino.post(PushPaths.subscribe, [("csrf", aino.token), ("endpoint", phone.endpoint)] + written).gets(200)
            #expect(try site.pushSubscriptions("aino_k").map(\.keys) == [keys], "\(plus) \(padding)")
        }
    }

    @Test func `an address whose name leads into a private network is refused`() throws {
        let site = try TestSite.empty { $0.push.isForbidden = { $0.url.contains("inside") } }
        let paula = try site.newAccount("paula")
        try paula.subscribe(PushDevice("a", at: "https://inside.example.net/a")).gets(422)
        #expect(try site.pushRows() == 0)
        try paula.subscribe(PushDevice("a", at: "https://outside.example.net/a")).gets(200)
        #expect(try site.pushRows() == 1)
    }

    @Test func `the same browser again is renewed, with its new keys and session`() throws {
        let phone = try PushDevice("phone")
        try aino.subscribe(phone).subscribe(phone)
        let first = try #require(site.pushSubscriptions("aino_k").first)
        let again = try site.member("aino_k")
        try again.subscribe(PushDevice("new keys", at: phone.endpoint))
        let second = try #require(site.pushSubscriptions("aino_k").first)
        #expect(try site.pushRows() == 1)
        #expect(first.id == second.id && first.session != second.session && first.keys != second.keys)
    }

    @Test func `one that replaces another keeps its place, and what is on its way to it`() throws {
        let (old, new) = (try PushDevice("old"), try PushDevice("new"))
        try aino.subscribe(old)
        let id = try #require(site.pushSubscriptions("aino_k").first?.id)
        try site.say("Hello", from: "mikko", to: "aino_k")
        try aino.subscribe(new, replaces: old.endpoint)
        #expect(try site.pushSubscriptions("aino_k").map(\.id) == [id] && endpoints() == [new.endpoint])
        #expect(try new.titles(site) == ["mikko wrote to you"] && old.messages(site).isEmpty)
        // The new one is there already.
        let third = try PushDevice("third")
        try aino.subscribe(third).subscribe(new, replaces: third.endpoint)
        #expect(try endpoints() == [new.endpoint])
        // Nobody replaces what is another's.
        try site.member("mikko").subscribe(third, replaces: new.endpoint)
        #expect(try endpoints() == [new.endpoint])
    }

    @Test func `a browser that changed hands is the new person's alone`() throws {
        let phone = try PushDevice("phone")
        try aino.subscribe(phone)
        let mikko = try site.member("mikko")
        // Who knows only the address changes nothing for the other.
        try mikko.subscribe(PushDevice("made up", at: phone.endpoint)).gets(200)
        #expect(try endpoints() == [phone.endpoint] && endpoints("mikko") == [phone.endpoint])
        try mikko.subscribe(phone)
        #expect(try endpoints() == [] && endpoints("mikko") == [phone.endpoint])
    }

    @Test func `an account has ten at most, and the oldest goes`() throws {
        for number in 0..<12 { try aino.subscribe(PushDevice("device\(number)")) }
        #expect(try endpoints() == (2..<12).map { "https://push.example.net/send/device\($0)" })
    }

    @Test func `turning notices on and testing are limited by account`() throws {
        let phone = try PushDevice("phone")
        for _ in 0..<Throttle.pushSubscription.attempts { try aino.subscribe(phone).gets(200) }
        try aino.subscribe(phone).gets(429)
        try site.member("mikko").subscribe(phone).gets(200)
        site.wait(seconds: 3_600)
        try aino.subscribe(phone).gets(200)
        let path = PushPaths.test(try #require(site.pushSubscriptions("aino_k").first).id)
        for _ in 0..<Throttle.pushTest.attempts { try aino.post(path, [("csrf", aino.token)]).gets(200) }
        try aino.post(path, [("csrf", aino.token)]).gets(429)
    }

    @Test func `a test reaches the device, whatever the settings, and only its owner sends it or removes the device`()
        throws
    {
        let phone = try PushDevice("phone")
        try aino.subscribe(phone)
        let id = try #require(site.pushSubscriptions("aino_k").first).id
        let mikko = try site.member("mikko")
        for path in [PushPaths.test(id), PushPaths.delete(id), "/settings/push/1/test", "/settings/push/x/delete"] {
            try mikko.get("/settings").post(path, [("csrf", mikko.token)]).gets(404)
        }
        try aino.get("/settings/notices").post(PushPaths.test(id), [("csrf", aino.token)])
            .isAt("/settings/notices").sees("A test is on its way.")
        let base = site.app.site.settings.baseURL
        #expect(
            try phone.shown(site) == [
                ShownPush(
                    title: "Notices from \(site.app.site.settings.name) reach this device",
                    navigate: "\(base)/settings/notices", tag: "push.test", lang: "en", dir: "auto")
            ])
        let message = try #require(try phone.messages(site).first)
        #expect(message.urgency == .high && message.timeToLive == 600 && message.topic.count == 32)
        try aino.post(PushPaths.delete(id), [("csrf", aino.token)]).isAt("/settings/notices").sees("Removed.")
        #expect(try site.pushRows() == 0)
        try aino.post(PushPaths.delete(id), [("csrf", aino.token)]).gets(404)
    }

    @Test func `a test that cannot be delivered comes when it can, within ten minutes`() throws {
        let phone = try PushDevice("phone")
        try aino.subscribe(phone)
        let path = PushPaths.test(try #require(site.pushSubscriptions("aino_k").first).id)
        site.pushService.answer(phone.endpoint, .later(after: nil), .later(after: 3_600))
        try aino.post(path, [("csrf", aino.token)])
        #expect(try phone.messages(site).count == 1)
        site.wait(seconds: 30)
        #expect(try phone.messages(site).map(\.timeToLive) == [600, 570])
        site.wait(seconds: 3_600)
        #expect(try phone.messages(site).count == 2)
        let left: Int? = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM job WHERE kind = 'push.test'")
        }
        #expect(left == 0)
    }

    @Test func `devices are exported without their keys, and deleted with the account`() throws {
        let phone = try PushDevice("phone")
        try aino.subscribe(phone)
        try aino.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        let path = try #require(aino.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") })
        let files = try ExportTests.unpacked(aino, path)
        #expect(try #require(files["notices/devices.json"]).contains(#""added":"2026-11-"#))
        #expect(!files.values.contains { $0.contains("push.example.net") || $0.contains(phone.fields[1].value) })
        try aino.get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        #expect(try site.pushRows() == 0)
    }
}
