import Database
import Media

extension Chats: MediaAccess {
    /// A photo or voice message is for the two of its chat: not once it is deleted or the reader has cleared the chat, not
    /// while it is a request that waits for their answer, and not for who does not see the other one any more.
    func mayRead(_ database: Reader, _ name: MediaName, for viewer: Viewer) throws -> Bool {
        guard let file = try ChatQueries.file(database, name, for: viewer.id),
            let chat = try ChatQueries.chat(database, with: file.chat, for: viewer.id),
            let membership = chat.membership, file.number > membership.clearedNumber
        else { return false }
        return file.sender == viewer.id || chat.untrustedAfter.map { file.number <= $0 } ?? true
    }
}

extension ChatQueries {
    /// Where a photo or voice message is shown.
    struct ShownFile: Sendable {
        /// `Chat.name`
        let chat: String
        let number: Int64
        let sender: ID<Account>
    }

    /// The message with a file in one of a person's chats; whether they may read it is asked after that.
    static func file(_ database: Reader, _ name: MediaName, for viewer: ID<Account>) throws -> ShownFile? {
        try database.first(
            """
            SELECT message.number AS number, message.sender_id AS sender_id, person.id AS other_id,
              person.username AS other, person.is_deleted AS is_deleted
            FROM \(Conversation.messages(with: name)) AS message
            JOIN chat ON chat.conversation_id = message.conversation_id
            JOIN \(Person.everyone) AS person
              ON person.id = CASE WHEN chat.low_id = \(viewer) THEN chat.high_id ELSE chat.low_id END
            WHERE chat.low_id = \(viewer) OR chat.high_id = \(viewer)
            """
        ) { row in
            let (other, hasLeft): (ID<Account>, Bool) = (try row["other_id"], try row["is_deleted"])
            return ShownFile(
                chat: hasLeft ? Chats.name(ofLeft: other) : try row["other"], number: try row["number"],
                sender: try row["sender_id"])
        }
    }
}

extension Chats {
    /// What addresses call somebody who deleted their account.
    static func name(ofLeft account: ID<Account>) -> String { "~\(account)" }
}
