import Database
import Foundation
import HTTP
import Media

/// Parses the form that writes a message: fields text, card, reply_to and key; photo and sound come as drafts.
enum MessageForm {
    /// - Parameter newKey: for a form without one.
    /// - Throws: problems of `text` and `card`.
    static func message(
        _ form: FormFields, photo: MediaName?, sound: MediaName? = nil, newKey: String
    ) throws(ValidationErrors) -> NewMessage {
        let text = MultilineText.normalized(form["text"])
        let card = form["card"].flatMap { $0.isEmpty ? nil : $0 }
        if let card, MessageForm.card(card) == nil { throw ValidationErrors("card", cannotSend) }
        if text.unicodeScalars.count > Message.maxTextLength {
            throw ValidationErrors("text", ValidationErrors.tooLong(Message.maxTextLength))
        }
        if text.isEmpty && photo == nil && sound == nil && card == nil {
            throw ValidationErrors("text", "Write a few words.")
        }
        return NewMessage(
            content: Message.Content(text: text, photo: photo, sound: sound, card: card),
            reply: form["reply_to"].flatMap { ID<Message>($0) }, formKey: FormKey.read(form) ?? newKey)
    }

    /// A path inside the site; nil for anything else.
    static func card(_ text: String) -> String? {
        let path = PathText.inside(text)
        return path == text && (2...Message.maxCardLength).contains(path.utf8.count) ? path : nil
    }

    static let cannotSend = "That page can’t be sent in a message."
}
