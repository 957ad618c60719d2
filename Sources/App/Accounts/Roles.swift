import Database
import Proximity

/// SQL on roles and suspensions.
extension AccountQueries {
    static func isAdministrator(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM administrator WHERE account_id = \(account)")
    }

    /// Whether somebody looks after the site.
    static func hasAdministrator(_ database: Reader) throws -> Bool {
        try database.exists("SELECT 1 FROM administrator LIMIT 1")
    }

    static func isSuspended(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM suspension WHERE account_id = \(account)")
    }

    /// The number of accounts, without guests and those that were deleted.
    static func count(_ database: Reader) throws -> Int {
        try database.value(
            """
            SELECT count(*) FROM account
            WHERE NOT EXISTS (SELECT 1 FROM deleted_account WHERE deleted_account.account_id = account.id)
              AND NOT EXISTS (SELECT 1 FROM guest_account WHERE guest_account.account_id = account.id)
            """, as: Int.self) ?? 0
    }

    static func makeAdministrator(_ database: Writer, _ account: ID<Account>, _ now: Timestamp) throws {
        try database.execute(
            """
            INSERT INTO administrator (account_id, created_at) VALUES (\(account), \(now)) ON CONFLICT DO NOTHING
            """)
    }

    static func administrators(_ database: Reader) throws -> [Person] {
        try database.all(
            """
            SELECT account.id AS id, username, display_name FROM administrator
            JOIN account ON account.id = administrator.account_id ORDER BY username_folded
            """
        ) { Person(id: try $0["id"], username: try $0["username"], displayName: try $0["display_name"]) }
    }

    /// Suspends an account and ends its sessions at once; false if it was already suspended.
    static func suspend(_ database: Writer, _ account: ID<Account>, _ now: Timestamp) throws -> Bool {
        let isNew = try database.execute(
            "INSERT INTO suspension (account_id, created_at) VALUES (\(account), \(now)) ON CONFLICT DO NOTHING")
        try endAllSessions(database, of: account)
        return isNew > 0
    }

    /// Ends a suspension; false if there was none.
    static func unsuspend(_ database: Writer, _ account: ID<Account>) throws -> Bool {
        try database.execute("DELETE FROM suspension WHERE account_id = \(account)") > 0
    }

    /// Ends all sessions of an account and returns how many there were.
    @discardableResult
    static func endAllSessions(_ database: Writer, of account: ID<Account>) throws -> Int {
        try database.execute("DELETE FROM session WHERE account_id = \(account)")
    }

    /// Most accounts on one administrator page.
    static let maxSummaries = 50

    /// Accounts, newest first: one page and the cursor of the next.
    static func summaries(
        _ database: Reader, after cursor: Cursor?
    ) throws -> (people: [AccountSummary], next: Cursor?) {
        let from = cursor ?? .newest
        let people = try database.all(
            """
            \(entries) WHERE account.created_at <= \(from.time)
              AND (account.created_at < \(from.time) OR account.id < \(from.id))
            ORDER BY account.created_at DESC, account.id DESC LIMIT \(maxSummaries + 1)
            """, entry)
        return Cursor.page(people, maxSummaries) { Cursor(time: $0.createdAt, id: $0.person.id.rawValue) }
    }

    /// Accounts whose username or display name begins with `text`, by username.
    static func summaries(_ database: Reader, named text: String) throws -> [AccountSummary] {
        try database.all(
            """
            \(entries) WHERE account.id IN \(Person.called(text)) ORDER BY +username_folded LIMIT \(maxSummaries)
            """, entry)
    }

    /// The account with this exact name.
    static func summary(_ database: Reader, named username: String) throws -> AccountSummary? {
        try database.first("\(entries) WHERE username_folded = \(Username.fold(username))", entry)
    }

    private static let entries: SQL = """
        SELECT account.id AS id, username, display_name, account.created_at AS created_at,
          administrator.account_id AS admin_id, suspension.account_id AS suspended_id,
          (SELECT count(*) FROM session WHERE session.account_id = account.id) AS sessions
        FROM (SELECT id, username, username_folded, display_name, created_at FROM account
          WHERE NOT EXISTS (SELECT 1 FROM deleted_account WHERE deleted_account.account_id = account.id)
            AND NOT EXISTS (SELECT 1 FROM guest_account WHERE guest_account.account_id = account.id)) AS account
        LEFT JOIN administrator ON administrator.account_id = account.id
        LEFT JOIN suspension ON suspension.account_id = account.id
        """

    private static func entry(_ row: Row) throws -> AccountSummary {
        let admin: ID<Account>? = try row["admin_id"]
        let suspended: ID<Account>? = try row["suspended_id"]
        return AccountSummary(
            person: Person(id: try row["id"], username: try row["username"], displayName: try row["display_name"]),
            createdAt: try row["created_at"],
            isAdministrator: admin != nil, isSuspended: suspended != nil, sessionCount: try row["sessions"])
    }
}
