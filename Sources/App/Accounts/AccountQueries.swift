import Database
import Foundation
import Mail
import Proximity

/// All SQL on accounts and sessions.
enum AccountQueries {
    /// The columns that login needs.
    struct Credentials: Sendable {
        let id: ID<Account>
        let password: String
    }

    /// Whether any account exists, deleted ones included.
    static func hasAccounts(_ database: Reader) throws -> Bool {
        try database.exists("SELECT 1 FROM account WHERE id > 0 LIMIT 1")
    }

    static func insert(
        _ database: Writer, _ newAccount: NewAccount, password: String, _ now: Timestamp
    ) throws -> ID<Account> {
        let id = try database.newID(Account.self)
        try database.execute(
            """
            INSERT INTO account
              (id, username, username_folded, display_name, display_name_folded, password, email, email_folded, birth_date,
                time_zone, units, theme, retention_h, receipts, created_at)
            VALUES (\(id), \(newAccount.username.text), \(newAccount.username.folded),
              \(newAccount.displayName?.text), \(newAccount.displayName?.folded), \(password),
              \(newAccount.email?.text), \(newAccount.email?.folded), \(newAccount.birthDate?.text), \(newAccount.timeZone),
              'metric', 'system', 24, 1, \(now))
            """)
        return id
    }

    /// The account with this name or with this confirmed address, as typed at login.
    static func credentials(_ database: Reader, username: String) throws -> Credentials? {
        let condition: SQL =
            if let email = EmailAddress(username) {
                "email_folded = \(email.folded) AND email_confirmed_at IS NOT NULL"
            } else { "username_folded = \(Username.fold(username))" }
        return try database.first("SELECT id, password FROM account WHERE \(condition)") {
            Credentials(id: try $0["id"], password: try $0["password"])
        }
    }

    /// Deletes all sessions and all mailed links.
    static func endEverything(_ database: Writer) throws {
        try database.execute("DELETE FROM session")
        try database.execute("DELETE FROM account_token")
    }

    static func setPassword(_ database: Writer, _ account: ID<Account>, _ password: String) throws {
        try database.execute("UPDATE account SET password = \(password) WHERE id = \(account)")
    }

    static func setPreferences(_ database: Writer, _ account: ID<Account>, _ preferences: Preferences) throws {
        try database.execute(
            """
            UPDATE account
            SET time_zone = \(preferences.timeZone), units = \(preferences.units.rawValue),
              theme = \(preferences.theme.rawValue), retention_h = \(preferences.retentionHours),
              receipts = \(preferences.receipts), area = \(preferences.area)
            WHERE id = \(account)
            """)
    }

    /// The zone of an account's clock.
    static func timeZone(_ database: Reader, of account: ID<Account>) throws -> TimeZone {
        let name: String? = try database.value("SELECT time_zone FROM account WHERE id = \(account)")
        return name.flatMap { TimeZone(identifier: $0) } ?? .gmt
    }

    /// The viewer of a session that is not too old, and the last use stored in its row. The caller decides whether it
    /// was idle too long, because it may know of a later use.
    static func session(
        _ database: Reader, tokenHash: String, _ now: Timestamp
    ) throws -> (viewer: Viewer, usedAt: Timestamp)? {
        try database.first(
            """
            SELECT account.id AS account_id, username, display_name, time_zone, units, theme, retention_h, receipts,
              area, paused_until, picture, session.id AS session_id, used_at, administrator.account_id AS admin_id,
              guest_account.account_id AS guest_id
            FROM session JOIN account ON account.id = session.account_id
            LEFT JOIN administrator ON administrator.account_id = account.id
            LEFT JOIN guest_account ON guest_account.account_id = account.id
            WHERE token_hash = \(tokenHash) AND \(Session.mayLive(now))
            """
        ) { row in
            let admin: ID<Account>? = try row["admin_id"]
            let guest: ID<Account>? = try row["guest_id"]
            let viewer = Viewer(
                id: try row["account_id"], username: try row["username"], displayName: try row["display_name"],
                session: try row["session_id"],
                timeZone: TimeZone(identifier: try row["time_zone"]) ?? .gmt,
                units: DistanceFormat(rawValue: try row["units"]) ?? .metric,
                theme: ColourTheme(rawValue: try row["theme"]) ?? .system, receipts: try row["receipts"],
                retentionHours: try row["retention_h"], isAdministrator: admin != nil, sharesArea: try row["area"],
                picture: try row["picture"],
                pausedUntil: try row["paused_until"], isGuest: guest != nil)
            return (viewer, try row["used_at"])
        }
    }

    /// Whether a session has not ended.
    static func isLive(_ database: Reader, tokenHash: String, _ now: Timestamp) throws -> Bool {
        try database.exists("SELECT 1 FROM session WHERE token_hash = \(tokenHash) AND \(Session.mayLive(now))")
    }

    static func insertSession(
        _ database: Writer, _ account: ID<Account>, _ tokenHash: String, agent: String, _ now: Timestamp
    ) throws -> ID<Session> {
        let id = try database.newID(Session.self)
        try database.execute(
            """
            INSERT INTO session (id, account_id, token_hash, agent, created_at, used_at)
            VALUES (\(id), \(account), \(tokenHash), \(agent), \(now), \(now))
            """)
        return id
    }

    /// The session of an account with this token; nil if it is another account's.
    static func session(_ database: Reader, tokenHash: String, of account: ID<Account>) throws -> ID<Session>? {
        try database.value("SELECT id FROM session WHERE token_hash = \(tokenHash) AND account_id = \(account)")
    }

    static func recordUse(_ database: Writer, of session: ID<Session>, _ time: Timestamp) throws {
        try database.execute(
            """
            UPDATE session SET used_at = \(time),
              earlier_at = CASE WHEN used_at < \(HalfHour.beginning(of: time)) THEN used_at ELSE earlier_at END
            WHERE id = \(session) AND used_at < \(time)
            """)
    }

    static func endSession(_ database: Writer, tokenHash: String) throws {
        try database.execute("DELETE FROM session WHERE token_hash = \(tokenHash)")
    }

    /// Ends all sessions of an account except `kept`; all of them if nil.
    static func endSessions(_ database: Writer, of account: ID<Account>, but kept: ID<Session>?) throws {
        try database.execute(
            "DELETE FROM session WHERE account_id = \(account) AND id <> \(kept ?? ID(rawValue: 0))")
    }

    /// Ends a session of this account; false if it belongs to another account.
    static func endSession(_ database: Writer, _ id: ID<Session>, of account: ID<Account>) throws -> Bool {
        try database.execute("DELETE FROM session WHERE id = \(id) AND account_id = \(account)") > 0
    }

    /// The live sessions of an account, last used first.
    static func sessions(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [LivingSession] {
        try database.all(
            """
            SELECT id, agent, created_at, used_at FROM session
            WHERE account_id = \(account) AND used_at > \(now - Accounts.idleLife)
              AND created_at > \(now - Accounts.longestLife)
            ORDER BY used_at DESC, id DESC
            """
        ) {
            LivingSession(
                id: try $0["id"], agent: try $0["agent"], createdAt: try $0["created_at"], usedAt: try $0["used_at"])
        }
    }

    static func setPause(_ database: Writer, _ account: ID<Account>, until: Timestamp?) throws {
        try database.execute("UPDATE account SET paused_until = \(until) WHERE id = \(account)")
    }

    static func deleteEnded(_ database: Writer, _ now: Timestamp) throws {
        try database.execute("DELETE FROM session WHERE used_at <= \(now - Accounts.idleLife)")
    }
}
