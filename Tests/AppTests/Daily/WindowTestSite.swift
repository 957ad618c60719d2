import Database
import Foundation
import Media
import Proximity
import Testing

@testable import App

extension TestSite {
    var daily: Daily { app.daily }
    var today: CalendarDay { daily.today(now) }

    /// Opens today's window by what its job does, and tells everybody. Where today has one, the clock moves a day on.
    @discardableResult
    func openWindow(_ change: (inout DailySettings) -> Void = { _ in }) throws -> DailyWindow {
        if try app.site.database.read({ try WindowQueries.window($0, on: today) }) != nil { wait(seconds: 86_400) }
        let window = try app.site.database.write { database in
            var settings = try WindowQueries.settings(database)
            change(&settings)
            try WindowQueries.set(database, settings)
            return try daily.open(database, today, at: now)
        }
        app.runJobs([.prompt])
        return window
    }

    /// Switches drawing on; returns the moment that was drawn.
    @discardableResult
    func switchDailyOn(_ change: (inout DailySettings) -> Void = { _ in }) throws -> DailyDraw.DailyPost {
        // Otherwise this very minute may be drawn, and opens at the next look.
        wait(seconds: 1)
        try app.site.database.write { database in
            var settings = try WindowQueries.settings(database)
            settings.isOn = true
            change(&settings)
            try WindowQueries.set(database, settings)
        }
        try daily.keepPlan(now)
        return try #require(try planned)
    }

    var planned: DailyDraw.DailyPost? { get throws { try app.site.database.read { try WindowQueries.plan($0) } } }
    var lastWindow: DailyWindow? { get throws { try app.site.database.read { try WindowQueries.last($0) } } }

    /// Moves the clock to a time and runs what is due.
    func reach(_ time: Timestamp) {
        wait(seconds: time - now)
        sweep()
    }

    /// What events about a day would say to a person now.
    func dailyEvent(_ day: CalendarDay, for account: ID<Account>) throws -> String? {
        try app.site.database.read {
            try daily.eventData($0, of: [day.rawValue], for: account, now)[day.rawValue]
        }
    }

    /// How many notices, then how many events, about windows a person was given.
    func dailyTold(_ account: ID<Account>) throws -> [Int] {
        try app.site.database.read { database in
            [
                try database.value(
                    "SELECT count(*) FROM notice WHERE account_id = \(account) AND kind = 'daily.open'") ?? 0,
                try database.value(
                    "SELECT count(*) FROM event WHERE account_id = \(account) AND name = 'daily'") ?? 0,
            ]
        }
    }

    /// Posts a photo of the day whose file is stored nowhere.
    func postDaily(by account: ID<Account>, in window: DailyWindow) throws {
        try app.site.database.write { database in
            let letters = "\(account)\(window.day.number)".suffix(26).map { Array("abcdefghij")[Int("\($0)") ?? 0] }
            let name = try #require(MediaName(String(repeating: "a", count: 26 - letters.count) + String(letters)))
            try database.execute(
                """
                INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
                VALUES (\(name.text), \(account), 'photo', 'image', 1, \(now))
                """)
            _ = try DailyPostQueries.insert(
                database, NewDailyPost(back: name, formKey: "test"), of: account, in: window, at: now)
            try daily.posted(database, on: window.day, by: account, now)
        }
    }
}
