import Database
import Media
import Proximity

/// SQL on conversations and their messages.
enum ConversationQueries {
    static func insert(_ database: Writer, _ id: ID<Conversation>) throws {
        try database.execute("INSERT INTO conversation (id, last_number) VALUES (\(id), 0)")
    }

    static func insert(_ database: Writer, member: ID<Account>, in id: ID<Conversation>) throws {
        try database.execute(
            """
            INSERT INTO conversation_member (conversation_id, account_id) VALUES (\(id), \(member))
            ON CONFLICT DO NOTHING
            """)
    }

    /// The message that a form sent; nil if it sent none.
    static func sent(_ database: Reader, by sender: ID<Account>, formKey: String) throws -> SentMessage? {
        try database.first(
            "SELECT id, number FROM message WHERE sender_id = \(sender) AND submission = \(formKey)"
        ) { SentMessage(id: try $0["id"], number: try $0["number"], isNew: false) }
    }

    /// Adds a message after all others; it is unread for the other members.
    static func insert(
        _ database: Writer, _ message: NewMessage, in conversation: ID<Conversation>, from sender: ID<Account>,
        at now: Timestamp
    ) throws -> SentMessage {
        let number: Int64? = try database.value(
            "UPDATE conversation SET last_number = last_number + 1 WHERE id = \(conversation) RETURNING last_number")
        guard let number else { throw Failure.notFound }
        let id = try database.newID(Message.self)
        // What it answers must be a message of the same conversation.
        try database.execute(
            """
            INSERT INTO message (id, conversation_id, number, sender_id, submission, text, photo, sound, card, reply_id,
              created_at)
            VALUES (\(id), \(conversation), \(number), \(sender), \(message.formKey), \(message.content.text),
              \(message.content.photo?.text), \(message.content.sound?.text), \(message.content.card),
              (SELECT answered.id FROM message AS answered
               WHERE answered.id = \(message.reply) AND answered.conversation_id = \(conversation)), \(now))
            """)
        try database.execute(
            """
            UPDATE conversation_member SET is_unread = 1
            WHERE conversation_id = \(conversation) AND account_id <> \(sender)
            """)
        return SentMessage(id: id, number: number, isNew: true)
    }

    /// A member's place in a conversation; nil for anybody else.
    static func membership(
        _ database: Reader, _ conversation: ID<Conversation>, of member: ID<Account>
    ) throws -> Membership? {
        try database.first(
            """
            SELECT own.read_number AS read_number, own.is_unread AS is_unread, own.seen_number AS own_seen_number,
              own.cleared_number AS cleared_number,
              (SELECT max(other.seen_number) FROM conversation_member AS other
               WHERE other.conversation_id = own.conversation_id AND other.account_id <> own.account_id) AS seen_number,
              conversation.last_number AS last_number
            FROM conversation_member AS own JOIN conversation ON conversation.id = own.conversation_id
            WHERE own.conversation_id = \(conversation) AND own.account_id = \(member)
            """
        ) {
            let seen: Int64? = try $0["seen_number"]
            return Membership(
                conversation: conversation, readNumber: try $0["read_number"], isUnread: try $0["is_unread"],
                ownSeenNumber: try $0["own_seen_number"], clearedNumber: try $0["cleared_number"],
                seenNumber: seen ?? 0, lastNumber: try $0["last_number"])
        }
    }

    /// A member has read everything up to a message.
    static func setRead(
        _ database: Writer, _ conversation: ID<Conversation>, by member: ID<Account>, through number: Int64
    ) throws {
        try database.execute(
            """
            UPDATE conversation_member SET read_number = CASE WHEN read_number < \(number) THEN \(number) ELSE read_number END,
              is_unread = CASE WHEN \(number) < (SELECT conversation.last_number FROM conversation
                WHERE conversation.id = conversation_member.conversation_id) THEN is_unread ELSE 0 END
            WHERE conversation_id = \(conversation) AND account_id = \(member) AND (read_number < \(number) OR is_unread = 1)
            """)
    }

    /// A member lets the others know how far they have read.
    static func setSeen(
        _ database: Writer, _ conversation: ID<Conversation>, by member: ID<Account>, through number: Int64
    ) throws -> Bool {
        try database.execute(
            """
            UPDATE conversation_member SET seen_number = \(number)
            WHERE conversation_id = \(conversation) AND account_id = \(member) AND seen_number < \(number)
            """) > 0
    }
}
