import Database
import Media

/// Tables that features with conversations join.
extension Conversation {
    /// Some messages: columns id, conversation_id, number, sender_id.
    static func messages(_ ids: [ID<Message>]) -> SQL {
        "(SELECT id, conversation_id, number, sender_id FROM message WHERE id IN \(ids) AND deleted_at IS NULL)"
    }

    /// The message with a photo: columns id, conversation_id, number, sender_id.
    static func messages(with photo: MediaName) -> SQL {
        "(SELECT id, conversation_id, number, sender_id FROM message WHERE photo = \(photo.text) AND deleted_at IS NULL)"
    }
}
