import Database
import Proximity
import Testing
import WebPush

@testable import App

/// What becomes of messages: delivered, tried again, given up.
struct PushDeliveryTests {
    private let site: TestSite
    private let phone: PushDevice

    init() throws {
        site = try TestSite.demo()
        phone = try PushDevice("phone")
        try site.member("aino_k").subscribe(phone)
    }

    private var stored: PushSubscription? { get throws { try site.pushSubscriptions("aino_k").first } }

    private func write(_ text: String = "Hello", from name: String = "mikko") throws {
        try site.say(text, from: name, to: "aino_k")
    }

    private func waitingJobs() throws -> Int? {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM job WHERE kind = 'notices.push'") }
    }

    @Test(arguments: [PushAnswer.later(after: nil), .unreachable("no route")])
    func `what fails is tried again at growing intervals, and the first success ends that`(answer: PushAnswer) throws {
        site.pushService.answer(phone.endpoint, answer, answer, answer)
        try write()
        var age = 0.0
        for (count, delay) in [(1, 30.0), (2, 60), (3, 120)] {
            #expect(try phone.messages(site).count == count)
            let stored = try #require(try stored)
            #expect(stored.failures == count && stored.retryAt == site.now + delay)
            #expect(stored.failingSince == site.now - age)
            site.wait(seconds: delay - 1)
            #expect(try phone.messages(site).count == count)
            site.wait(seconds: 1)
            age += delay
        }
        #expect(try phone.titles(site).count == 4)
        let stored = try #require(try stored)
        #expect(stored.failures == 0 && stored.retryAt == nil && stored.failingSince == nil)
        #expect(try waitingJobs() == 0)
        let failing = try site.app.site.database.read { try site.app.jobs.failing($0, site.now) }
        #expect(failing.isEmpty)
    }

    @Test func `a push service that answers nobody is tried for two, and then left alone for a while`() throws {
        let devices = try (1...4).map { number in
            let name = ["mikko", "leena", "jonas", "sofia"][number - 1]
            let device = try PushDevice("d\(number)", at: "https://silent.example.net/send/\(number)")
            site.pushService.answer(device.endpoint, .unreachable("timeout"))
            try site.member(name).subscribe(device)
            try site.say("Hello", from: "aino_k", to: name)
            return device
        }
        func tried() throws -> Int { try devices.reduce(0) { $0 + (try $1.messages(site).count) } }
        #expect(try tried() == 2)
        site.wait(seconds: 29)
        #expect(try tried() == 2)
        try site.say("Hello", from: "mikko", to: "aino_k")
        #expect(try phone.messages(site).count == 1)
        // Afterwards one more is tried; when it answers, so is the rest.
        for endpoint in devices.suffix(2).map(\.endpoint) { site.pushService.clear(endpoint) }
        site.wait(seconds: 1)
        _ = try tried()
        site.wait(seconds: 60)
        for device in devices { #expect(try device.titles(site).count >= 1) }
        #expect(try tried() == 6)
    }

    @Test func `a push service that wants to be left alone is, by all messages and at most for a day`() throws {
        site.pushService.answer(phone.endpoint, .later(after: 900), .later(after: 10_000_000))
        try write()
        _ = try phone.messages(site)
        try write(from: "leena")
        #expect(try phone.messages(site).count == 1)
        site.wait(seconds: 899)
        #expect(try phone.messages(site).count == 1)
        site.wait(seconds: 1)
        _ = try phone.messages(site)
        #expect(try stored?.retryAt == site.now + 86_400)
        // By then neither is news.
        site.wait(seconds: 86_400)
        let count = site.pushService.sent.count
        #expect(try phone.messages(site).count == count && waitingJobs() == 0)
        try write("Again")
        #expect(try phone.messages(site).count == count + 1)
    }

    @Test func `a subscription that its push service does not know is deleted, unless it was renewed meanwhile`() throws
    {
        site.pushService.answer(phone.endpoint, .gone, .gone)
        let (site, renewed) = (site, try PushDevice("renewed", at: phone.endpoint))
        let aino = try site.member("aino_k")
        let form = UncheckedForm { try aino.subscribe(renewed) }
        site.pushService.during { _ in form.send() }
        try write()
        _ = try phone.messages(site)
        #expect(try site.pushRows() == 1)
        site.pushService.during(nil)
        try write()
        _ = try phone.messages(site)
        #expect(try site.pushRows() == 0 && waitingJobs() == 0)
    }

    /// Sends a form from within a delivery, on the thread of the test.
    private struct UncheckedForm: @unchecked Sendable {
        let body: () throws -> Void
        func send() { #expect(throws: Never.self) { try body() } }
    }

    @Test func `a message that is refused for good is dropped, and the device stays`() throws {
        site.pushService.answer(phone.endpoint, .refused(413))
        try write()
        site.wait(seconds: 7_200)
        #expect(try phone.messages(site).count == 1 && waitingJobs() == 0)
        try write()
        #expect(try phone.messages(site).count == 2 && stored?.failures == 0)
    }

    @Test(arguments: [401, 403])
    func `a push service that does not take the signature has failed, and the message is dropped`(status: Int) throws {
        site.pushService.answer(phone.endpoint, .refused(status))
        try write()
        #expect(try phone.messages(site).count == 1 && waitingJobs() == 0)
        #expect(try stored?.failures == 1 && stored?.failingSince == site.now)
        try site.member("aino_k").get("/settings/notices").sees("Couldn’t be reached since")
    }

    @Test func `after a week of failing the device is given up`() throws {
        let aino = try site.member("aino_k")
        for _ in 0..<200 { site.pushService.answer(phone.endpoint, .later(after: nil)) }
        for day in 0..<7 {
            #expect(try site.pushRows() == 1, "\(day)")
            try write("Day \(day)")
            _ = try phone.messages(site)
            site.wait(seconds: 86_400)
            try aino.get("/you")
            site.sweep()
        }
        #expect(try site.pushRows() == 0)
    }

    @Test func `what it waited for so long that it is no news is not sent`() throws {
        let aino = try site.member("aino_k")
        try write()
        site.wait(seconds: 86_399)
        try aino.get("/you")
        #expect(try phone.messages(site).map(\.timeToLive) == [1])
        try write("Again")
        site.wait(seconds: 86_400)
        #expect(try phone.messages(site).count == 1 && waitingJobs() == 0)
    }

    @Test func `the wait grows to an hour, and a clock that was ahead does not prolong it`() throws {
        let delays = (1...9).map { PushSubscription.delay(failures: $0, asked: nil) }
        #expect(delays == [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
        #expect(PushSubscription.delay(failures: 1_000_000, asked: -5) == 3_600)
        #expect(PushSubscription.delay(failures: 1, asked: .max) == 86_400)
        site.pushService.answer(phone.endpoint, .later(after: nil))
        site.wait(seconds: 30 * 86_400 - 60)
        try write()
        _ = try phone.messages(site)
        site.wait(seconds: -25 * 86_400)
        try write("Again")
        #expect(try phone.messages(site).count == 2)
    }

    @Test func `notices of one chat replace each other at the push service, those of others do not`() throws {
        for (name, text) in [("mikko", "One"), ("mikko", "Two"), ("leena", "Three")] {
            try write(text, from: name)
            site.wait(seconds: 1)
            _ = try phone.messages(site)
        }
        let topics = try phone.messages(site).map(\.topic)
        #expect(topics[0] == topics[1] && topics[1] != topics[2])
        #expect(topics.allSatisfy { $0.wholeMatch(of: #/[A-Za-z0-9_-]{32}/#) != nil })
        #expect(try phone.shown(site).map(\.tag)[0].hasPrefix("chat.message-"))
    }
}
