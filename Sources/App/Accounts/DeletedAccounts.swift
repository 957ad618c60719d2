import Database
import Media
import Proximity

/// Deleted accounts. An account's row stays, cleared, while other rows refer to it, so that queries need no special
/// case. Pages show *someone who left*.
enum DeletedAccount {
    /// Seconds for which the name of a deleted account is reserved: a year, so that nobody mistakes a stranger for its
    /// former owner.
    static let nameKept = 365 * 86_400.0

    /// What is stored of a reserved name.
    static func code(of username: String, key: SecretKey) -> String {
        Base64URL.encode(key.code("kept name", Username.fold(username)))
    }
}

/// SQL on deleted accounts.
extension AccountQueries {
    static func isDeleted(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM deleted_account WHERE account_id = \(account)")
    }

    /// Whether this is the only administrator.
    static func isLastAdministrator(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        guard try isAdministrator(database, account) else { return false }
        return try !database.exists(
            """
            SELECT 1 FROM administrator WHERE account_id <> \(account)
              AND NOT EXISTS (SELECT 1 FROM suspension WHERE suspension.account_id = administrator.account_id)
            """)
    }

    /// Clears the row of an account, so that nobody sees it or signs in to it. It also counts as suspended, so that
    /// every query that excludes suspended accounts excludes it. `nameCode` reserves its name; nil for a guest, who has none.
    static func deleteAccount(_ database: Writer, _ account: ID<Account>, nameCode: String?, at now: Timestamp) throws {
        try ProfileQueries.setPicture(database, account, picture: nil, at: now)
        let (folded, password) = ("~\(account)", "nobody signs in by this")
        try database.execute(
            """
            UPDATE account SET username = \(Person.deletedName), username_folded = \(folded),
              password = \(password), email = NULL, email_folded = NULL, email_confirmed_at = NULL,
              birth_date = NULL, display_name = NULL, display_name_folded = NULL, bio = '', phone = '', paused_until = NULL, time_zone = 'UTC', units = 'metric',
              theme = 'system', retention_h = 1, receipts = 0, area = 0
            WHERE id = \(account)
            """)
        try database.execute("DELETE FROM administrator WHERE account_id = \(account)")
        try database.execute("DELETE FROM guest_account WHERE account_id = \(account)")
        try database.execute(
            "INSERT INTO suspension (account_id, created_at) VALUES (\(account), \(now)) ON CONFLICT DO NOTHING")
        try database.execute("INSERT INTO deleted_account (account_id, created_at) VALUES (\(account), \(now))")
        try updateStanding(database, of: account)
        guard let nameCode else { return }
        try database.execute(
            """
            INSERT INTO reserved_username (code, ends_at) VALUES (\(nameCode), \(now + DeletedAccount.nameKept))
            ON CONFLICT (code) DO UPDATE SET ends_at = excluded.ends_at
            """)
    }

    /// Whether a name is reserved for a deleted account.
    static func isKept(_ database: Reader, nameCode: String, _ now: Timestamp) throws -> Bool {
        try database.exists("SELECT 1 FROM reserved_username WHERE code = \(nameCode) AND ends_at > \(now)")
    }

    static func releaseNames(_ database: Writer, _ now: Timestamp) throws {
        try database.execute("DELETE FROM reserved_username WHERE ends_at <= \(now)")
    }

    /// Accounts deleted before a time whose row still exists.
    static func deletedAccounts(_ database: Reader, before time: Timestamp) throws -> [ID<Account>] {
        try database.all("SELECT account_id FROM deleted_account WHERE created_at < \(time)") { try $0["account_id"] }
    }

    /// Deletes the row of a deleted account.
    static func forget(_ database: Writer, _ account: ID<Account>) throws {
        try database.execute(
            """
            DELETE FROM account WHERE id = \(account)
              AND EXISTS (SELECT 1 FROM deleted_account WHERE deleted_account.account_id = \(account))
            """)
    }
}
