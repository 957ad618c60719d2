import Database
import Media
import Proximity

/// A photo of one's own on the calendar.
struct CalendarPhoto: Sendable {
    let id: ID<Moment>
    let day: CalendarDay
    let back: MediaName
    let caption: String
    let isLate: Bool
    let postedAt: Timestamp
}

/// SQL on one's own photos by day.
enum CalendarQueries {
    /// The photos of some days in a row, in order.
    static func photos(
        _ database: Reader, of account: ID<Account>, _ days: ClosedRange<CalendarDay>
    ) throws -> [CalendarPhoto] {
        try database.all(
            """
            \(photos) WHERE account_id = \(account) AND deleted_at IS NULL
              AND day BETWEEN \(days.lowerBound) AND \(days.upperBound) ORDER BY day
            """, photo
        ).compactMap { $0 }
    }

    /// The photos of single days, in order.
    static func photos(
        _ database: Reader, of account: ID<Account>, on days: [CalendarDay]
    ) throws -> [CalendarPhoto] {
        guard !days.isEmpty else { return [] }
        return try database.all(
            """
            \(photos) WHERE account_id = \(account) AND deleted_at IS NULL AND day IN \(days.map { $0.rawValue })
            ORDER BY day
            """, photo
        ).compactMap { $0 }
    }

    /// The newest photos, the newest first.
    static func photos(_ database: Reader, of account: ID<Account>, newest limit: Int) throws -> [CalendarPhoto] {
        try database.all(
            """
            \(photos) WHERE account_id = \(account) AND deleted_at IS NULL ORDER BY day DESC LIMIT \(limit)
            """, photo
        ).compactMap { $0 }
    }

    /// The day of the first photo; nil if there is none.
    static func first(_ database: Reader, of account: ID<Account>) throws -> CalendarDay? {
        try database.value(
            "SELECT day FROM moment WHERE account_id = \(account) AND deleted_at IS NULL ORDER BY day LIMIT 1")
    }

    /// The days with a window since a day, in order, and whether a person posted on them.
    static func days(_ database: Reader, of account: ID<Account>, since day: CalendarDay) throws -> [Streak.Day] {
        try database.all(
            """
            SELECT daily_window.day AS day, moment.id AS id FROM daily_window
            LEFT JOIN moment
              ON moment.account_id = \(account) AND moment.day = daily_window.day AND moment.deleted_at IS NULL
            WHERE daily_window.day >= \(day) ORDER BY daily_window.day
            """
        ) { row in
            let id: ID<Moment>? = try row["id"]
            return Streak.Day(day: try row["day"], isPosted: id != nil)
        }
    }

    /// The days with a window among some in a row.
    static func windows(_ database: Reader, _ days: ClosedRange<CalendarDay>) throws -> Set<CalendarDay> {
        Set(
            try database.all(
                """
                SELECT day FROM daily_window WHERE day BETWEEN \(days.lowerBound) AND \(days.upperBound)
                """
            ) { try $0["day"] })
    }

    private static let photos: SQL = "SELECT id, day, back, caption, late_ms, posted_at FROM moment"

    private static func photo(_ row: Row) throws -> CalendarPhoto? {
        let late: Int64 = try row["late_ms"]
        // The table's CHECK knows only the length of a name.
        guard let back = MediaName(try row["back"] as String) else { return nil }
        return CalendarPhoto(
            id: try row["id"], day: try row["day"], back: back, caption: try row["caption"], isLate: late > 0,
            postedAt: try row["posted_at"])
    }
}
