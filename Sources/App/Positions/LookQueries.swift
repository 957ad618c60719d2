import Database
import Proximity

/// All SQL on an account's looks, see `Looks`.
enum LookQueries {
    static let migrations = [
        Migration(
            25, "2026-11-25 looks",
            [
                // An account without a row has all its looks.
                """
                CREATE TABLE look_budget (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  full_at BIGINT NOT NULL)
                """,
                "CREATE INDEX look_budget_by_time ON look_budget (full_at)",
                // newest_at: time of the newest believed fix. look_lat, look_lon: place of the last paid look.
                "ALTER TABLE device ADD COLUMN newest_at BIGINT",
                "ALTER TABLE device ADD COLUMN look_lat DOUBLE PRECISION CHECK (look_lat BETWEEN -90 AND 90)",
                "ALTER TABLE device ADD COLUMN look_lon DOUBLE PRECISION CHECK (look_lon BETWEEN -180 AND 180)",
            ])
    ]

    /// The looks that an account has now.
    static func looks(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> Looks {
        let fullAt: Timestamp? = try database.value("SELECT full_at FROM look_budget WHERE account_id = \(account)")
        return Looks(fullAt: fullAt ?? now)
    }

    static func set(_ database: Writer, _ account: ID<Account>, _ looks: Looks) throws {
        try database.execute(
            """
            INSERT INTO look_budget (account_id, full_at) VALUES (\(account), \(looks.fullAt))
            ON CONFLICT (account_id) DO UPDATE SET full_at = excluded.full_at
            """)
    }

    /// Deletes the rows of accounts that have all their looks.
    static func deleteFull(_ database: Writer, _ now: Timestamp) throws {
        try database.execute("DELETE FROM look_budget WHERE full_at <= \(now)")
    }

    static func erase(_ database: Writer, _ account: ID<Account>) throws -> Int {
        try database.execute("DELETE FROM look_budget WHERE account_id = \(account)")
    }
}
