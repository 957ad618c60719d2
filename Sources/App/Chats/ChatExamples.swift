import Database
import HTTP
import Proximity

/// Examples of the page of a chat.
enum ChatExamples {
    static let all: [GalleryExample] = [
        .page("conversation") { try page($0, .open, ConversationExamples.conversation($0)) },
        .page("friend without messages") { try page($0, .open) },
        .page("stranger") { try page($0, .new) },
        .page("request") { try page($0, .request, asked($0)) },
        .page("asked") { try page($0, .asked, [own($0)]) },
        .page("closed") { try page($0, .closed) },
        .page("left") { try page($0, .left, asked($0)) },
        .page("refused") { try page($0, .open, errors: ValidationErrors("text", "Write a few words.")) },
        .part("friends in common") { gallery in
            let mutual = ["mikko", "sofia"].map { gallery.person($0) }
            return ChatRequestPart(chat(gallery, .request), asked(gallery), mutual: mutual, gallery.frame("").csrf)
        },
        .part("usual") { ChatMenuPart(chat($0, .open), hasMessages: true, $0.frame("").csrf) },
        .page("usual") { report($0) },
        .page("report refused") { report($0, ValidationErrors("reason", "Say what happened.")) },
    ]

    private static func chat(_ gallery: GalleryContext, _ standing: Chat.Standing) -> Chat {
        Chat(
            name: "leena", other: gallery.person("leena", called: "Leena"), membership: nil, standing: standing,
            heldBackAfter: standing == .request ? 0 : nil)
    }

    private static func asked(_ gallery: GalleryContext) -> [Message] {
        let content = Message.Content(text: "Hi! Who made the drawing by the library? https://example.org")
        return [ConversationExamples.message(gallery, 1, isOwn: false, content)]
    }

    private static func own(_ gallery: GalleryContext) -> Message {
        ConversationExamples.message(gallery, 1, isOwn: true, Message.Content(text: "Hi! Who made the drawing?"))
    }

    private static func page(
        _ gallery: GalleryContext, _ standing: Chat.Standing, _ messages: [Message] = [],
        errors: ValidationErrors = ValidationErrors()
    ) throws -> ChatPage {
        let chat = chat(gallery, standing)
        let csrf = gallery.frame("").csrf
        var setting = ConversationExamples.setting(gallery)
        setting.heldBackAfter = chat.heldBackAfter
        setting.mayWrite = chat.mayWrite
        return ChatPage(
            frame: gallery.frame(chat.other.name, .chats), name: chat.name, other: PersonPart(chat.other),
            hasLeft: standing == .left, presence: standing == .open ? "Active today" : "",
            menu: ChatMenuPart(chat, hasMessages: !messages.isEmpty, csrf),
            messages: try MessageListPart(ConversationExamples.page(messages), setting), isEmpty: messages.isEmpty,
            hello: chat.hello,
            request: standing == .request ? ChatRequestPart(chat, messages, mutual: [], csrf) : nil,
            form: chat.mayWrite ? ConversationExamples.form(errors: errors, hint: chat.hint) : nil,
            refusal: Chats.refusal(chat))
    }

    private static func report(
        _ gallery: GalleryContext, _ errors: ValidationErrors = ValidationErrors()
    ) -> MessageReportPage {
        MessageReportPage(
            gallery.frame("Report this message", .chats),
            ConversationExamples.message(gallery, 1, isOwn: false, Message.Content(text: "Not a nice thing to say.")),
            ConversationPaths(page: ChatPaths.chat("leena")), FormFields(), errors)
    }
}
