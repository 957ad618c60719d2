import Database
import Proximity

/// All SQL on friendships and requests.
enum FriendQueries {
    /// A request, and the two it is between.
    struct Waiting: Sendable, Equatable {
        let id: ID<FriendRequest>
        let from: ID<Account>
        let to: ID<Account>
    }

    /// A person found by name, and how the viewer stands with them.
    struct Found: Sendable, Equatable {
        let person: Person
        let standing: Standing
    }

    enum Standing: Sendable, Equatable {
        case stranger, friend
        case asked(ID<FriendRequest>)
        case asking(ID<FriendRequest>)
    }

    /// Most results of a search.
    static let mostFound = 20

    static func friends(_ database: Reader, of account: ID<Account>) throws -> [Person] {
        try database.all(
            """
            SELECT person.id AS id, person.username AS username, person.picture AS picture
            FROM friendship JOIN \(AccountQueries.person) AS person ON person.id = friendship.friend_id
            WHERE friendship.account_id = \(account)
            ORDER BY person.username_folded
            """, person)
    }

    static func areFriends(_ database: Reader, _ one: ID<Account>, _ other: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM friendship WHERE account_id = \(one) AND friend_id = \(other)")
    }

    /// Requests to somebody, oldest first.
    static func incoming(_ database: Reader, to account: ID<Account>) throws -> [(ID<FriendRequest>, Person)] {
        try database.all(
            """
            SELECT friend_request.id AS request_id, person.id AS id, person.username AS username, person.picture AS picture
            FROM friend_request JOIN \(AccountQueries.person) AS person ON person.id = friend_request.from_id
            WHERE friend_request.to_id = \(account)
            ORDER BY friend_request.id
            """
        ) { (try $0["request_id"], try person($0)) }
    }

    /// Requests by somebody that wait for an answer, oldest first.
    static func outgoing(_ database: Reader, from account: ID<Account>) throws -> [(ID<FriendRequest>, Person)] {
        try database.all(
            """
            SELECT friend_request.id AS request_id, person.id AS id, person.username AS username, person.picture AS picture
            FROM friend_request JOIN \(AccountQueries.person) AS person ON person.id = friend_request.to_id
            WHERE friend_request.from_id = \(account)
            ORDER BY friend_request.id
            """
        ) { (try $0["request_id"], try person($0)) }
    }

    /// People whose name begins with `text`, whatever the case; not the viewer.
    static func search(_ database: Reader, _ text: String, viewer: ID<Account>) throws -> [Found] {
        let from = Username.fold(text)
        return try database.all(
            """
            SELECT person.id AS id, person.username AS username, person.picture AS picture, friendship.account_id AS friend_of,
              outgoing.id AS asked, incoming.id AS asking
            FROM \(AccountQueries.person) AS person
            LEFT JOIN friendship ON friendship.account_id = \(viewer) AND friendship.friend_id = person.id
            LEFT JOIN friend_request AS outgoing ON outgoing.from_id = \(viewer) AND outgoing.to_id = person.id
            LEFT JOIN friend_request AS incoming ON incoming.from_id = person.id AND incoming.to_id = \(viewer)
            WHERE person.username_folded >= \(from) AND person.username_folded < \(from + "\u{7F}")
              AND person.id <> \(viewer)
            ORDER BY person.username_folded LIMIT \(mostFound)
            """
        ) { row in
            let friendOf: ID<Account>? = try row["friend_of"]
            let asked: ID<FriendRequest>? = try row["asked"]
            let asking: ID<FriendRequest>? = try row["asking"]
            let standing: Standing =
                friendOf != nil ? .friend : asked.map { .asked($0) } ?? asking.map { .asking($0) } ?? .stranger
            return Found(person: try person(row), standing: standing)
        }
    }

    /// Somebody by their whole name, whatever the case.
    static func person(_ database: Reader, named username: String) throws -> Person? {
        try database.first(
            """
            SELECT person.id AS id, person.username AS username, person.picture AS picture FROM \(AccountQueries.person) AS person
            WHERE person.username_folded = \(Username.fold(username))
            """, person)
    }

    static func request(_ database: Reader, _ id: ID<FriendRequest>) throws -> Waiting? {
        try database.first("SELECT id, from_id, to_id FROM friend_request WHERE id = \(id)", waiting)
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

    /// Makes friends of the two of a request, which is over then, also the other way round.
    static func befriend(_ database: Writer, _ waiting: Waiting, _ now: Timestamp) throws {
        try database.execute(
            """
            INSERT INTO friendship (account_id, friend_id, created_at)
            VALUES (\(waiting.from), \(waiting.to), \(now)), (\(waiting.to), \(waiting.from), \(now))
            ON CONFLICT DO NOTHING
            """)
        try database.execute(
            """
            DELETE FROM friend_request
            WHERE (from_id = \(waiting.from) AND to_id = \(waiting.to))
               OR (from_id = \(waiting.to) AND to_id = \(waiting.from))
            """)
    }

    /// Ends a friendship on both sides; false when there was none.
    static func part(_ database: Writer, _ one: ID<Account>, _ other: ID<Account>) throws -> Bool {
        try database.execute(
            """
            DELETE FROM friendship
            WHERE (account_id = \(one) AND friend_id = \(other)) OR (account_id = \(other) AND friend_id = \(one))
            """) > 0
    }

    private static func person(_ row: Row) throws -> Person {
        Person(id: try row["id"], username: try row["username"], picture: try row["picture"])
    }

    private static func waiting(_ row: Row) throws -> Waiting {
        Waiting(id: try row["id"], from: try row["from_id"], to: try row["to_id"])
    }
}
