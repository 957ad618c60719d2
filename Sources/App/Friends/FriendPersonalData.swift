import Database
import Foundation
import Proximity

/// Friendships, requests and blocks as personal data.
extension Friends {
    var personalData: PersonalData {
        PersonalData(
            exported: [
                "friendship", "friend_request", "block", "decline", "ended_friendship", "invite", "single_invite",
                "findable", "circle", "circle_member",
            ],
            files: [
                .init(
                    path: "friends/",
                    words: "your friends and circles, requests, people you blocked or removed, and how you can be found"
                )
            ],
            deleted: [
                .init(
                    icon: "users", title: "Your friends, circles and requests",
                    words: "You disappear from their lists at once. Nobody is told.")
            ],
            count: { _, _ in 6 },
            export: { writer, account in
                try writer.one("friends/friends.json") { try FriendExport.friends($0, of: account) }
                try writer.one("friends/circles.json") { try FriendExport.circles($0, of: account) }
                try writer.one("friends/requests.json") { try FriendExport.requests($0, of: account) }
                try writer.one("friends/blocked.json") { try FriendExport.blocked($0, of: account) }
                try writer.one("friends/removed.json") { try FriendExport.removed($0, of: account) }
                try writer.one("friends/ways-to-me.json") { try FriendExport.ways($0, of: account, writer.now) }
            },
            delete: { database, account, _ in try FriendQueries.deleteAll(database, account) })
    }
}

extension FriendQueries {
    /// Deletes all rows between a person and others.
    static func deleteAll(_ database: Writer, _ account: ID<Account>) throws {
        try database.execute("DELETE FROM friendship WHERE account_id = \(account)")
        try database.execute("DELETE FROM friendship WHERE friend_id = \(account)")
        try database.execute("DELETE FROM friend_request WHERE from_id = \(account)")
        try database.execute("DELETE FROM friend_request WHERE to_id = \(account)")
        try database.execute("DELETE FROM block WHERE blocker_id = \(account)")
        try database.execute("DELETE FROM block WHERE blocked_id = \(account)")
        try database.execute("DELETE FROM decline WHERE account_id = \(account)")
        try database.execute("DELETE FROM decline WHERE asker_id = \(account)")
        try database.execute("DELETE FROM ended_friendship WHERE remover_id = \(account)")
        try database.execute("DELETE FROM ended_friendship WHERE friend_id = \(account)")
        try database.execute("DELETE FROM invite WHERE account_id = \(account)")
        try database.execute("DELETE FROM single_invite WHERE account_id = \(account)")
        try database.execute("DELETE FROM single_invite WHERE guest_id = \(account)")
        try database.execute("DELETE FROM findable WHERE account_id = \(account)")
        try deleteCircles(database, account)
    }
}

/// Friends, requests and blocks in an export. Decisions of others about this person are not included.
private enum FriendExport {
    struct Known: Encodable {
        let username: String
        let displayName: String?
        let since: String
    }

    struct FriendCircle: Encodable {
        let name: String
        let made: String
        /// The usernames of its members.
        let friends: [String]
    }

    struct Request: Encodable {
        let username: String
        let displayName: String?
        let direction: String
        let made: String
        let declinedByMe: Bool
    }

    struct Ways: Encodable {
        let foundByEmailAddress: Bool
        let inviteLinkEnds: String?
        let invitations: [Invitation]
    }

    /// An invitation for one person.
    struct Invitation: Encodable {
        let made: String
        let ends: String
        let isUsed: Bool
    }

    static func friends(_ database: Reader, of account: ID<Account>) throws -> [Known] {
        try database.all(
            """
            SELECT person.username AS username, person.display_name AS display_name, friendship.created_at AS since
            FROM friendship JOIN \(Person.visible(to: account)) AS person ON person.id = friendship.friend_id
            WHERE friendship.account_id = \(account) ORDER BY friendship.rank, person.username_folded
            """, known)
    }

    static func circles(_ database: Reader, of account: ID<Account>) throws -> [FriendCircle] {
        let members = try FriendQueries.members(database, ofCirclesOf: account)
        return try FriendQueries.namedCircles(database, of: account).map { circle in
            FriendCircle(
                name: circle.name, made: RelativeTimeFormatter.machine(circle.createdAt),
                friends: members[circle.id, default: []].map { $0.username })
        }
    }

    static func requests(_ database: Reader, of account: ID<Account>) throws -> [Request] {
        let visible = Person.visible(to: account)
        let sent = try database.all(
            """
            SELECT person.username AS username, person.display_name AS display_name, friend_request.created_at AS made
            FROM friend_request JOIN \(visible) AS person ON person.id = friend_request.to_id
            WHERE friend_request.from_id = \(account) ORDER BY friend_request.id
            """
        ) {
            Request(
                username: try $0["username"], displayName: try $0["display_name"], direction: "sent",
                made: RelativeTimeFormatter.machine(try $0["made"]), declinedByMe: false)
        }
        let received = try database.all(
            """
            SELECT person.username AS username, person.display_name AS display_name, friend_request.created_at AS made, decline.asker_id AS declined
            FROM friend_request JOIN \(visible) AS person ON person.id = friend_request.from_id
            LEFT JOIN decline ON decline.account_id = \(account) AND decline.asker_id = friend_request.from_id
            WHERE friend_request.to_id = \(account) ORDER BY friend_request.id
            """
        ) { row in
            let declined: ID<Account>? = try row["declined"]
            return Request(
                username: try row["username"], displayName: try row["display_name"], direction: "received",
                made: RelativeTimeFormatter.day(try row["made"], .gmt),
                declinedByMe: declined != nil)
        }
        return sent + received
    }

    static func blocked(_ database: Reader, of account: ID<Account>) throws -> [Known] {
        try database.all(
            """
            SELECT person.username AS username, person.display_name AS display_name, block.created_at AS since
            FROM block JOIN \(Person.everyone) AS person ON person.id = block.blocked_id
            WHERE block.blocker_id = \(account) ORDER BY person.username_folded
            """, known)
    }

    static func removed(_ database: Reader, of account: ID<Account>) throws -> [Known] {
        try database.all(
            """
            SELECT person.username AS username, person.display_name AS display_name, ended_friendship.created_at AS since
            FROM ended_friendship JOIN \(Person.visible(to: account)) AS person ON person.id = ended_friendship.friend_id
            WHERE ended_friendship.remover_id = \(account) ORDER BY ended_friendship.created_at
            """, known)
    }

    static func ways(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> Ways {
        let invite = try FriendQueries.invite(database, of: account)
        return Ways(
            foundByEmailAddress: try FriendQueries.isFindable(database, account),
            inviteLinkEnds: invite.map { RelativeTimeFormatter.machine($0.endsAt) },
            invitations: try FriendQueries.singleInvites(database, of: account, now).map {
                Invitation(
                    made: RelativeTimeFormatter.machine($0.createdAt), ends: RelativeTimeFormatter.machine($0.endsAt),
                    isUsed: $0.state == .used)
            })
    }

    private static func known(_ row: Row) throws -> Known {
        // Day only: the minute may be when the other person accepted.
        Known(
            username: try row["username"], displayName: try row["display_name"],
            since: RelativeTimeFormatter.day(try row["since"], .gmt))
    }
}
