import Database
import Proximity

/// Tables that other features join: `JOIN \(Person.everyone) AS author ON author.id = note.author_id`.
extension Person {
    /// All accounts, deleted ones included: columns id, username, username_folded, display_name, picture, is_deleted,
    /// is_suspended, is_guest.
    static let everyone: SQL = """
        (SELECT id, username, username_folded, display_name, picture, is_deleted, is_suspended, is_guest FROM account)
        """

    /// The accounts whose username or display name begins with a text, or with `isWhole` is this text: column id. Guests
    /// are among them: whoever asks takes of these only the people that somebody sees.
    static func called(_ text: String, isWhole: Bool = false) -> SQL {
        let (username, name) = (Username.fold(text), DisplayName.fold(text))
        let lastUsername = isWhole ? username : username + "\u{7F}"
        let lastName = isWhole || name.isEmpty ? name : name + "\u{10FFFF}"
        return """
            (SELECT id FROM account WHERE username_folded BETWEEN \(username) AND \(lastUsername)
             UNION SELECT id FROM account WHERE display_name_folded BETWEEN \(name) AND \(lastName))
            """
    }

    /// Suspended accounts: column account_id.
    static let suspensions: SQL = "(SELECT account_id FROM suspension)"
}

extension Account {
    /// Guests: column account_id.
    static let guests: SQL = "(SELECT account_id FROM guest_account)"

    /// What people write about themselves: columns id, bio.
    static let profiles: SQL = "(SELECT id, bio FROM account)"

    /// Who lets others know what they have read: columns id, receipts.
    static let receipts: SQL = "(SELECT id, receipts FROM account)"

    /// How long positions are kept: columns id, retention_h.
    static let retention: SQL = "(SELECT id, retention_h FROM account)"

    /// Sharing settings: columns id, area, paused_until, retention_h, time_zone.
    static let sharing: SQL = "(SELECT id, area, paused_until, retention_h, time_zone FROM account)"

    /// How somebody reads distances and times: columns id, units, time_zone.
    static let reading: SQL = "(SELECT id, units, time_zone FROM account)"
}

extension Session {
    /// Browsers of sessions: columns id, agent.
    static let browsers: SQL = "(SELECT id, agent FROM session)"

    /// Sessions that have not ended: columns id, account_id.
    static func living(_ now: Timestamp) -> SQL {
        """
        (SELECT id, account_id FROM session WHERE used_at > \(now - Accounts.idleLife) AND \(mayLive(now)))
        """
    }

    /// A condition: an account used the site after a time. Others learn of a use at the next full half hour.
    static func wasUsed(by account: SQL, since time: Timestamp, _ now: Timestamp) -> SQL {
        """
        EXISTS (SELECT 1 FROM session WHERE session.account_id = \(account)
          AND CASE WHEN session.used_at < \(HalfHour.beginning(of: now)) THEN session.used_at
            ELSE session.earlier_at END >= \(time))
        """
    }

    /// The condition that a row of sessions is not too old and its person not suspended.
    static func mayLive(_ now: Timestamp) -> SQL {
        """
        session.created_at > \(now - Accounts.maxLife)
          AND NOT EXISTS (SELECT 1 FROM suspension WHERE suspension.account_id = session.account_id)
          AND NOT EXISTS (SELECT 1 FROM administrator WHERE administrator.account_id = session.account_id
            AND session.created_at <= \(now - Accounts.maxAdministratorLife))
        """
    }
}

extension AccountQueries {
    /// The accounts that are neither suspended nor deleted, in the order of their ids, without guests.
    static func active(_ database: Reader, after account: ID<Account>, limit: Int) throws -> [ID<Account>] {
        try database.all(
            """
            SELECT id FROM account
            WHERE id > \(account) AND is_suspended = 0 AND is_deleted = 0 AND is_guest = 0
            ORDER BY id LIMIT \(limit)
            """
        ) { try $0["id"] }
    }
}
