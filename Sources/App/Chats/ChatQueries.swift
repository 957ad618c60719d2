import Database
import Proximity

/// SQL on chats.
enum ChatQueries {
    /// What is stored of two people's chat.
    struct Stored: Sendable {
        let conversation: ID<Conversation>
        let isOpen: Bool
        let requestFrom: ID<Account>?
        let requestCutoff: Int64
    }

    /// A chat with the person of a name, as a viewer sees it; nil for themselves and for anybody whom they do not see.
    static func chat(_ database: Reader, with name: String, for viewer: ID<Account>) throws -> Chat? {
        guard let (other, hasLeft) = try person(database, called: name, for: viewer), other.id != viewer else {
            return nil
        }
        let stored = try stored(database, viewer, and: other.id)
        let areFriends = try database.exists(
            "SELECT 1 FROM \(Person.friends(of: viewer)) AS friend WHERE friend.id = \(other.id)")
        let takesRequests = try settings(database, of: other.id).takesRequests
        let membership = try stored.flatMap {
            try ConversationQueries.membership(database, $0.conversation, of: viewer)
        }
        let permission = ChatPermission(
            stored, and: other.id, areFriends: areFriends, hasLeft: hasLeft, takesRequests: takesRequests)
        return Chat(
            name: name, other: other, membership: membership, permission: permission.permission,
            untrustedAfter: areFriends || hasLeft ? nil : permission.untrustedAfter)
    }

    /// The person of a name in an address; also one who left, if the two have a chat.
    private static func person(
        _ database: Reader, called name: String, for viewer: ID<Account>
    ) throws -> (Person, hasLeft: Bool)? {
        if let person = try database.first(
            """
            SELECT \(Person.columns) FROM \(Person.visible(to: viewer)) AS person
            WHERE person.username_folded = \(Username.fold(name))
            """, Person.init)
        {
            return (person, false)
        }
        guard let id = name.hasPrefix("~") ? ID<Account>(name.dropFirst()) : nil,
            try stored(database, viewer, and: id) != nil
        else { return nil }
        return try database.first(
            "SELECT \(Person.columns) FROM \(Person.everyone) AS person WHERE person.id = \(id) AND person.is_deleted",
            Person.init
        ).map { ($0, true) }
    }

    static func stored(_ database: Reader, _ one: ID<Account>, and other: ID<Account>) throws -> Stored? {
        let (low, high) = pair(one, other)
        return try database.first(
            """
            SELECT conversation_id, is_open, request_from, request_cutoff FROM chat
            WHERE low_id = \(low) AND high_id = \(high)
            """
        ) {
            Stored(
                conversation: try $0["conversation_id"], isOpen: try $0["is_open"],
                requestFrom: try $0["request_from"], requestCutoff: try $0["request_cutoff"])
        }
    }

    static func insert(
        _ database: Writer, _ conversation: ID<Conversation>, one: ID<Account>, and other: ID<Account>
    ) throws {
        let (low, high) = pair(one, other)
        try database.execute(
            """
            INSERT INTO chat (low_id, high_id, conversation_id, is_open, request_cutoff)
            VALUES (\(low), \(high), \(conversation), 0, 0)
            """)
    }

    /// Keeps that one has asked, or with nil that nobody waits; `isOpen` lets both write freely.
    static func set(
        _ database: Writer, _ conversation: ID<Conversation>, isOpen: Bool, requestFrom: ID<Account>?
    ) throws {
        try database.execute(
            """
            UPDATE chat SET is_open = \(isOpen), request_from = \(requestFrom) WHERE conversation_id = \(conversation)
            """)
    }

    /// Opens a chat in which somebody has asked.
    static func answer(_ database: Writer, _ conversation: ID<Conversation>) throws {
        try database.execute(
            """
            UPDATE chat SET is_open = 1, request_from = NULL
            WHERE conversation_id = \(conversation) AND request_from IS NOT NULL
            """)
    }

    /// From now on two people write to each other by requests again. What they have stays as it is.
    static func settle(_ database: Writer, _ conversation: ID<Conversation>, through number: Int64) throws {
        try database.execute(
            """
            UPDATE chat SET is_open = 0, request_from = NULL, request_cutoff = \(number)
            WHERE conversation_id = \(conversation)
            """)
    }

    static func settings(_ database: Reader, of account: ID<Account>) throws -> ChatSettings {
        try database.first(
            """
            SELECT takes_requests, shows_activity, sends_by_enter, tells_text FROM chat_setting
            WHERE account_id = \(account)
            """
        ) {
            ChatSettings(
                takesRequests: try $0["takes_requests"], showsActivity: try $0["shows_activity"],
                sendsByEnter: try $0["sends_by_enter"], tellsText: try $0["tells_text"])
        } ?? ChatSettings()
    }

    private static func pair(_ one: ID<Account>, _ other: ID<Account>) -> (ID<Account>, ID<Account>) {
        one.rawValue < other.rawValue ? (one, other) : (other, one)
    }
}
