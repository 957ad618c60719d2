import Database
import HTTP
import Proximity

/// `GET /chats/{username}`
struct ChatPage {
    let frame: Frame
    /// The style sheet of chats on wide screens.
    let style: String
    /// The list of chats.
    let side: ChatSidePart
    /// What addresses call the other one.
    let name: String
    let other: PersonPart
    /// Whether the other one deleted their account.
    let hasLeft: Bool
    /// "Active today"; "" for nothing.
    var presence = ""
    let menu: ChatMenuPart
    let messages: MessageListPart
    /// Whether there is no message yet.
    let isEmpty: Bool
    let hello: Hello
    /// nil unless the other one has asked.
    let request: ChatRequestPart?
    /// nil where the viewer cannot write; then `refusal` says why.
    let form: MessageFormPart?
    let refusal: String
    /// Whether Enter sends.
    var sendsByEnter = true
    /// Where the page says that the viewer is writing; it also has the line that says it of the other one. "" where the
    /// viewer does not tell what they see, and where the chat is not open.
    var writing = ""

    /// What stands in a chat without messages.
    struct Hello {
        let title: String
        let words: String
    }
}

/// What one can do with a chat.
struct ChatMenuPart {
    /// The other one.
    let name: String
    /// Their page; "" for none.
    let page: String
    let clear: ConfirmPart?
    let block: ConfirmPart?

    init(_ chat: Chat, hasMessages: Bool, _ csrf: TokenField) {
        let hasLeft = chat.permission == .left
        name = chat.other.name
        page = hasLeft ? "" : PersonPaths.person(chat.name)
        clear =
            hasMessages
            ? ConfirmPart(
                csrf, post: ChatPaths.clear(chat.name), opener: "Clear chat",
                words: "All messages are deleted for you. \(chat.other.name) keeps them.", button: "Clear the chat")
            : nil
        block = hasLeft ? nil : ChatMenuPart.block(chat, csrf)
    }

    static func block(_ chat: Chat, _ csrf: TokenField) -> ConfirmPart {
        ConfirmPart(
            csrf, post: FriendPaths.block(chat.name), opener: "Block",
            words: "You won’t be able to find, see or contact each other. They won’t be told.",
            button: "Block \(chat.other.name)", icon: "ban")
    }
}

/// Somebody who is not a friend has written: what to do about it.
struct ChatRequestPart {
    let csrf: TokenField
    let person: PersonPart
    /// "You have Mikko and Leena in common."; "" for nobody.
    let detail: String
    let block: ConfirmPart
    /// Where the message is reported; "" when it is deleted.
    let report: String

    init(_ chat: Chat, messages: [Message], mutual: [Person], csrf: TokenField) {
        self.csrf = csrf
        person = PersonPart(chat.other)
        let names = mutual.prefix(3).map { $0.name } + (mutual.count > 3 ? ["others"] : [])
        detail = names.isEmpty ? "" : "You both know \(WordList.join(names))."
        block = ChatMenuPart.block(chat, csrf)
        let asked = messages.last { !$0.isOwn && $0.content != nil }
        report = asked.map { ChatPaths.report(chat.name, $0.id) } ?? ""
    }
}

extension Chat {
    /// What stands in it before the first message.
    var hello: ChatPage.Hello {
        switch permission {
        case .new:
            .init(
                title: "Write to \(other.name)",
                words: "You’re not friends yet: your first message is a request. You can write more once they answer.")
        case .open: .init(title: "Say hello to \(other.name)", words: "Only the two of you see what you write here.")
        case .asked, .request, .closed, .left: .init(title: "Nothing here", words: "This chat has no messages.")
        }
    }

    /// What to know before one writes.
    var hint: String {
        switch permission {
        case .new: "One message, until \(other.name) answers. They see photos and links once they accept."
        case .request: "If you write back, you accept the request."
        case .open, .asked, .closed, .left: ""
        }
    }
}
