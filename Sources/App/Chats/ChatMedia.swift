import Database
import Media

extension Chats: MediaAccess {
    /// The photo of a message is for the two of its chat: not once it is deleted or the reader has cleared the chat, not
    /// while it is a request that waits for their answer, and not for who does not see the other one any more.
    func mayRead(_ database: Reader, _ name: MediaName, _ viewer: Viewer) throws -> Bool {
        guard let photo = try ChatQueries.photo(database, name, for: viewer.id),
            let chat = try ChatQueries.chat(database, with: photo.chat, for: viewer.id),
            let membership = chat.membership, photo.number > membership.clearedNumber
        else { return false }
        return photo.sender == viewer.id || chat.heldBackAfter.map { photo.number <= $0 } ?? true
    }
}

extension ChatQueries {
    /// Where a photo is shown.
    struct ShownPhoto: Sendable {
        /// `Chat.name`
        let chat: String
        let number: Int64
        let sender: ID<Account>
    }

    /// The message with a photo in one of a person's chats; whether they may read it is asked after that.
    static func photo(_ database: Reader, _ name: MediaName, for viewer: ID<Account>) throws -> ShownPhoto? {
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
            return ShownPhoto(
                chat: hasLeft ? Chats.name(ofLeft: other) : try row["other"], number: try row["number"],
                sender: try row["sender_id"])
        }
    }
}

extension Chats {
    /// What addresses call somebody who deleted their account.
    static func name(ofLeft account: ID<Account>) -> String { "~\(account)" }
}
