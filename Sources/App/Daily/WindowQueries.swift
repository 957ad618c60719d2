import Database
import Proximity

/// SQL on the windows of the days, the plan of the next one, and the settings.
enum WindowQueries {
    private static let columns: SQL = "day, opened_at, closes_at, late_until, reveals_at, audience"

    /// A day's window; nil if none has opened.
    static func window(_ database: Reader, on day: CalendarDay) throws -> DailyWindow? {
        try database.first("SELECT \(columns) FROM daily_window WHERE day = \(day)", window)
    }

    /// The window that opened last; nil if there was none yet.
    static func last(_ database: Reader) throws -> DailyWindow? {
        try database.once("last window") {
            try database.first(
                "SELECT \(columns) FROM daily_window WHERE day = (SELECT max(day) FROM daily_window)", window)
        }
    }

    static func insert(_ database: Writer, _ window: DailyWindow) throws {
        try database.execute(
            """
            INSERT INTO daily_window (day, opened_at, closes_at, late_until, reveals_at, audience)
            VALUES (\(window.day), \(window.openedAt), \(window.closesAt), \(window.lateUntil), \(window.revealsAt),
              \(window.audience.rawValue))
            """)
    }

    private static func window(_ row: Row) throws -> DailyWindow {
        DailyWindow(
            day: try row["day"], openedAt: try row["opened_at"], closesAt: try row["closes_at"],
            lateUntil: try row["late_until"], revealsAt: try row["reveals_at"],
            audience: DailyPost.Audience(rawValue: try row["audience"]) ?? .friends)
    }

    /// What the host has chosen; the defaults, switched off, before the first time.
    static func settings(_ database: Reader) throws -> DailySettings {
        try database.once("daily settings") { try readSettings(database) }
    }

    private static func readSettings(_ database: Reader) throws -> DailySettings {
        let stored = try database.first(
            """
            SELECT is_on, from_minute, until_minute, minutes, audience, reveal, allows_late
            FROM daily_settings WHERE id = 1
            """
        ) { row -> DailySettings in
            let (from, until, minutes): (Int64, Int64, Int64) = (
                try row["from_minute"], try row["until_minute"], try row["minutes"]
            )
            return DailySettings(
                isOn: try row["is_on"], fromMinute: Int(from), untilMinute: Int(until), minutes: Int(minutes),
                audience: DailyPost.Audience(rawValue: try row["audience"]) ?? .friends,
                reveal: DailySettings.Reveal(rawValue: try row["reveal"]) ?? .after,
                allowsLate: try row["allows_late"])
        }
        return stored ?? DailySettings()
    }

    static func set(_ database: Writer, _ settings: DailySettings) throws {
        try database.execute(
            """
            INSERT INTO daily_settings (id, is_on, from_minute, until_minute, minutes, audience, reveal, allows_late)
            VALUES (1, \(settings.isOn), \(Int64(settings.fromMinute)), \(Int64(settings.untilMinute)),
              \(Int64(settings.minutes)), \(settings.audience.rawValue), \(settings.reveal.rawValue),
              \(settings.allowsLate))
            ON CONFLICT (id) DO UPDATE SET is_on = excluded.is_on, from_minute = excluded.from_minute,
              until_minute = excluded.until_minute, minutes = excluded.minutes, audience = excluded.audience,
              reveal = excluded.reveal, allows_late = excluded.allows_late
            """)
    }
}
