import Database
import Foundation
import HTTP

/// The form that writes a message.
struct MessageFormPart {
    let key: String
    let text: TextAreaPart
    /// The message that it answers; nil for none.
    let quote: QuotePart?
    /// The id of that message; "" for none.
    let replyTo: String
    /// What is shared with it; nil for nothing.
    let card: CardPart?
    /// The path of what is shared; "" for nothing.
    let cardPath: String
    /// A photo that is kept while the form is written; nil for none.
    let photo: KeptMediaPart?
    let photoError: FieldErrorPart
    let cardError: FieldErrorPart
    /// The page without what is answered and shared.
    let cancel: String
    /// What else to know before one writes; "" for nothing.
    let hint: String

    init(
        _ form: FormFields, key: String, answering message: Message? = nil, card: CardPart? = nil,
        photo: KeptMediaPart? = nil, cancel: String, hint: String = "", _ errors: ValidationErrors
    ) {
        self.key = key
        text = TextAreaPart(
            "text", "Message", value: form["text"] ?? "", rows: 1, placeholder: "Message", max: Message.longestText,
            errors)
        quote = message.map { QuotePart($0) }
        replyTo = message.map { "\($0.id)" } ?? ""
        self.card = card
        cardPath = card == nil ? "" : MessageForm.card(form["card"] ?? "") ?? ""
        self.photo = photo
        photoError = errors.part("photo")
        cardError = errors.part("card")
        self.cancel = cancel
        self.hint = hint
    }

    var isPhotoWrong: Bool { !photoError.message.isEmpty }
}
