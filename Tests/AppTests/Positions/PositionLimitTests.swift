import Database
import Proximity
import Testing

@testable import App

/// Limits on position reports.
struct PositionLimitTests {
    private let fields = ["lat": "60.1738", "lon": "24.938", "accuracy": "8"]

    /// Sends a report once and returns the status.
    private func send(
        _ visitor: Visitor, _ site: TestSite, age seconds: Double = 0, accept: String? = "application/json"
    ) throws -> Int {
        let time = site.now.milliseconds - Int64(seconds * 1_000)
        let form = fields.merging(["at": "\(time)", "csrf": visitor.token]) { $1 }
        return try visitor.post("/positions", form.map { (name: $0.key, value: $0.value) }, accept: accept).page.status
    }

    private func count(_ site: TestSite) throws -> Int? {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM position", as: Int.self) }
    }

    @Test func `a device may report twice a second, and a third report writes nothing and gets Retry-After`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k").get("/")
        for _ in 0..<2 { #expect(try send(aino, site) == 200) }
        let before = try count(site)
        #expect(try send(aino, site) == 429)
        #expect(aino.page.headers["retry-after"] == "1")
        aino.sees("error", "too many tries")
        #expect(try send(aino, site, accept: nil) == 429)
        #expect(aino.page.headers["retry-after"] == "1")
        aino.sees("Slow down a little")
        #expect(try count(site) == before)
        site.wait(seconds: 0.999)
        #expect(try send(aino, site) == 429)
        site.wait(seconds: 0.001)
        #expect(try send(aino, site) == 200)
        #expect(try count(site) == (before ?? 0) + 1)
    }

    @Test func `an account may report ten times a second, and others are not affected`() throws {
        let site = try TestSite.demo()
        let devices = try (0..<6).map { _ in try site.member("aino_k").get("/") }
        for device in devices.prefix(5) { for _ in 0..<2 { #expect(try send(device, site) == 200) } }
        #expect(try send(devices[5], site) == 429)
        let mikko = try site.member("mikko").get("/")
        #expect(try send(mikko, site) == 200)
        site.wait(seconds: 1)
        #expect(try send(devices[5], site) == 200)
    }

    @Test func `late reports have their own limit`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k").get("/")
        for _ in 0..<50 { #expect(try send(aino, site, age: 601) == 200) }
        #expect(try send(aino, site, age: 601) == 429)
        #expect(aino.page.headers["retry-after"] == "1")
        for _ in 0..<2 { #expect(try send(aino, site) == 200) }
        // Ten minutes are not late.
        #expect(try send(aino, site, age: 600) == 429)
        site.wait(seconds: 1)
        #expect(try send(aino, site, age: 601) == 200)
    }

    @Test func `an invalid report counts like any other`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k").get("/")
        for _ in 0..<2 {
            try aino.post("/positions", [("csrf", aino.token), ("lat", "x")], accept: "application/json").gets(422)
        }
        #expect(try send(aino, site) == 429)
    }

    @Test func `late points are counted by the day, those of an account too`() throws {
        let (limits, now) = (PositionLimits(), TestSite.noon)
        func reporter(_ device: Int64) -> PositionReporter {
            PositionReporter(
                account: ID(rawValue: 1), origin: .app(ID(rawValue: device)), zone: .gmt, retentionHours: 24,
                isPaused: false)
        }
        let fixes = try (0..<2_000).map {
            try Fix(
                coordinate: DemoCast.Place.oodi.coordinate, accuracy: 8, time: now - Double(60 + $0), source: .overland)
        }
        // Three phones use up what an account has.
        for (device, expected) in zip([1, 2, 3, 4] as [Int64], [10, 10, 10, 0]) {
            let taken = (0..<12).count { _ in limits.attempt(fixes, from: reporter(device), now).retryAfter == nil }
            #expect(taken == expected)
        }
        #expect(limits.attempt(fixes, from: reporter(4), now + 86_400).allowed.count == 2_000)
    }
}
