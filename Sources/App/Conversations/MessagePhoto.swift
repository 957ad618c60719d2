import Database
import HTTP
import Media
import Proximity

/// What a message's form brings.
struct MessageSubmission {
    /// Its files: kept even where something else is wrong, so that nobody chooses a photo or speaks twice.
    var photo = DraftSubmission()
    var sound = DraftSubmission()
    /// nil where nothing is to be sent yet: the form is to be shown again, without what its writer took out of it.
    let message: Result<NewMessage?, ValidationErrors>

    /// Why a file was refused; nil for none.
    var refusal: RefusedUpload? { photo.refusal ?? sound.refusal }
}

extension Conversations {
    /// Takes the files out of a message's form and parses the rest.
    func submission(_ context: RequestContext, _ viewer: Viewer, newKey: String) throws -> MessageSubmission {
        if let sent = try sentBefore(context, viewer) {
            return MessageSubmission(message: .success(sent))
        }
        let photo = try uploads.receiveDraft(context, viewer, for: Conversations.draftPurpose)
        let sound = try uploads.receiveDraft(context, viewer, for: Conversations.soundPurpose, kind: .sound)
        if photo.refusal != nil || sound.refusal != nil {
            var errors = photo.errors
            errors.add(sound.errors)
            return MessageSubmission(photo: photo, sound: sound, message: .failure(errors))
        }
        if Conversations.steps.contains(where: { context.form[$0] != nil }) {
            return MessageSubmission(photo: photo, sound: sound, message: .success(nil))
        }
        do {
            let message = try MessageForm.message(
                context.form, photo: photo.draft?.name, sound: sound.draft?.name, newKey: newKey)
            return MessageSubmission(photo: photo, sound: sound, message: .success(message))
        } catch {
            return MessageSubmission(photo: photo, sound: sound, message: .failure(error))
        }
    }

    /// The buttons that take something out of the form.
    private static let steps = ["photo_remove", "sound_remove", "card_remove"]

    /// The message of a form that was sent before, by which it is known again: its files are not worked on twice.
    private func sentBefore(_ context: RequestContext, _ viewer: Viewer) throws -> NewMessage? {
        guard let key = FormKey.read(context.form),
            try site.database.read({ try ConversationQueries.sent($0, by: viewer.id, formKey: key) }) != nil
        else { return nil }
        return NewMessage(content: Message.Content(), formKey: key)
    }

    /// Deletes a message of a person for everybody: its number and its form's key stay, so that the order does and
    /// nothing is sent twice. False if it is somebody else's, or was deleted before.
    func delete(
        _ database: Writer, _ message: ID<Message>, in conversation: ID<Conversation>, by sender: ID<Account>,
        at now: Timestamp
    ) throws -> Bool {
        guard let content = try ConversationQueries.content(database, of: message, in: conversation, by: sender) else {
            return false
        }
        try ConversationQueries.empty(database, message, at: now)
        try ConversationQueries.deleteReactions(database, to: message)
        if let number = try ConversationQueries.number(database, of: message, in: conversation) {
            try MessageWords.forget(database, number, in: conversation)
        }
        for file in [content.photo, content.sound].compactMap({ $0 }) { try Uploads.release(database, file, at: now) }
        return true
    }
}

/// SQL on what a message says and shows.
extension ConversationQueries {
    /// What a person's own message says; nil for a deleted one and for one of somebody else.
    static func content(
        _ database: Reader, of message: ID<Message>, in conversation: ID<Conversation>, by sender: ID<Account>
    ) throws -> Message.Content? {
        try database.first(
            """
            SELECT text, photo, sound, card FROM message
            WHERE id = \(message) AND conversation_id = \(conversation) AND sender_id = \(sender) AND deleted_at IS NULL
            """
        ) { row in
            let (photo, sound): (String?, String?) = (try row["photo"], try row["sound"])
            return Message.Content(
                text: try row["text"], photo: photo.flatMap { MediaName($0) }, sound: sound.flatMap { MediaName($0) },
                card: try row["card"])
        }
    }

    /// Takes away all that a message says.
    static func empty(_ database: Writer, _ message: ID<Message>, at now: Timestamp) throws {
        try database.execute(
            """
            UPDATE message SET text = '', photo = NULL, sound = NULL, card = NULL, reply_id = NULL, deleted_at = \(now)
            WHERE id = \(message)
            """)
    }
}
