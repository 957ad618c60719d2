import Database
import Media
import Proximity

/// People who write to each other. A marker for ids.
enum Conversation {}

/// A message as a member of its conversation reads it.
struct Message: Sendable {
    let id: ID<Message>
    /// Its place in the conversation, from 1 on.
    let number: Int64
    let sender: Person
    let isOwn: Bool
    /// nil when its sender deleted it.
    let content: Content?
    /// The message that it answers; nil for none.
    let reply: Reply?
    /// Its form's key, by which the sender's page knows it again; "" for a message of somebody else.
    let formKey: String
    let createdAt: Timestamp

    /// What a message says: at least one of them.
    struct Content: Sendable, Equatable {
        /// "" for none.
        var text = ""
        var photo: MediaName?
        /// A voice message.
        var sound: MediaName?
        /// A path inside the site.
        var card: String?
    }

    /// The message that another one answers.
    struct Reply: Sendable {
        let id: ID<Message>
        /// Its place in the conversation.
        let number: Int64
        let sender: Person
        let isOwn: Bool
        /// nil when its sender deleted it.
        let content: Content?
    }

    /// Longest text, in characters.
    static let maxTextLength = 4_000
    /// Longest path of a card, in characters.
    static let maxCardLength = 300
    /// Messages on a page.
    static let pageSize = 50
}

/// A message to send.
struct NewMessage: Sendable {
    var content: Message.Content
    /// The message that it answers.
    var reply: ID<Message>?
    /// The form's key: a form sent twice is one message.
    var formKey: String
}

/// A message that is stored.
struct SentMessage: Sendable {
    let id: ID<Message>
    let number: Int64
    /// False if its form was sent before.
    let isNew: Bool
}

/// Which messages of a conversation are read.
enum MessageRange: Sendable, Equatable {
    /// The newest.
    case last
    /// Those just before a number.
    case before(Int64)
    /// Those from a number on, this one included.
    case from(Int64)
}

/// Messages in the order of their numbers.
struct MessagePage: Sendable {
    let messages: [Message]
    /// Whether there are older ones.
    let hasEarlier: Bool
    /// Whether there are newer ones.
    let hasLater: Bool
}

/// Where a member stands in a conversation.
struct Membership: Sendable, Equatable {
    let conversation: ID<Conversation>
    /// How far they have read.
    let readNumber: Int64
    let isUnread: Bool
    /// How far they have let the others know.
    let ownSeenNumber: Int64
    /// The messages up to this one they have cleared for themselves.
    let clearedNumber: Int64
    /// How far some other member has let them know to have read.
    let seenNumber: Int64
    /// The number of the last message.
    let lastNumber: Int64
}
