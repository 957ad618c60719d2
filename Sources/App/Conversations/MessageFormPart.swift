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
    /// A voice message that is kept while the form is written; nil for none.
    let sound: KeptMediaPart?
    let photoError: FieldErrorPart
    let soundError: FieldErrorPart
    let cardError: FieldErrorPart
    /// The page without what is answered and shared.
    let cancel: String
    /// What else to know before one writes; "" for nothing.
    let hint: String

    /// - Parameter submission: what a form brought that is shown again.
    init(
        _ form: FormFields, key: String, answering message: Message? = nil, card: CardPart? = nil,
        with submission: MessageSubmission? = nil, cancel: String, hint: String = "", _ errors: ValidationErrors
    ) {
        self.key = key
        text = TextAreaPart(
            "text", label: "Message", value: form["text"] ?? "", rows: 1, placeholder: "Message",
            max: Message.maxTextLength,
            errors: errors)
        quote = message.map { QuotePart($0) }
        replyTo = message.map { "\($0.id)" } ?? ""
        self.card = card
        cardPath = card == nil ? "" : MessageForm.card(form["card"] ?? "") ?? ""
        photo = submission?.photo.draft.map { KeptMediaPart($0, place: "", time: "", isDated: false) }
        sound = submission?.sound.draft.map { KeptMediaPart($0, place: "", time: "", isDated: false) }
        photoError = errors.part("photo")
        soundError = errors.part("sound")
        cardError = errors.part("card")
        self.cancel = cancel
        self.hint = hint
    }

    var isPhotoWrong: Bool { !photoError.message.isEmpty }
    var isSoundWrong: Bool { !soundError.message.isEmpty }
    /// Longest voice message, in seconds.
    var maxSeconds: Int { MediaFieldPart.Kind.maxSoundSeconds }
}
