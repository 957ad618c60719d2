import Database

/// SQL on what events say.
extension ChatQueries {
    /// Where a message is shown, by usernames.
    struct Address: Sendable {
        let sender: String
        let other: String
    }

    /// The addresses of messages in a person's chats with people whom they see, by the messages' ids.
    static func addresses(
        _ database: Reader, of messages: [ID<Message>], for viewer: ID<Account>
    ) throws -> [Int64: Address] {
        let rows: [(Int64, Address)] = try database.all(
            """
            SELECT message.id AS message_id, message.sender_id AS sender_id, viewer.username AS own, person.username AS other
            FROM \(Conversation.messages(messages)) AS message
            JOIN chat ON chat.conversation_id = message.conversation_id
            JOIN \(Person.visible(to: viewer)) AS person
              ON person.id = CASE WHEN chat.low_id = \(viewer) THEN chat.high_id ELSE chat.low_id END
            JOIN \(Person.everyone) AS viewer ON viewer.id = \(viewer)
            WHERE chat.low_id = \(viewer) OR chat.high_id = \(viewer)
            """
        ) { row in
            let sender: ID<Account> = try row["sender_id"]
            let (own, other): (String, String) = (try row["own"], try row["other"])
            return (try row["message_id"], Address(sender: sender == viewer ? own : other, other: other))
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}
