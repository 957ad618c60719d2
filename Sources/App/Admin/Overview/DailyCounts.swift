import Database
import Foundation
import Proximity

/// How much of each kind was made on each of the last days. Counted by a job, so that no page goes through whole tables;
/// what was deleted since is still in the counts of days that are over.
enum DailyCounts {
    static let migrations = [
        Migration(
            76, id: "2026-11-26 counts by day",
            statements: [
                """
                CREATE TABLE daily_count (
                  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 20),
                  day BIGINT NOT NULL,
                  number BIGINT NOT NULL,
                  PRIMARY KEY (kind, day))
                """
            ])
    ]

    /// Days that charts show, today among them.
    static let shown = 90
    /// Seconds between two counts.
    static let interval = 900.0

    /// Counts the last days again: all that are shown the first time, then yesterday and today.
    static func count(_ site: Site) throws {
        let now = site.now
        let zone = TimeZone(identifier: site.settings.timeZone) ?? .gmt
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000))
        let today = LocalTime(now, zone)
        for source in site.features.conforming(to: (any DailyCountSource).self) {
            let kind = source.counted.key
            let counts = try site.database.read { database in
                let last: Int? = try database.value(
                    "SELECT day FROM daily_count WHERE kind = \(kind) AND day <= \(today.day) ORDER BY day DESC LIMIT 1"
                )
                // From a midnight on, so that no day is counted in part.
                let days = last.map { min(shown, today.day - $0 + 1) } ?? shown
                let since = now - Double(today.secondOfDay + (days - 1) * 86_400)
                return try source.countsByDay(database, since: since, offset: offset)
            }
            try site.database.write { try store($0, kind, counts: counts + [(today.day, 0)], today: today.day) }
        }
    }

    private static func store(_ database: Writer, _ kind: String, counts: [(day: Int, count: Int)], today: Int) throws {
        for (day, count) in counts {
            try database.execute(
                """
                INSERT INTO daily_count (kind, day, number) VALUES (\(kind), \(day), \(count))
                ON CONFLICT (kind, day) DO UPDATE SET number = excluded.number
                WHERE daily_count.number < excluded.number
                """)
        }
        try database.execute("DELETE FROM daily_count WHERE kind = \(kind) AND day <= \(today - shown)")
        // Days of a clock that was ahead.
        try database.execute("DELETE FROM daily_count WHERE kind = \(kind) AND day > \(today + 1)")
    }

    /// The numbers of the last days up to `today`, the oldest first, with zeros between.
    static func numbers(_ database: Reader, _ kind: String, today: Int) throws -> [Int] {
        let rows: [(Int, Int)] = try database.all(
            """
            SELECT day, number FROM daily_count WHERE kind = \(kind) AND day > \(today - shown) AND day <= \(today)
            """
        ) { (try $0["day"], try $0["number"]) }
        var numbers = [Int](repeating: 0, count: shown)
        for (day, number) in rows { numbers[day - (today - shown + 1)] = number }
        return numbers
    }
}
