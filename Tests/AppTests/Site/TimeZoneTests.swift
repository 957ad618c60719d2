import Foundation
import Testing

@testable import App

/// Names of time zones, as browsers send them.
struct TimeZoneTests {
    @Test(arguments: [
        "Asia/Kolkata", "Asia/Calcutta", "Asia/Saigon", "Asia/Ho_Chi_Minh", "America/Buenos_Aires",
        "America/Argentina/Buenos_Aires", "US/Pacific", "Europe/Kyiv", "Europe/Kiev", "Etc/UTC", "UTC", "Etc/GMT-14",
    ])
    func `every name that a browser sends is known and stays`(name: String) throws {
        #expect(TimeZones.isKnown(name))
        let zone = try #require(TimeZone(identifier: name))
        let stored = TimeZones.name(of: zone)
        #expect(TimeZones.isKnown(stored))
        let again = try #require(TimeZone(identifier: stored))
        let (summer, winter) = (Date(timeIntervalSince1970: 1_782_000_000), Date(timeIntervalSince1970: 1_798_000_000))
        for date in [summer, winter] { #expect(again.secondsFromGMT(for: date) == zone.secondsFromGMT(for: date)) }
        let offered = TimeZones.choices(with: name).map { $0.0 }
        #expect(offered.contains(name) && Set(offered).count == offered.count)
    }

    @Test(arguments: [
        "", "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "Europe/Helsinki\u{0}", "Europe/Helsinki ",
        "Еurope/Helsinki", String(repeating: "Europe/", count: 10) + "Helsinki",
    ])
    func `nothing else is known`(name: String) {
        #expect(!TimeZones.isKnown(name) && !TimeZones.choices(with: name).contains { $0.0 == name })
    }

    @Test(arguments: [
        ("Asia/Kolkata", "Asia/Kolkata"), ("US/Pacific", "US/Pacific"), ("UTC", "UTC"), ("Etc/UTC", "Etc/UTC"),
    ])
    func `who signs up with a zone has it, also after saving other settings`(sent: String, kept: String) throws {
        let site = try TestSite.empty()
        let visitor = Visitor(site)
        try visitor.get("/signup").fill("username", "asha_r").fill("email", "asha@example.com")
            .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me").fill("time_zone", sent).submit("/signup")
        for _ in 0..<2 {
            try visitor.get("/settings")
            let chosen = visitor.page.forms.flatMap { $0.fields }.first { $0.name == "time_zone" }?.value
            #expect(chosen == kept)
            try visitor.fill("theme", "dark").submit("/settings/preferences").gets(200)
        }
    }
}
