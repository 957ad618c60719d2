import Database
import HTTP
import Media
import Proximity

/// What a message's form brings.
struct MessageArrival {
    /// Its photo: kept even where something else is wrong, so that nobody chooses it twice.
    let photo: DraftArrival
    /// nil where nothing is to be sent yet: the form is to be shown again, without what its writer took out of it.
    let message: Result<NewMessage?, ValidationErrors>
}

extension Conversations {
    /// Takes the photo out of a message's form and parses the rest.
    func arrival(_ context: RequestContext, _ viewer: Viewer, newKey: String) throws -> MessageArrival {
        if let sent = try sentBefore(context, viewer) {
            return MessageArrival(photo: DraftArrival(), message: .success(sent))
        }
        let photo = try uploads.takeDraft(context, viewer, for: Conversations.draftPurpose)
        if photo.refusal != nil { return MessageArrival(photo: photo, message: .failure(photo.errors)) }
        if Conversations.steps.contains(where: { context.form[$0] != nil }) {
            return MessageArrival(photo: photo, message: .success(nil))
        }
        do {
            let message = try MessageForm.message(context.form, photo: photo.draft?.name, newKey: newKey)
            return MessageArrival(photo: photo, message: .success(message))
        } catch {
            return MessageArrival(photo: photo, message: .failure(error))
        }
    }

    /// The buttons that take something out of the form.
    private static let steps = ["photo_remove", "card_remove"]

    /// The message of a form that was sent before, by which it is known again: its photo is not worked on twice.
    private func sentBefore(_ context: RequestContext, _ viewer: Viewer) throws -> NewMessage? {
        guard let key = SubmissionKey.read(context.form),
            try site.database.read({ try ConversationQueries.sent($0, by: viewer.id, submission: key) }) != nil
        else { return nil }
        return NewMessage(content: Message.Content(), submission: key)
    }

    /// Deletes a message of a person for everybody: its number and its form's key stay, so that the order does and
    /// nothing is sent twice. False if it is somebody else's, or was deleted before.
    func delete(
        _ database: Writer, _ message: ID<Message>, in conversation: ID<Conversation>, by sender: ID<Account>,
        _ now: Timestamp
    ) throws -> Bool {
        guard let content = try ConversationQueries.content(database, of: message, in: conversation, by: sender) else {
            return false
        }
        try ConversationQueries.empty(database, message, now)
        if let number = try ConversationQueries.number(database, of: message, in: conversation) {
            try MessageWords.forget(database, number, in: conversation)
        }
        if let photo = content.photo { try Uploads.release(database, photo, now) }
        return true
    }
}

/// SQL on the photos of messages, and on what a message says.
extension ConversationQueries {
    /// What a person's own message says; nil for a deleted one and for one of somebody else.
    static func content(
        _ database: Reader, of message: ID<Message>, in conversation: ID<Conversation>, by sender: ID<Account>
    ) throws -> Message.Content? {
        try database.first(
            """
            SELECT text, photo, card FROM message
            WHERE id = \(message) AND conversation_id = \(conversation) AND sender_id = \(sender) AND deleted_at IS NULL
            """
        ) { row in
            let photo: String? = try row["photo"]
            return Message.Content(
                text: try row["text"], photo: photo.flatMap { MediaName($0) }, card: try row["card"])
        }
    }

    /// Takes away all that a message says.
    static func empty(_ database: Writer, _ message: ID<Message>, _ now: Timestamp) throws {
        try database.execute(
            """
            UPDATE message SET text = '', photo = NULL, card = NULL, reply_id = NULL, deleted_at = \(now)
            WHERE id = \(message)
            """)
    }
}
