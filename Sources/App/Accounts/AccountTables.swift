import Database

/// What other features join with: `JOIN \(Person.everyone) AS author ON author.id = note.author_id`.
extension Person {
    /// All people, those who left among them: columns id, username, username_folded, picture, is_deleted.
    static let everyone: SQL = """
        (SELECT id, username, username_folded, picture,
          EXISTS (SELECT 1 FROM deleted_account WHERE deleted_account.account_id = account.id) AS is_deleted
         FROM account)
        """

    /// Those who are suspended: the column account_id.
    static let suspensions: SQL = "(SELECT account_id FROM suspension)"
}

extension Account {
    /// What people say about themselves: columns id, bio.
    static let profiles: SQL = "(SELECT id, bio FROM account)"

    /// How long each person's positions are kept: columns id, retention_h.
    static let retention: SQL = "(SELECT id, retention_h FROM account)"

    /// What people share of where they are: columns id, area, paused_until, retention_h, time_zone.
    static let sharing: SQL = "(SELECT id, area, paused_until, retention_h, time_zone FROM account)"
}

extension Session {
    /// The browsers of sessions: columns id, agent.
    static let browsers: SQL = "(SELECT id, agent FROM session)"
}
