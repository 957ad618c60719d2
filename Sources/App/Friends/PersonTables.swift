import Database

/// Tables of visible people. Other features join them, so that blocks and suspensions hold everywhere.
/// `JOIN \(Person.visible(to: viewer)) AS author ON author.id = …`
extension Person {
    /// The people visible to a viewer, with the columns of `Person.everyone`: not suspended, no block in either
    /// direction, and no guests, who are seen only where they were let in.
    static func visible(to viewer: ID<Account>) -> SQL {
        """
        (SELECT known.id AS id, known.username AS username, known.username_folded AS username_folded,
          known.display_name AS display_name, known.picture AS picture, known.is_deleted AS is_deleted
         FROM \(Person.everyone) AS known
         WHERE NOT \(blocked("known.id", "\(viewer)")) AND NOT \(suspended("known.id"))
          AND NOT EXISTS (SELECT 1 FROM \(Account.guests) AS guest WHERE guest.account_id = known.id))
        """
    }

    /// Those whom a viewer does not see, who are few: column id.
    static func hidden(from viewer: ID<Account>) -> SQL {
        """
        (SELECT blocked_id AS id FROM block WHERE blocker_id = \(viewer)
         UNION SELECT blocker_id FROM block WHERE blocked_id = \(viewer)
         UNION SELECT shut.account_id FROM \(Person.suspensions) AS shut)
        """
    }

    /// The visible friends of a viewer: column id.
    static func friends(of viewer: ID<Account>) -> SQL {
        """
        (SELECT near.id AS id FROM \(visible(to: viewer)) AS near
         JOIN friendship ON friendship.account_id = \(viewer) AND friendship.friend_id = near.id)
        """
    }

    /// A condition: one of two people has blocked the other. Takes columns or bound ids.
    static func blocked(_ one: SQL, _ other: SQL) -> SQL {
        """
        (\(hasBlocked(one, other)) OR \(hasBlocked(other, one)))
        """
    }

    /// A condition: the first of two people has blocked the second. Takes columns or bound ids.
    static func hasBlocked(_ blocker: SQL, _ other: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM block WHERE block.blocker_id = \(blocker) AND block.blocked_id = \(other))"
    }

    /// A condition: the first of two people has blocked the second, and until then saw what the second did at a time. Takes
    /// columns or bound values.
    static func sawBeforeBlocking(_ viewer: SQL, _ other: SQL, at time: SQL) -> SQL {
        """
        (EXISTS (SELECT 1 FROM block AS own
           WHERE own.blocker_id = \(viewer) AND own.blocked_id = \(other) AND own.created_at >= \(time))
         AND NOT EXISTS (SELECT 1 FROM block AS theirs
           WHERE theirs.blocker_id = \(other) AND theirs.blocked_id = \(viewer) AND theirs.created_at <= \(time)))
        """
    }

    /// A condition: the account is suspended.
    static func suspended(_ account: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM \(Person.suspensions) AS shut WHERE shut.account_id = \(account))"
    }
}
