import Database

/// Tables that other features join: `JOIN \(Person.everyone) AS author ON author.id = note.author_id`.
extension Person {
    /// All accounts, deleted ones included: columns id, username, username_folded, picture, is_deleted.
    static let everyone: SQL = """
        (SELECT id, username, username_folded, picture,
          EXISTS (SELECT 1 FROM deleted_account WHERE deleted_account.account_id = account.id) AS is_deleted
         FROM account)
        """

    /// Suspended accounts: column account_id.
    static let suspensions: SQL = "(SELECT account_id FROM suspension)"
}

extension Account {
    /// What people write about themselves: columns id, bio.
    static let profiles: SQL = "(SELECT id, bio FROM account)"

    /// How long positions are kept: columns id, retention_h.
    static let retention: SQL = "(SELECT id, retention_h FROM account)"

    /// Sharing settings: columns id, area, paused_until, retention_h, time_zone.
    static let sharing: SQL = "(SELECT id, area, paused_until, retention_h, time_zone FROM account)"
}

extension Session {
    /// Browsers of sessions: columns id, agent.
    static let browsers: SQL = "(SELECT id, agent FROM session)"
}
