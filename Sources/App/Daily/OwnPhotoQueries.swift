import Database
import Media
import Proximity

/// A photo of the day of one's own.
struct OwnPhoto: Sendable {
    let id: ID<DailyPost>
    let day: CalendarDay
    let back: MediaName
    let caption: String
    let isLate: Bool
    let postedAt: Timestamp
}

/// The same with its files, for who takes them away.
struct OwnPhotoFiles: Sendable {
    let day: CalendarDay
    let back: MediaName
    let backType: String
    let front: MediaName?
    let frontType: String?
    let caption: String
    let postedAt: Timestamp
}

/// SQL on one's own photos by day.
enum OwnPhotoQueries {
    /// The photos of some days in a row, in order.
    static func photos(
        _ database: Reader, of account: ID<Account>, _ days: ClosedRange<CalendarDay>
    ) throws -> [OwnPhoto] {
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
    ) throws -> [OwnPhoto] {
        guard !days.isEmpty else { return [] }
        return try database.all(
            """
            \(photos) WHERE account_id = \(account) AND deleted_at IS NULL AND day IN \(days.map { $0.rawValue })
            ORDER BY day
            """, photo
        ).compactMap { $0 }
    }

    /// The newest photos, the newest first.
    static func photos(_ database: Reader, of account: ID<Account>, newest limit: Int) throws -> [OwnPhoto] {
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
    static func days(
        _ database: Reader, of account: ID<Account>, since day: CalendarDay
    ) throws -> [(day: CalendarDay, isPosted: Bool)] {
        try database.all(
            """
            SELECT daily_window.day AS day, moment.id AS id FROM daily_window
            LEFT JOIN moment
              ON moment.account_id = \(account) AND moment.day = daily_window.day AND moment.deleted_at IS NULL
            WHERE daily_window.day >= \(day) ORDER BY daily_window.day
            """
        ) { row in
            let id: ID<DailyPost>? = try row["id"]
            return (day: try row["day"], isPosted: id != nil)
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

    /// The photos of some days in a row with the types of their files, in order.
    static func files(
        _ database: Reader, of account: ID<Account>, _ days: ClosedRange<CalendarDay>
    ) throws -> [OwnPhotoFiles] {
        try database.all(
            """
            SELECT moment.day AS day, moment.back AS back, moment.front AS front, moment.caption AS caption,
              moment.posted_at AS posted_at, back.content_type AS back_type, front.content_type AS front_type
            FROM moment JOIN \(Uploads.originals) AS back ON back.name = moment.back
            LEFT JOIN \(Uploads.originals) AS front ON front.name = moment.front
            WHERE moment.account_id = \(account) AND moment.deleted_at IS NULL
              AND moment.day BETWEEN \(days.lowerBound) AND \(days.upperBound)
            ORDER BY moment.day
            """, files
        ).compactMap { $0 }
    }

    private static let photos: SQL = "SELECT id, day, back, caption, late_ms, posted_at FROM moment"

    private static func photo(_ row: Row) throws -> OwnPhoto? {
        let late: Int64 = try row["late_ms"]
        // The table's CHECK knows only the length of a name.
        guard let back = MediaName(try row["back"] as String) else { return nil }
        return OwnPhoto(
            id: try row["id"], day: try row["day"], back: back, caption: try row["caption"], isLate: late > 0,
            postedAt: try row["posted_at"])
    }

    private static func files(_ row: Row) throws -> OwnPhotoFiles? {
        let (back, front): (String, String?) = (try row["back"], try row["front"])
        guard let name = MediaName(back) else { return nil }
        return OwnPhotoFiles(
            day: try row["day"], back: name, backType: try row["back_type"], front: front.flatMap { MediaName($0) },
            frontType: try row["front_type"], caption: try row["caption"], postedAt: try row["posted_at"])
    }
}
