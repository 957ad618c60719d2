import Database
import Proximity

/// All SQL on the page of first steps: a row for each account that still has it.
enum FirstStepQueries {
    static let migrations = [
        Migration(
            82, id: "2026-11-26 first steps",
            statements: [
                """
                CREATE TABLE first_steps (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  begun_at BIGINT NOT NULL)
                """,
                "CREATE INDEX first_steps_by_time ON first_steps (begun_at)",
            ])
    ]

    /// Whether an account has the page.
    static func isOpen(_ database: Reader, for account: ID<Account>) throws -> Bool {
        try database.once("first steps", of: account.rawValue) {
            try database.exists("SELECT 1 FROM first_steps WHERE account_id = \(account)")
        }
    }

    static func open(_ database: Writer, for account: ID<Account>, _ now: Timestamp) throws {
        try database.execute(
            """
            INSERT INTO first_steps (account_id, begun_at) VALUES (\(account), \(now))
            ON CONFLICT (account_id) DO NOTHING
            """)
    }

    static func close(_ database: Writer, for account: ID<Account>) throws {
        try database.execute("DELETE FROM first_steps WHERE account_id = \(account)")
    }

    /// Deletes the pages that began before a time.
    static func closeAll(_ database: Writer, before time: Timestamp) throws {
        try database.execute("DELETE FROM first_steps WHERE begun_at < \(time)")
    }
}
