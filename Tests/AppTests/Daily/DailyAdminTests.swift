import Database
import Foundation
import Proximity
import Testing

@testable import App

/// What the host decides on photos of the day.
struct DailyAdminTests {
    private let site: TestSite
    private let keeper: Visitor

    init() throws {
        site = try TestSite.empty()
        keeper = try site.administrator()
    }

    private var settings: DailySettings {
        get throws { try site.app.site.database.read { try WindowQueries.settings($0) } }
    }

    @Test func `saving switches on, and the page never says when`() throws {
        try keeper.get("/admin/daily").gets(200).sees("Off", "There hasn’t been one yet.")
        try keeper.fill("from", "09:30").fill("minutes", "7").fill("audience", "everyone").fill("reveal", "at_once")
            .submit("/admin/daily").sees("Saved.", "Once a day between 09:30 and 20:00", "Today’s is still to come.")
        let expected = DailySettings(
            isOn: true, fromMinute: 570, minutes: 7, audience: .everyone, reveal: .atOnce, allowsLate: true)
        #expect(try settings == expected)
        let planned = try #require(try site.planned)
        try keeper.get("/admin/daily").seesNot(LocalTime(planned.opensAt, site.daily.zone).clock)
    }

    @Test func `absent fields keep their value, only the checkbox does not`() throws {
        try keeper.get("/admin/daily").fill("minutes", "9").submit("/admin/daily")
        try keeper.post("/admin/daily", [("csrf", keeper.token), ("until", "21:15")]).gets(200)
        let expected = DailySettings(isOn: true, untilMinute: 21 * 60 + 15, minutes: 9, allowsLate: false)
        #expect(try settings == expected)
    }

    @Test(arguments: [
        ("from", "25:00"), ("from", "9.30"), ("until", ""), ("until", "10:00"), ("until", "٢٠:٠٠"), ("minutes", "0"),
        ("minutes", "61"), ("minutes", "-1"), ("audience", "all"), ("reveal", "x"),
    ])
    func `what is wrong is said beside the field, and nothing is saved`(_ field: String, _ value: String) throws {
        try keeper.get("/admin/daily").fill(field, value).submit("/admin/daily").gets(422)
        #expect(keeper.page.text.contains("\(field)-error"))
        #expect(try settings == DailySettings())
        #expect(try site.planned == nil)
    }

    @Test(arguments: ["", "on", "OFF", "0"])
    func `only the known switch switches off, and another one saves nothing`(value: String) throws {
        try site.switchDailyOn()
        let before = try settings
        try keeper.get("/admin/daily").post(
            "/admin/daily", [("csrf", keeper.token), ("switch", value), ("minutes", "9")]
        ).gets(422).sees("We don’t know that choice.")
        #expect(try settings == before)
        try keeper.post("/admin/daily", [("csrf", keeper.token), ("switch", "off")]).sees("Switched off.")
    }

    @Test func `other hours are drawn again, the same hours are not`() throws {
        let drawn = try site.switchDailyOn()
        try keeper.get("/admin/daily").fill("minutes", "3").submit("/admin/daily")
        #expect(try site.planned == drawn)
        try keeper.get("/admin/daily").fill("from", "15:00").fill("until", "15:01").submit("/admin/daily")
        #expect(try site.planned?.opensAt == DailyDraw.instant(drawn.day, minute: 15 * 60, site.daily.zone))
    }

    @Test func `started by hand, today's drawn window is not opened, and a second start answers 409`() throws {
        let drawn = try site.switchDailyOn()
        try keeper.get("/admin/daily").submit("/admin/daily/start").gets(200).sees("Everyone is being told.")
        #expect(try site.lastWindow?.openedAt == site.now)
        #expect(try site.planned?.day == drawn.day + 1)
        try keeper.post("/admin/daily/start", [("csrf", keeper.token)]).gets(409)
        site.reach(drawn.opensAt)
        #expect(try site.lastWindow?.openedAt == TestSite.noon)
        try keeper.get("/admin/audit").sees("started today's photo")
    }

    @Test func `a window can be started while nothing is drawn`() throws {
        try keeper.get("/admin/daily").submit("/admin/daily/start").gets(200)
        #expect(try site.lastWindow?.isOpen(site.now) == true)
        #expect(try site.planned == nil)
    }

    @Test func `switched off, nothing is planned, and the other settings stay`() throws {
        try site.switchDailyOn { $0.minutes = 12 }
        try keeper.get("/admin/daily")
        try keeper.post("/admin/daily", [("csrf", keeper.token), ("switch", "off")]).gets(200).sees("Switched off.")
        #expect(try settings == DailySettings(isOn: false, minutes: 12))
        #expect(try site.planned == nil)
        try keeper.get("/admin/audit").sees("changed the daily photo's settings")
    }

    @Test func `others do not find the page`() throws {
        let member = try site.newAccount("member")
        try member.get("/admin/daily").gets(404)
        try member.post("/admin/daily/start", [("csrf", member.token)]).gets(404)
        #expect(try site.lastWindow == nil)
    }

    @Test func `it is a tab of the administration`() throws {
        try keeper.get("/admin")
        #expect(keeper.page.links.contains("/admin/daily"))
    }
}
