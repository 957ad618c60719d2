import Database
import Foundation
import HTTP
import Proximity

/// Messages in order, for every feature in which people write to each other: storing and reading them, and their parts
/// of pages. It does not know who may read a conversation; the feature that has one asks that first.
struct Conversations: Feature {
    let site: Site
    let uploads: Uploads
    let notices: Notices
    let basemaps: Basemaps

    var events: Events { notices.events }

    /// What drafts of its photos are for.
    static let draftPurpose = "message"
    /// Seconds for which an open page counts as looked at after its last sign of life.
    static let viewedFor = 60.0

    static let migrations = ConversationSchema.migrations + MessageWords.migrations

    var routes: [Route] { [] }

    var jobKinds: [JobKind] { [erasing] }

    var galleryExamples: [GalleryExample] { ConversationExamples.all + CardExamples(basemaps: basemaps).all }

    /// Begins a conversation.
    func begin(_ database: Writer, _ members: [ID<Account>]) throws -> ID<Conversation> {
        let id = try database.newID(Conversation.self)
        try ConversationQueries.insert(database, id)
        for member in members { try ConversationQueries.insert(database, member: member, in: id) }
        return id
    }

    /// Stores a message after all others, once: a form that was sent before gives the message that it sent then.
    ///
    /// - Throws: `ValidationErrors` on `photo` if its draft is no longer stored, on `card` for a path of which there is no card.
    func send(
        _ database: Writer, _ message: NewMessage, in conversation: ID<Conversation>, from sender: ID<Account>,
        _ now: Timestamp
    ) throws -> SentMessage {
        if let earlier = try ConversationQueries.sent(database, by: sender, submission: message.submission) {
            return earlier
        }
        var message = message
        if let path = message.content.card {
            guard let card = storedCard(path) else { throw ValidationErrors("card", MessageForm.cannotSend) }
            message.content.card = card
        }
        if let photo = message.content.photo,
            try !Uploads.claimDraft(database, photo, of: sender, for: Conversations.draftPurpose, now)
        {
            throw ValidationErrors("photo", "That photo is not kept any more. Choose it again.")
        }
        let sent = try ConversationQueries.insert(database, message, in: conversation, from: sender, now)
        try MessageWords.keep(database, message.content.text, of: sent.number, in: conversation)
        try ConversationQueries.setOwnRead(database, conversation, by: sender, sent.number)
        for observer in site.features.conforming(to: (any MessageObserver).self) {
            try observer.written(database, message, in: conversation, by: sender, now)
        }
        return sent
    }
}
