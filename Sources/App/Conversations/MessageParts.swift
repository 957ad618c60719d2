import Database
import Foundation
import HTTP
import Proximity

/// Messages as they stand on a page, oldest first.
struct MessageListPart {
    let bubbles: [BubblePart]
    /// Whether there are older ones.
    let hasEarlier: Bool
    /// The numbers of the first and the last one; 0 for none.
    let first: Int64
    let last: Int64

    init(_ page: MessagePage, _ words: RelativeTimeFormatter, heldBackAfter: Int64?) {
        bubbles = page.messages.map { message in
            let isHeldBack = !message.isOwn && heldBackAfter.map { message.number > $0 } ?? false
            return BubblePart(message, words, isHeldBack: isHeldBack)
        }
        hasEarlier = page.hasEarlier
        first = page.messages.first?.number ?? 0
        last = page.messages.last?.number ?? 0
    }
}

/// A message.
struct BubblePart {
    let id: ID<Message>
    let number: Int64
    let isOwn: Bool
    let sender: PersonPart
    let key: String
    let lines: [String]
    let isDeleted: Bool
    let time: TimePart

    init(_ message: Message, _ words: RelativeTimeFormatter, isHeldBack: Bool) {
        id = message.id
        number = message.number
        isOwn = message.isOwn
        sender = PersonPart(message.sender)
        key = message.submission
        let text = message.content?.text ?? ""
        lines = text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        isDeleted = message.content == nil
        time = TimePart(moment: message.createdAt, words)
    }
}

/// The form that writes a message.
struct MessageFormPart {
    let key: String
    let text: TextAreaPart

    init(_ form: FormFields, key: String, _ errors: ValidationErrors) {
        self.key = key
        text = TextAreaPart(
            "text", "Message", value: form["text"] ?? "", rows: 1, max: Message.longestText, errors)
    }
}
