import Database
import Proximity

/// SQL on who is asked into which group.
enum GroupInvitationQueries {
    /// A group that somebody is asked into.
    struct Invitation: Sendable {
        let group: FriendGroup
        let inviter: Person
    }

    /// - Returns: false for somebody who is asked already.
    static func insert(
        _ database: Writer, _ account: ID<Account>, to group: ID<FriendGroup>, by member: ID<GroupMember>,
        at now: Timestamp
    ) throws -> Bool {
        let inserted: ID<Account>? = try database.value(
            """
            INSERT INTO friend_group_invitation (group_id, account_id, inviter_id, created_at)
            VALUES (\(group), \(account), \(member), \(now)) ON CONFLICT DO NOTHING RETURNING account_id
            """)
        return inserted != nil
    }

    static func count(_ database: Reader, to group: ID<FriendGroup>) throws -> Int {
        try database.value("SELECT count(*) FROM friend_group_invitation WHERE group_id = \(group)") ?? 0
    }

    /// Those who are asked into a group.
    static func accounts(_ database: Reader, to group: ID<FriendGroup>) throws -> [ID<Account>] {
        try database.all("SELECT account_id FROM friend_group_invitation WHERE group_id = \(group)") {
            try $0["account_id"]
        }
    }

    /// The running groups into which somebody is asked by people whom they see.
    static func open(_ database: Reader, to account: ID<Account>, _ now: Timestamp) throws -> [Invitation] {
        try database.all(
            """
            SELECT \(GroupQueries.columns), \(Person.columns)
            FROM friend_group_invitation AS invitation
            JOIN friend_group ON friend_group.id = invitation.group_id
            JOIN friend_group_member AS inviter ON inviter.id = invitation.inviter_id
            JOIN \(Person.visible(to: account)) AS person ON person.id = inviter.account_id
            WHERE invitation.account_id = \(account) AND friend_group.ended_at IS NULL AND friend_group.ends_at > \(now)
            ORDER BY invitation.group_id DESC LIMIT 100
            """
        ) { Invitation(group: try GroupQueries.group($0), inviter: try Person($0)) }
    }

    /// Whether whoever made a group has asked somebody into it: then they are let in.
    static func isInvitedByMaker(
        _ database: Reader, _ account: ID<Account>, to group: ID<FriendGroup>
    ) throws -> Bool {
        try database.exists(
            """
            SELECT 1 FROM friend_group_invitation AS invitation
            JOIN friend_group_member AS inviter ON inviter.id = invitation.inviter_id
            WHERE invitation.group_id = \(group) AND invitation.account_id = \(account) AND inviter.is_maker = 1
            """)
    }

    static func delete(_ database: Writer, _ account: ID<Account>, from group: ID<FriendGroup>) throws {
        try database.execute(
            "DELETE FROM friend_group_invitation WHERE group_id = \(group) AND account_id = \(account)")
    }

    /// Deletes what a member has asked of others: who leaves asks nobody any more.
    static func delete(_ database: Writer, by member: ID<GroupMember>) throws {
        try database.execute("DELETE FROM friend_group_invitation WHERE inviter_id = \(member)")
    }

    /// Deletes what one of two has asked the other: they are friends no more.
    static func delete(_ database: Writer, between one: ID<Account>, _ other: ID<Account>) throws {
        for (asked, inviter) in [(one, other), (other, one)] {
            try database.execute(
                """
                DELETE FROM friend_group_invitation WHERE account_id = \(asked)
                  AND inviter_id IN (SELECT id FROM friend_group_member WHERE account_id = \(inviter))
                """)
        }
    }

    static func deleteAll(_ database: Writer, to account: ID<Account>) throws {
        try database.execute("DELETE FROM friend_group_invitation WHERE account_id = \(account)")
    }

    /// Who was in the last few groups of somebody while they were, each with the newest of these.
    static func companions(_ database: Reader, of account: ID<Account>) throws -> [ID<Account>: ID<FriendGroup>] {
        let rows = try database.all(
            """
            SELECT other.account_id AS account_id, max(other.group_id) AS group_id
            FROM friend_group_member AS other
            WHERE other.group_id IN (SELECT own.group_id FROM friend_group_member AS own
                WHERE own.account_id = \(account) AND own.admitted_at IS NOT NULL ORDER BY own.group_id DESC LIMIT 5)
              AND other.account_id <> \(account)
              AND other.admitted_at <= coalesce(
                (SELECT mine.left_at FROM friend_group_member AS mine
                WHERE mine.group_id = other.group_id AND mine.account_id = \(account)), other.admitted_at)
            GROUP BY other.account_id
            """
        ) { row -> (ID<Account>, ID<FriendGroup>) in (try row["account_id"], try row["group_id"]) }
        return Dictionary(rows) { first, _ in first }
    }
}
