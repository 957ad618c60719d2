import Database
import Proximity

/// The links that lead to the set-up of a site, and all SQL on them.
enum SetupLinks {
    static let migrations = [
        Migration(
            80, "2026-11-29 set-up links",
            [
                """
                CREATE TABLE setup_link (
                  token_hash TEXT PRIMARY KEY CHECK (length(token_hash) = 64),
                  created_at BIGINT NOT NULL)
                """
            ])
    ]

    /// Seconds until a link expires.
    static let life = 86_400.0

    /// Makes a link the only one.
    static func replace(_ database: Writer, tokenHash: String, _ now: Timestamp) throws {
        try deleteAll(database)
        try database.execute("INSERT INTO setup_link (token_hash, created_at) VALUES (\(tokenHash), \(now))")
    }

    /// Whether a link is good: it was made in the last day, and nobody looks after the site yet.
    static func isGood(_ database: Reader, tokenHash: String, _ now: Timestamp) throws -> Bool {
        guard try !AccountQueries.hasAdministrator(database) else { return false }
        let made: Timestamp? = try database.value("SELECT created_at FROM setup_link WHERE token_hash = \(tokenHash)")
        // One from the future is of a clock that was wrong.
        return made.map { $0 <= now && now <= $0 + life } ?? false
    }

    static func deleteAll(_ database: Writer) throws { try database.execute("DELETE FROM setup_link") }
}
