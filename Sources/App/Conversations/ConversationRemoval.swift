import Database
import Proximity

/// SQL on what a deletion leaves.
extension ConversationQueries {
    /// Whether somebody sent a message of a conversation, deleted or not.
    static func isSender(
        _ database: Reader, _ sender: ID<Account>, of message: ID<Message>, in conversation: ID<Conversation>
    ) throws -> Bool {
        try database.exists(
            """
            SELECT 1 FROM message
            WHERE id = \(message) AND conversation_id = \(conversation) AND sender_id = \(sender)
            """)
    }

    /// The place of a message in its conversation; nil if it is in another one.
    static func number(
        _ database: Reader, of message: ID<Message>, in conversation: ID<Conversation>
    ) throws -> Int64? {
        try database.value("SELECT number FROM message WHERE id = \(message) AND conversation_id = \(conversation)")
    }

    /// A conversation is no longer unread for a member if nothing unread is left in it by somebody whom they see. False if
    /// it was not, or if something is.
    static func endUnread(
        _ database: Writer, _ conversation: ID<Conversation>, of member: ID<Account>
    ) throws -> Bool {
        try database.execute(
            """
            UPDATE conversation_member SET is_unread = 0
            WHERE conversation_id = \(conversation) AND account_id = \(member) AND is_unread = 1
              AND NOT EXISTS (SELECT 1 FROM message WHERE message.conversation_id = conversation_member.conversation_id
                AND message.number > conversation_member.read_number AND message.deleted_at IS NULL
                AND message.sender_id <> conversation_member.account_id
                AND NOT \(Person.blocked("message.sender_id", "conversation_member.account_id")))
            """) > 0
    }

    /// Somebody is no longer in a conversation.
    static func delete(_ database: Writer, member: ID<Account>, in conversation: ID<Conversation>) throws {
        try database.execute(
            "DELETE FROM conversation_member WHERE conversation_id = \(conversation) AND account_id = \(member)")
    }
}
