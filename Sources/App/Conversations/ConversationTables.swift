import Database
import Media

/// Tables that features with conversations join.
extension Conversation {
    /// Some messages: columns id, conversation_id, number, sender_id.
    static func messages(_ ids: [ID<Message>]) -> SQL {
        "(SELECT id, conversation_id, number, sender_id FROM message WHERE id IN \(ids) AND deleted_at IS NULL)"
    }

    /// The message with a photo or a voice message: columns id, conversation_id, number, sender_id.
    static func messages(with media: MediaName) -> SQL {
        """
        (SELECT id, conversation_id, number, sender_id FROM message
         WHERE (photo = \(media.text) OR sound = \(media.text)) AND deleted_at IS NULL)
        """
    }

    /// A member's conversations that have something which they have not cleared: columns conversation_id, is_unread,
    /// read_number, cleared_number, and of the last message last_number, last_sender, last_text, last_photo, last_sound,
    /// last_card, last_deleted_at and last_at.
    static func states(of member: ID<Account>) -> SQL {
        """
        (SELECT own.conversation_id AS conversation_id, own.is_unread AS is_unread, own.read_number AS read_number,
          own.cleared_number AS cleared_number, last.number AS last_number, last.sender_id AS last_sender,
          substr(last.text, 1, 200) AS last_text, last.photo AS last_photo, last.sound AS last_sound,
          last.card AS last_card,
          last.deleted_at AS last_deleted_at, last.created_at AS last_at
         FROM conversation_member AS own JOIN conversation ON conversation.id = own.conversation_id
         JOIN message AS last ON last.conversation_id = own.conversation_id AND last.number = conversation.last_number
         WHERE own.account_id = \(member) AND conversation.last_number > own.cleared_number)
        """
    }

    /// How many messages a member has not read in a conversation of ``states(of:)``, as a value. Counted up to one more
    /// than a page says.
    static func unreadCount(_ state: SQL, of member: ID<Account>) -> SQL {
        """
        CASE WHEN \(state).is_unread = 0 THEN 0 ELSE
          (SELECT count(*) FROM (SELECT 1 FROM message WHERE message.conversation_id = \(state).conversation_id
             AND message.number > \(state).read_number AND message.sender_id <> \(member)
             AND message.deleted_at IS NULL LIMIT \(CountBadge.most + 1))) END
        """
    }

    /// The conversations in which a member has something unread: column conversation_id.
    static func unread(of member: ID<Account>) -> SQL {
        "(SELECT conversation_id FROM conversation_member WHERE account_id = \(member) AND is_unread = 1)"
    }

    /// The newest message that a member of some conversations got and did not clear: columns conversation_id, sender_id,
    /// text, has_photo, has_sound, has_card, is_unread.
    static func received(_ conversations: [ID<Conversation>], by member: ID<Account>) -> SQL {
        """
        (SELECT own.conversation_id AS conversation_id, message.sender_id AS sender_id, message.text AS text,
           message.photo IS NOT NULL AS has_photo, message.sound IS NOT NULL AS has_sound,
           message.card IS NOT NULL AS has_card,
           message.number > own.read_number AS is_unread
         FROM conversation_member AS own
         JOIN message ON message.conversation_id = own.conversation_id AND message.number =
           (SELECT newest.number FROM message AS newest
            WHERE newest.conversation_id = own.conversation_id AND newest.number > own.cleared_number
              AND newest.sender_id <> own.account_id AND newest.deleted_at IS NULL
            ORDER BY newest.number DESC LIMIT 1)
         WHERE own.account_id = \(member) AND own.conversation_id IN \(conversations))
        """
    }
}
