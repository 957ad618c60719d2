import Database
import HTTP
import Proximity

/// Friendship, which needs both sides. Front door of the feature.
struct Friends: Feature {
    let site: Site
    /// What other features undo when two people stop being friends, in the same transaction.
    let onParting: @Sendable (Writer, ID<Account>, ID<Account>, Timestamp) throws -> Void

    static let migrations = [
        Migration(
            "2026-11-20 friends",
            [
                """
                CREATE TABLE friend_request (
                  id BIGINT PRIMARY KEY,
                  from_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  to_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL,
                  UNIQUE (from_id, to_id),
                  CHECK (from_id <> to_id))
                """,
                "CREATE INDEX friend_request_to ON friend_request (to_id)",
                """
                CREATE TABLE friendship (
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  friend_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL,
                  PRIMARY KEY (account_id, friend_id),
                  CHECK (account_id <> friend_id))
                """,
                "CREATE INDEX friendship_by_friend ON friendship (friend_id)",
            ])
    ]

    var routes: [Route] {
        [
            .get("/friends", show), .post("/friends/requests", ask),
            .post("/friends/requests/{id}/accept", accept), .post("/friends/requests/{id}/decline", decline),
            .post("/friends/requests/{id}/cancel", cancel), .post("/friends/{username}/remove", remove),
        ]
    }

    /// The friends of a person, by name.
    func of(_ account: ID<Account>, _ database: Reader) throws -> [Person] {
        try FriendQueries.friends(database, of: account)
    }

    /// Asks somebody to be friends. When they have asked already, both sides agree and it is done.
    ///
    /// - Returns: whether they are friends now.
    @discardableResult
    func ask(_ from: ID<Account>, _ to: ID<Account>, _ now: Timestamp) throws -> Bool {
        try site.database.write { database in
            if try FriendQueries.areFriends(database, from, to) { return true }
            if let waiting = try FriendQueries.request(database, from: to, to: from) {
                try FriendQueries.befriend(database, waiting, now)
                return true
            }
            if try FriendQueries.request(database, from: from, to: to) == nil {
                try FriendQueries.insertRequest(database, from: from, to: to, now)
            }
            return false
        }
    }
}

/// Somebody's wish to be friends with somebody. A marker for ids.
enum FriendRequest {}
