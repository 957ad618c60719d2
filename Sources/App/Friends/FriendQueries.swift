import Database
import Proximity

/// All SQL on friendships and requests.
enum FriendQueries {
    /// A request and its two people.
    struct Waiting: Sendable, Equatable {
        let id: ID<FriendRequest>
        let from: ID<Account>
        let to: ID<Account>
    }

    /// A friendship as it was before it ended.
    struct EndedFriendship: Sendable {
        let friendsSince: Timestamp
        /// The place of each in the other's list.
        let rank: Int
        let rankOfOther: Int
        let endedAt: Timestamp
    }

    /// A person's friends: those made since the list was last ordered, by name, then the others in its order.
    static func friends(_ database: Reader, of account: ID<Account>) throws -> [Person] {
        try database.all(
            """
            SELECT \(Person.columns)
            FROM friendship JOIN \(Person.visible(to: account)) AS person ON person.id = friendship.friend_id
            WHERE friendship.account_id = \(account)
            ORDER BY friendship.rank, person.username_folded
            """, Person.init)
    }

    /// A person's newest friend, if made after a time.
    static func newestFriend(_ database: Reader, of account: ID<Account>, since time: Timestamp) throws -> Person? {
        try database.first(
            """
            SELECT \(Person.columns)
            FROM friendship JOIN \(Person.visible(to: account)) AS person ON person.id = friendship.friend_id
            WHERE friendship.account_id = \(account) AND friendship.created_at > \(time)
            ORDER BY friendship.created_at DESC, person.id LIMIT 1
            """, Person.init)
    }

    static func areFriends(_ database: Reader, _ one: ID<Account>, and other: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM friendship WHERE account_id = \(one) AND friend_id = \(other)")
    }

    /// Puts some friends at the top of a person's list, in this order; the others follow in their order.
    static func order(_ database: Writer, _ first: [ID<Account>], of account: ID<Account>) throws {
        let all = try friends(database, of: account).map { $0.id }
        let (known, wanted) = (Set(all), Set(first))
        for (index, friend) in (first.filter { known.contains($0) } + all.filter { !wanted.contains($0) }).enumerated()
        {
            try database.execute(
                """
                UPDATE friendship SET rank = \(index + 1)
                WHERE account_id = \(account) AND friend_id = \(friend) AND rank <> \(index + 1)
                """)
        }
    }

    /// Pending requests to a person, oldest first, without declined ones.
    static func incoming(_ database: Reader, to account: ID<Account>) throws -> [(ID<FriendRequest>, Person)] {
        try database.all(
            """
            SELECT friend_request.id AS request_id, \(Person.columns)
            FROM friend_request JOIN \(Person.visible(to: account)) AS person ON person.id = friend_request.from_id
            WHERE friend_request.to_id = \(account)
              AND NOT \(declined(by: "friend_request.to_id", "friend_request.from_id"))
            ORDER BY friend_request.id
            """
        ) { (try $0["request_id"], try Person($0)) }
    }

    /// Pending requests by a person, oldest first. Declined ones stay pending.
    static func outgoing(_ database: Reader, from account: ID<Account>) throws -> [(ID<FriendRequest>, Person)] {
        try database.all(
            """
            SELECT friend_request.id AS request_id, \(Person.columns)
            FROM friend_request JOIN \(Person.visible(to: account)) AS person ON person.id = friend_request.to_id
            WHERE friend_request.from_id = \(account)
            ORDER BY friend_request.id
            """
        ) { (try $0["request_id"], try Person($0)) }
    }

    /// A condition: a person has declined requests of another.
    static func declined(by account: SQL, _ asker: SQL) -> SQL {
        "EXISTS (SELECT 1 FROM decline WHERE decline.account_id = \(account) AND decline.asker_id = \(asker))"
    }

    /// A request to or by the viewer, as far as they may see it.
    static func request(_ database: Reader, _ id: ID<FriendRequest>, viewer: ID<Account>) throws -> Waiting? {
        try database.first(
            """
            SELECT friend_request.id AS id, from_id, to_id FROM friend_request
            JOIN \(Person.visible(to: viewer)) AS other
              ON other.id = CASE WHEN friend_request.from_id = \(viewer) THEN to_id ELSE from_id END
            WHERE friend_request.id = \(id)
              AND (from_id = \(viewer) OR (to_id = \(viewer) AND NOT \(declined(by: "to_id", "from_id"))))
            """, waiting)
    }

    static func hasDeclined(_ database: Reader, _ account: ID<Account>, asker: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 WHERE \(declined(by: "\(account)", "\(asker)"))")
    }

    static func request(_ database: Reader, from: ID<Account>, to: ID<Account>) throws -> Waiting? {
        try database.first(
            "SELECT id, from_id, to_id FROM friend_request WHERE from_id = \(from) AND to_id = \(to)", waiting)
    }

    static func insertRequest(
        _ database: Writer, from: ID<Account>, to: ID<Account>, _ now: Timestamp
    ) throws {
        let id = try database.newID(FriendRequest.self)
        try database.execute(
            "INSERT INTO friend_request (id, from_id, to_id, created_at) VALUES (\(id), \(from), \(to), \(now))")
    }

    static func deleteRequest(_ database: Writer, _ id: ID<FriendRequest>) throws {
        try database.execute("DELETE FROM friend_request WHERE id = \(id)")
    }

    static func decline(_ database: Writer, _ waiting: Waiting, at now: Timestamp) throws {
        try database.execute(
            """
            INSERT INTO decline (account_id, asker_id, created_at) VALUES (\(waiting.to), \(waiting.from), \(now))
            ON CONFLICT DO NOTHING
            """)
    }

    /// Makes two people friends and deletes all other rows between them.
    static func befriend(_ database: Writer, _ one: ID<Account>, and other: ID<Account>, at now: Timestamp) throws {
        try database.execute(
            """
            INSERT INTO friendship (account_id, friend_id, created_at)
            VALUES (\(one), \(other), \(now)), (\(other), \(one), \(now))
            ON CONFLICT DO NOTHING
            """)
        try forgetRequests(database, one, and: other)
        try forgetEndedFriendship(database, one, and: other)
    }

    /// Ends a friendship on both sides and stores how it was, for undoing; false if there was none.
    static func part(_ database: Writer, _ remover: ID<Account>, and other: ID<Account>, at now: Timestamp) throws
        -> Bool
    {
        let kept = try database.execute(
            """
            INSERT INTO ended_friendship (remover_id, friend_id, friends_since, rank, rank_of_other, created_at)
            SELECT mine.account_id, mine.friend_id, mine.created_at, mine.rank, theirs.rank, \(now)
            FROM friendship AS mine JOIN friendship AS theirs
              ON theirs.account_id = mine.friend_id AND theirs.friend_id = mine.account_id
            WHERE mine.account_id = \(remover) AND mine.friend_id = \(other)
            ON CONFLICT (remover_id, friend_id) DO UPDATE
            SET friends_since = excluded.friends_since, rank = excluded.rank,
              rank_of_other = excluded.rank_of_other, created_at = excluded.created_at
            """)
        try endFriendship(database, remover, and: other)
        return kept > 0
    }

    /// The friendship that a person ended, unless the other has reacted since.
    static func endedFriendship(_ database: Reader, by remover: ID<Account>, _ other: ID<Account>) throws
        -> EndedFriendship?
    {
        try database.first(
            """
            SELECT friends_since, rank, rank_of_other, created_at FROM ended_friendship
            WHERE remover_id = \(remover) AND friend_id = \(other)
            """
        ) {
            EndedFriendship(
                friendsSince: try $0["friends_since"], rank: try $0["rank"], rankOfOther: try $0["rank_of_other"],
                endedAt: try $0["created_at"])
        }
    }

    /// People whom a person has removed since a time, last first.
    static func removed(_ database: Reader, by remover: ID<Account>, since: Timestamp) throws -> [Person] {
        try database.all(
            """
            SELECT \(Person.columns)
            FROM ended_friendship JOIN \(Person.visible(to: remover)) AS person ON person.id = ended_friendship.friend_id
            WHERE ended_friendship.remover_id = \(remover) AND ended_friendship.created_at > \(since)
            ORDER BY ended_friendship.created_at DESC
            """, Person.init)
    }

    /// Restores a friendship with its old time and list places.
    static func restore(
        _ database: Writer, _ endedFriendship: EndedFriendship, remover: ID<Account>, and other: ID<Account>
    ) throws {
        try database.execute(
            """
            INSERT INTO friendship (account_id, friend_id, created_at, rank)
            VALUES (\(remover), \(other), \(endedFriendship.friendsSince), \(endedFriendship.rank)),
              (\(other), \(remover), \(endedFriendship.friendsSince), \(endedFriendship.rankOfOther))
            ON CONFLICT DO NOTHING
            """)
        try forgetRequests(database, remover, and: other)
        try deleteEndedFriendship(database, remover, and: other)
    }

    static func endFriendship(_ database: Writer, _ one: ID<Account>, and other: ID<Account>) throws {
        try database.execute(
            """
            DELETE FROM friendship
            WHERE (account_id = \(one) AND friend_id = \(other)) OR (account_id = \(other) AND friend_id = \(one))
            """)
    }

    /// Deletes the requests between two people, and that one was declined.
    static func forgetRequests(_ database: Writer, _ one: ID<Account>, and other: ID<Account>) throws {
        try database.execute(
            """
            DELETE FROM friend_request
            WHERE (from_id = \(one) AND to_id = \(other)) OR (from_id = \(other) AND to_id = \(one))
            """)
        try database.execute(
            """
            DELETE FROM decline
            WHERE (account_id = \(one) AND asker_id = \(other)) OR (account_id = \(other) AND asker_id = \(one))
            """)
    }

    /// Deletes the memory of an ended friendship, so that it can no longer be undone, and takes the two out of each
    /// other's circles.
    static func forgetEndedFriendship(_ database: Writer, _ one: ID<Account>, and other: ID<Account>) throws {
        try deleteEndedFriendship(database, one, and: other)
        try leaveCircles(database, of: one, other)
        try leaveCircles(database, of: other, one)
    }

    private static func deleteEndedFriendship(
        _ database: Writer, _ one: ID<Account>, and other: ID<Account>
    ) throws {
        try database.execute(
            """
            DELETE FROM ended_friendship
            WHERE (remover_id = \(one) AND friend_id = \(other)) OR (remover_id = \(other) AND friend_id = \(one))
            """)
    }

    private static func waiting(_ row: Row) throws -> Waiting {
        Waiting(id: try row["id"], from: try row["from_id"], to: try row["to_id"])
    }
}
