import Database

/// Who is there for whom: what other features join with, so that a block or a suspension holds on every path.
/// `JOIN \(Person.visible(to: viewer)) AS author ON author.id = …`
extension Person {
    /// The people who are there for a viewer, with the columns of `Person.everyone`: neither side has blocked the
    /// other, and nobody is suspended.
    static func visible(to viewer: ID<Account>) -> SQL {
        """
        (SELECT known.id AS id, known.username AS username, known.username_folded AS username_folded,
          known.picture AS picture, known.is_deleted AS is_deleted
         FROM \(Person.everyone) AS known
         WHERE NOT \(blocked("known.id", "\(viewer)")) AND NOT \(suspended("known.id")))
        """
    }

    /// The friends of a viewer who are there for them, with the column id.
    static func friends(of viewer: ID<Account>) -> SQL {
        """
        (SELECT near.id AS id FROM \(visible(to: viewer)) AS near
         JOIN friendship ON friendship.account_id = \(viewer) AND friendship.friend_id = near.id)
        """
    }

    /// A condition: one of two people has blocked the other. For columns or bound ids.
    static func blocked(_ one: SQL, _ other: SQL) -> SQL {
        """
        (EXISTS (SELECT 1 FROM block WHERE block.blocker_id = \(one) AND block.blocked_id = \(other))
          OR EXISTS (SELECT 1 FROM block WHERE block.blocker_id = \(other) AND block.blocked_id = \(one)))
        """
    }

    /// A condition: somebody is suspended.
    static func suspended(_ account: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM \(Person.suspensions) AS shut WHERE shut.account_id = \(account))"
    }
}
