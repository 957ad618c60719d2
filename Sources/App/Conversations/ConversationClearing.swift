import Database
import Proximity

/// SQL on what members cleared for themselves.
extension ConversationQueries {
    /// A member has no use for what was written so far; others keep it. They have read it as far as they are concerned,
    /// but let nobody know. Again, it changes nothing.
    static func clear(
        _ database: Writer, _ membership: Membership, by member: ID<Account>, at now: Timestamp
    ) throws {
        let last = membership.lastNumber
        try database.execute(
            """
            UPDATE conversation_member SET kept_number = cleared_number, cleared_number = \(last), cleared_at = \(now),
              read_number = \(last), is_unread = 0
            WHERE conversation_id = \(membership.conversation) AND account_id = \(member) AND cleared_number < \(last)
            """)
    }

    /// Takes back the last clearing, if it was after a time.
    static func unclear(
        _ database: Writer, _ conversation: ID<Conversation>, by member: ID<Account>, since time: Timestamp
    ) throws -> Bool {
        try database.execute(
            """
            UPDATE conversation_member SET cleared_number = kept_number, cleared_at = NULL
            WHERE conversation_id = \(conversation) AND account_id = \(member) AND cleared_at >= \(time)
            """) > 0
    }
}
