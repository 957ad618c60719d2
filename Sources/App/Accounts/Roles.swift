import Database
import Proximity

/// SQL on roles and suspensions.
extension AccountQueries {
    static func isAdministrator(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM administrator WHERE account_id = \(account)")
    }

    static func isSuspended(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM suspension WHERE account_id = \(account)")
    }

    static func hasAdministrator(_ database: Reader) throws -> Bool {
        try database.exists("SELECT 1 FROM administrator LIMIT 1")
    }

    /// The number of accounts, without guests and those that were deleted.
    static func count(_ database: Reader) throws -> Int {
        try database.value("SELECT count(*) FROM account WHERE is_deleted = 0 AND is_guest = 0") ?? 0
    }

    static func makeAdministrator(_ database: Writer, _ account: ID<Account>, at now: Timestamp) throws {
        try database.execute(
            """
            INSERT INTO administrator (account_id, created_at) VALUES (\(account), \(now)) ON CONFLICT DO NOTHING
            """)
    }

    /// - Returns: whether the person was one.
    static func removeAdministrator(_ database: Writer, _ account: ID<Account>) throws -> Bool {
        try database.execute("DELETE FROM administrator WHERE account_id = \(account)") > 0
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
    static func suspend(_ database: Writer, _ account: ID<Account>, at now: Timestamp) throws -> Bool {
        let isNew = try database.execute(
            "INSERT INTO suspension (account_id, created_at) VALUES (\(account), \(now)) ON CONFLICT DO NOTHING")
        try updateStanding(database, of: account)
        try endAllSessions(database, of: account)
        return isNew > 0
    }

    /// Ends a suspension; false if there was none.
    static func unsuspend(_ database: Writer, _ account: ID<Account>) throws -> Bool {
        guard try database.execute("DELETE FROM suspension WHERE account_id = \(account)") > 0 else { return false }
        try updateStanding(database, of: account)
        return true
    }

    /// Repeats in an account's row what three other tables say of it; called by whatever changes one of them.
    static func updateStanding(_ database: Writer, of account: ID<Account>) throws {
        try database.execute(
            """
            UPDATE account SET
              is_suspended = (SELECT count(*) FROM suspension WHERE suspension.account_id = account.id),
              is_deleted = (SELECT count(*) FROM deleted_account WHERE deleted_account.account_id = account.id),
              is_guest = (SELECT count(*) FROM guest_account WHERE guest_account.account_id = account.id)
            WHERE id = \(account)
            """)
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
        let rows = Cursor.rows(after: cursor, by: "account.created_at", "account.id", limit: maxSummaries + 1)
        let people = try database.all("\(entries) WHERE \(rows)", entry)
        return Cursor.page(people, size: maxSummaries) { Cursor(time: $0.createdAt, id: $0.person.id.rawValue) }
    }

    /// Accounts whose username or display name begins with `text`, by username.
    static func summaries(_ database: Reader, named text: String) throws -> [AccountSummary] {
        // The plus keeps the ids that were found: in the order of the index of names, all accounts are read.
        try database.all(
            """
            \(entries) WHERE account.id IN \(Person.called(text)) ORDER BY +username_folded LIMIT \(maxSummaries)
            """, entry)
    }

    /// Accounts by username: one page, and the name after which the next one begins.
    static func summaries(
        _ database: Reader, byNameAfter name: String
    ) throws -> (people: [AccountSummary], next: String?) {
        let people = try database.all(
            """
            \(entries) WHERE username_folded > \(Username.fold(name)) ORDER BY username_folded LIMIT \(maxSummaries + 1)
            """, entry)
        let shown = Array(people.prefix(maxSummaries))
        return (shown, people.count > shown.count ? shown.last?.person.username : nil)
    }

    /// The account with this exact name.
    static func summary(_ database: Reader, named username: String) throws -> AccountSummary? {
        try database.first("\(entries) WHERE username_folded = \(Username.fold(username))", entry)
    }

    // The pluses keep the indices of time and name, in whose order the lists are: by account_by_standing, all accounts are
    // read and sorted for each page.
    private static let entries: SQL = """
        SELECT account.id AS id, username, display_name, account.created_at AS created_at,
          administrator.account_id AS admin_id, is_suspended,
          (SELECT count(*) FROM session WHERE session.account_id = account.id) AS sessions
        FROM (SELECT id, username, username_folded, display_name, created_at, is_suspended FROM account
          WHERE +is_deleted = 0 AND +is_guest = 0) AS account
        LEFT JOIN administrator ON administrator.account_id = account.id
        """

    private static func entry(_ row: Row) throws -> AccountSummary {
        let admin: ID<Account>? = try row["admin_id"]
        return AccountSummary(
            person: Person(id: try row["id"], username: try row["username"], displayName: try row["display_name"]),
            createdAt: try row["created_at"],
            isAdministrator: admin != nil, isSuspended: try row["is_suspended"], sessionCount: try row["sessions"])
    }
}
