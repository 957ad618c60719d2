import Database
import Proximity

/// All SQL on an account's looks, see `LookBucket`.
enum LookQueries {
    /// The looks that an account has now.
    static func looks(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> LookBucket {
        let fullAt: Timestamp? = try database.value("SELECT full_at FROM look_bucket WHERE account_id = \(account)")
        return LookBucket(fullAt: fullAt ?? now)
    }

    static func set(_ database: Writer, _ account: ID<Account>, looks: LookBucket) throws {
        try database.execute(
            """
            INSERT INTO look_bucket (account_id, full_at) VALUES (\(account), \(looks.fullAt))
            ON CONFLICT (account_id) DO UPDATE SET full_at = excluded.full_at
            """)
    }

    /// Deletes the rows of accounts that have all their looks.
    static func deleteFull(_ database: Writer, _ now: Timestamp) throws {
        try database.execute("DELETE FROM look_bucket WHERE full_at <= \(now)")
    }

    static func erase(_ database: Writer, _ account: ID<Account>) throws -> Int {
        try database.execute("DELETE FROM look_bucket WHERE account_id = \(account)")
    }
}
