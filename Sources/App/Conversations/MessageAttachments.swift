import Database
import Media
import Proximity

/// What messages of a page show besides their words.
struct MessageAttachments: Sendable {
    /// Makes the cards after the transaction, by their paths.
    var cards: [String: CardMaker] = [:]
    /// How large the photos are, by their names.
    var photos: [MediaName: MediaQueries.Extent] = [:]
    /// How long the voice messages are, in seconds, by their names.
    var sounds: [MediaName: Double] = [:]
    var reactions: [ID<Message>: [MessageReaction]] = [:]
}

extension Conversations {
    /// Reads what messages show besides their words; of those held back, nothing.
    func attachments(
        _ database: Reader, of messages: [Message], hiding hidden: [ID<Account>] = [], untrustedAfter: Int64?,
        for viewer: Viewer, _ now: Timestamp
    ) throws -> MessageAttachments {
        let shown = messages.filter { !$0.isUntrusted(after: untrustedAfter) }.compactMap { $0.content }
        var attachments = MessageAttachments()
        attachments.photos = try Uploads.extents(database, shown.compactMap { $0.photo }, size: .medium)
        attachments.sounds = try Uploads.durations(database, shown.compactMap { $0.sound })
        attachments.cards = try cards(database, at: Set(shown.compactMap { $0.card }), for: viewer, now)
        attachments.reactions = try ConversationQueries.reactions(
            database, to: messages.filter { $0.content != nil }.map { $0.id }, for: viewer.id, hiding: hidden)
        return attachments
    }
}

extension Message {
    /// Whether it is part of a request of somebody else that waits for an answer.
    func isUntrusted(after number: Int64?) -> Bool { !isOwn && number.map { self.number > $0 } ?? false }
}
