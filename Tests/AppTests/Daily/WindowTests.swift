import Database
import Foundation
import Proximity
import Testing

@testable import App

/// Planning and opening the windows of the days.
struct WindowTests {
    private let site: TestSite
    private let aino: ID<Account>

    init() throws {
        site = try TestSite.empty()
        _ = try site.newAccount("aino_k")
        aino = try site.account("aino_k")
        // At a whole minute that very minute may be drawn, and the window opens at once.
        site.wait(seconds: 1)
    }

    private func count(_ sql: SQL) throws -> Int { try site.app.site.database.read { try $0.value(sql) ?? 0 } }

    @Test func `a site that is off draws nothing`() throws {
        site.sweep()
        #expect(try site.planned == nil)
        site.reach(site.now + 86_400)
        #expect(try site.lastWindow == nil)
    }

    @Test func `the drawn window opens at its minute, and everybody is told once`() throws {
        let drawn = try site.switchDailyOn()
        site.reach(drawn.opensAt - 1)
        #expect(try site.lastWindow == nil)
        site.reach(drawn.opensAt)
        site.sweep()
        let window = try #require(try site.lastWindow)
        #expect(window.day == drawn.day && window.openedAt == drawn.opensAt && window.closesAt == drawn.opensAt + 300)
        #expect(window.revealsAt == window.closesAt)
        #expect(window.lateUntil == DailyDraw.instant(window.day + 1, minute: 0, site.daily.zone))
        #expect(try site.dailyTold(aino) == [1, 1])
        #expect(try site.dailyEvent(window.day, for: aino)?.contains(#""state":"open""#) == true)
        #expect(try site.planned?.day == window.day + 1)
        site.reach(window.closesAt)
        #expect(try site.dailyTold(aino) == [1, 2])
        let machine = RelativeTimeFormatter.machine(window.closesAt)
        #expect(
            try site.dailyEvent(window.day, for: aino) == #"{"state":"closed","until":"\#(machine)"}"#)
    }

    @Test func `a restarted site keeps the plan, and two processes open one window and tell once`() throws {
        let drawn = try site.switchDailyOn()
        let other = try TestSite.at(site.folder, site.now)
        other.sweep()
        #expect(try other.planned == drawn)
        for process in [site, other] { process.wait(seconds: drawn.opensAt - process.now + 1) }
        other.sweep()
        site.sweep()
        other.sweep()
        #expect(try count("SELECT count(*) FROM daily_window") == 1)
        #expect(try site.dailyTold(aino) == [1, 1])
        let copy = try site.copy()
        copy.sweep()
        #expect(try copy.planned == site.planned)
        // The folder goes with the first of the two.
        withExtendedLifetime(other) {}
    }

    @Test func `a copy of a site that has not drawn yet draws the same`() throws {
        let copy = try site.copy()
        copy.wait(seconds: site.now.seconds(since: copy.now))
        #expect(try copy.switchDailyOn() == site.switchDailyOn())
    }

    @Test func `suspended people and those who have posted are not told`() throws {
        _ = try site.newAccount("ville")
        let ville = try site.account("ville")
        try site.suspend(ville)
        let window = try site.openWindow()
        #expect(try site.dailyTold(ville) == [0, 0])
        try site.postDaily(by: aino, in: window)
        #expect(try site.dailyEvent(window.day, for: aino)?.contains(#""state":"posted""#) == true)
    }

    @Test func `hundreds are told in steps, each once`() throws {
        try site.app.site.database.write { database in
            for number in 0..<450 {
                try database.execute(
                    """
                    INSERT INTO account (id, username, username_folded, password, time_zone, units, theme, retention_h,
                      receipts, created_at)
                    SELECT \(Int64(number + 1)), \("person\(number)"), \("person\(number)"), password, time_zone, units,
                      theme, retention_h, receipts, created_at
                    FROM account WHERE id = \(aino)
                    """)
            }
        }
        try site.openWindow()
        #expect(try count("SELECT count(*) FROM event WHERE name = 'daily'") == 451)
        #expect(try count("SELECT count(DISTINCT account_id) FROM notice WHERE kind = 'daily.open'") == 451)
    }

    @Test func `a server that was down opens the window at once while its hours last`() throws {
        let drawn = try site.switchDailyOn { $0.untilMinute = 15 * 60 }
        let late = try #require(DailyDraw.instant(drawn.day, minute: 15 * 60, site.daily.zone)) - 1
        site.reach(late)
        #expect(try site.lastWindow?.openedAt == late)
    }

    @Test func `after the hours the day passes, and the next one has a plan`() throws {
        let drawn = try site.switchDailyOn()
        site.reach(try #require(DailyDraw.instant(drawn.day, minute: 20 * 60, site.daily.zone)))
        #expect(try site.lastWindow == nil)
        #expect(try site.planned?.day == drawn.day + 1)
    }

    @Test func `switched off meanwhile, nothing opens`() throws {
        let drawn = try site.switchDailyOn()
        try site.app.site.database.write { try $0.execute("UPDATE daily_settings SET is_on = 0 WHERE id = 1") }
        site.reach(drawn.opensAt)
        #expect(try site.lastWindow == nil)
        #expect(try site.planned == nil)
    }

    @Test func `in another zone the plan is made again, and an old job opens nothing`() throws {
        let drawn = try site.switchDailyOn()
        var settings = site.app.site.settings
        settings.timeZone = "Pacific/Auckland"
        let changed = settings
        try site.app.site.database.write { try SettingsStore.set($0, changed) }
        site.app.site.settingsStore.keep(changed, site.now)
        try site.daily.keepPlan(site.now)
        let planned = try #require(try site.planned)
        #expect(planned != drawn)
        let local = LocalTime(planned.opensAt, try #require(TimeZone(identifier: "Pacific/Auckland")))
        #expect((10..<20).contains(local.hour) && local.day == planned.day.number)
        site.reach(min(drawn.opensAt, planned.opensAt - 1))
        #expect(try site.lastWindow == nil)
    }

    @Test func `a planned day in the future stays planned`() throws {
        let drawn = try site.switchDailyOn()
        let later = DailyDraw.DailyPost(day: drawn.day + 2, opensAt: drawn.opensAt + 2 * 86_400)
        try site.app.site.database.write { try WindowQueries.setPlan($0, later) }
        site.reach(drawn.opensAt)
        #expect(try site.planned == later)
        #expect(try site.lastWindow == nil)
        // No job was made for it: the recurring one opens it.
        site.reach(later.opensAt + 30)
        #expect(try site.lastWindow?.day == later.day)
    }
}
