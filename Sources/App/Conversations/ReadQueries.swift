import Database
import Proximity

/// SQL on who reads a conversation just now, and how far.
extension ConversationQueries {
    /// How far a member has read.
    struct Reading: Sendable, Equatable {
        let readNumber: Int64
        /// How far they have let the others know.
        let seenNumber: Int64
        let isUnread: Bool
        /// An open page of theirs shows the conversation until then.
        let viewedUntil: Timestamp
    }

    static func reading(
        _ database: Reader, _ conversation: ID<Conversation>, by member: ID<Account>
    ) throws -> Reading? {
        try database.first(
            """
            SELECT read_number, seen_number, is_unread, viewed_until FROM conversation_member
            WHERE conversation_id = \(conversation) AND account_id = \(member)
            """
        ) {
            Reading(
                readNumber: try $0["read_number"], seenNumber: try $0["seen_number"], isUnread: try $0["is_unread"],
                viewedUntil: try $0["viewed_until"])
        }
    }

    /// Whether an open page of a member shows the conversation. A time that is farther off than a page can be open was kept
    /// by a clock that was ahead.
    static func isViewed(
        _ database: Reader, _ conversation: ID<Conversation>, by member: ID<Account>, _ now: Timestamp
    ) throws -> Bool {
        guard let until = try reading(database, conversation, by: member)?.viewedUntil else { return false }
        return until > now && until <= now + Conversations.viewedFor
    }

    /// Who sent the newest message that a member has not read, but for `hidden` people; nil if they have read everything.
    static func unreadSender(
        _ database: Reader, _ conversation: ID<Conversation>, of member: ID<Account>, hiding hidden: [ID<Account>]
    ) throws -> ID<Account>? {
        let shown: SQL = hidden.isEmpty ? "" : "AND message.sender_id NOT IN \(hidden)"
        return try database.value(
            """
            SELECT message.sender_id FROM conversation_member AS own
            JOIN message ON message.conversation_id = own.conversation_id AND message.number > own.read_number
            WHERE own.conversation_id = \(conversation) AND own.account_id = \(member)
              AND message.sender_id <> own.account_id AND message.deleted_at IS NULL \(shown)
            ORDER BY message.number DESC LIMIT 1
            """)
    }

    /// An open page of a member shows the conversation until a time; one in the past ends that.
    static func setViewed(
        _ database: Writer, _ conversation: ID<Conversation>, by member: ID<Account>, until: Timestamp
    ) throws {
        try database.execute(
            """
            UPDATE conversation_member SET viewed_until = \(until)
            WHERE conversation_id = \(conversation) AND account_id = \(member)
            """)
    }

    /// Who writes after everything that they have read has read their own message too. What they have not read stays
    /// unread: a message may go out long after it was written, while no page is open.
    static func setOwnRead(
        _ database: Writer, _ conversation: ID<Conversation>, by sender: ID<Account>, _ number: Int64
    ) throws {
        try database.execute(
            """
            UPDATE conversation_member SET read_number = \(number)
            WHERE conversation_id = \(conversation) AND account_id = \(sender) AND read_number = \(number - 1)
            """)
    }
}
