import Database
import Proximity

/// Finding people by name or by mutual friends.
extension FriendQueries {
    /// A person and their relation to the viewer.
    struct Found: Sendable, Equatable {
        let person: Person
        let relation: Relation
    }

    enum Relation: Sendable, Equatable {
        case stranger, friend
        case asked(ID<FriendRequest>)
        case asking(ID<FriendRequest>)

        /// Whether a friend request would change anything.
        var isOpen: Bool {
            switch self {
            case .stranger, .asking: true
            case .friend, .asked: false
            }
        }
    }

    /// A suggested person with the number of mutual friends.
    struct Suggestion: Sendable, Equatable {
        let person: Person
        let mutualCount: Int
    }

    /// Most results of a search.
    static let maxFound = 20
    /// Most suggestions.
    static let maxSuggested = 10
    /// Most mutual friends that a page names.
    static let maxMutual = 50

    /// People whose username or display name begins with `text`, ignoring case; without the viewer.
    static func search(_ database: Reader, _ text: String, viewer: ID<Account>) throws -> [Found] {
        let isWhole = DisplayName.fold(text).count < Friends.minSearchLength
        // The plus keeps the ids that were found: in the order of the index of names, all accounts are read.
        return try database.all(
            """
            \(relation(with: viewer)) WHERE person.id IN \(Person.called(text, isWhole: isWhole)) AND person.id <> \(viewer)
            ORDER BY +person.username_folded LIMIT \(maxFound)
            """, found)
    }

    /// These people, by name; without the viewer.
    static func search(_ database: Reader, among people: [ID<Account>], viewer: ID<Account>) throws -> [Found] {
        try database.all(
            """
            \(relation(with: viewer)) WHERE person.id IN \(people) AND person.id <> \(viewer)
            ORDER BY person.username_folded
            """, found)
    }

    /// The person with this exact name and their relation to the viewer.
    static func found(_ database: Reader, named username: String, viewer: ID<Account>) throws -> Found? {
        try database.first(
            "\(relation(with: viewer)) WHERE person.username_folded = \(Username.fold(username))", found)
    }

    private static func relation(with viewer: ID<Account>) -> SQL {
        """
        SELECT \(Person.columns), friendship.account_id AS friend_of,
          outgoing.id AS asked, incoming.id AS asking
        FROM \(Person.visible(to: viewer)) AS person
        LEFT JOIN friendship ON friendship.account_id = \(viewer) AND friendship.friend_id = person.id
        LEFT JOIN friend_request AS outgoing ON outgoing.from_id = \(viewer) AND outgoing.to_id = person.id
        LEFT JOIN friend_request AS incoming ON incoming.from_id = person.id AND incoming.to_id = \(viewer)
          AND NOT \(declined(by: "incoming.to_id", "incoming.from_id"))
        """
    }

    private static func found(_ row: Row) throws -> Found {
        let friendOf: ID<Account>? = try row["friend_of"]
        let asked: ID<FriendRequest>? = try row["asked"]
        let asking: ID<FriendRequest>? = try row["asking"]
        let relation: Relation =
            friendOf != nil ? .friend : asking.map { .asking($0) } ?? asked.map { .asked($0) } ?? .stranger
        return Found(person: try Person(row), relation: relation)
    }

    /// What a person writes about themselves. Only for people visible to the viewer.
    static func bio(_ database: Reader, of account: ID<Account>) throws -> String {
        try database.value("SELECT bio FROM \(Account.profiles) AS profile WHERE profile.id = \(account)") ?? ""
    }

    /// The mutual friends of two people, by name.
    static func mutual(_ database: Reader, of viewer: ID<Account>, and other: ID<Account>) throws -> [Person] {
        try database.all(
            """
            SELECT \(Person.columns)
            FROM friendship AS mine
            JOIN friendship AS theirs ON theirs.account_id = \(other) AND theirs.friend_id = mine.friend_id
            JOIN \(Person.visible(to: viewer)) AS person ON person.id = mine.friend_id
            WHERE mine.account_id = \(viewer)
            ORDER BY person.username_folded LIMIT \(maxMutual)
            """, Person.init)
    }

    /// Friends of friends who have no request, decline or ended friendship with this person.
    static func suggestions(_ database: Reader, for viewer: ID<Account>) throws -> [Suggestion] {
        try database.all(
            """
            SELECT \(Person.columns), count(*) AS mutual
            FROM friendship AS mine
            JOIN \(Person.visible(to: viewer)) AS between_us ON between_us.id = mine.friend_id
            JOIN friendship AS theirs ON theirs.account_id = between_us.id
            JOIN \(Person.visible(to: viewer)) AS person ON person.id = theirs.friend_id
            WHERE mine.account_id = \(viewer) AND theirs.friend_id <> \(viewer)
              AND NOT EXISTS (SELECT 1 FROM friendship AS known
                WHERE known.account_id = \(viewer) AND known.friend_id = theirs.friend_id)
              AND NOT EXISTS (SELECT 1 FROM friend_request WHERE from_id = \(viewer) AND to_id = theirs.friend_id)
              AND NOT EXISTS (SELECT 1 FROM friend_request WHERE from_id = theirs.friend_id AND to_id = \(viewer))
              AND NOT \(declined(by: "\(viewer)", "theirs.friend_id"))
              AND NOT \(declined(by: "theirs.friend_id", "\(viewer)"))
              AND NOT EXISTS (SELECT 1 FROM ended_friendship WHERE remover_id = \(viewer) AND friend_id = theirs.friend_id)
              AND NOT EXISTS (SELECT 1 FROM ended_friendship WHERE remover_id = theirs.friend_id AND friend_id = \(viewer))
            GROUP BY person.id, person.username, person.display_name, person.picture, person.is_deleted, person.username_folded
            ORDER BY count(*) DESC, person.username_folded LIMIT \(maxSuggested)
            """
        ) { Suggestion(person: try Person($0), mutualCount: try $0["mutual"]) }
    }
}
