import Database
import HTTP
import Proximity

/// Examples of the page of a chat.
enum ChatExamples {
    static let all: [GalleryExample] = [
        .page("conversation") { try page($0, .open, messages: ConversationExamples.conversation($0)) },
        .page("friend without messages") { try page($0, .open) },
        .page("stranger") { try page($0, .new) },
        .page("request") { try page($0, .request, messages: asked($0)) },
        .page("asked") { try page($0, .asked, messages: [own($0)]) },
        .page("closed") { try page($0, .closed) },
        .page("left") { try page($0, .left, messages: asked($0)) },
        .page("refused") { try page($0, .open, errors: ValidationErrors("text", "Write a few words.")) },
        .part("friends in common") { gallery in
            let mutual = ["mikko", "sofia"].map { gallery.person($0) }
            return ChatRequestPart(
                chat(gallery, .request), messages: asked(gallery), mutual: mutual, csrf: gallery.frame("").csrf)
        },
        .part("usual") { ChatMenuPart(chat($0, .open), hasMessages: true, $0.frame("").csrf) },
        .page("usual") { report($0) },
        .page("report refused") { report($0, ValidationErrors("reason", "Say what happened.")) },
    ]

    private static func chat(_ gallery: GalleryContext, _ permission: Chat.Permission) -> Chat {
        Chat(
            name: "leena", other: gallery.person("leena", called: "Leena"), membership: nil, permission: permission,
            untrustedAfter: permission == .request ? 0 : nil)
    }

    private static func asked(_ gallery: GalleryContext) -> [Message] {
        let content = Message.Content(text: "Hi! Who made the drawing by the library? https://example.org")
        return [ConversationExamples.message(gallery, 1, isOwn: false, content: content)]
    }

    private static func own(_ gallery: GalleryContext) -> Message {
        ConversationExamples.message(
            gallery, 1, isOwn: true, content: Message.Content(text: "Hi! Who made the drawing?"))
    }

    private static func page(
        _ gallery: GalleryContext, _ permission: Chat.Permission, messages: [Message] = [],
        errors: ValidationErrors = ValidationErrors()
    ) throws -> ChatPage {
        let chat = chat(gallery, permission)
        let csrf = gallery.frame("").csrf
        var setting = ConversationExamples.setting(gallery)
        setting.untrustedAfter = chat.untrustedAfter
        setting.mayWrite = chat.mayWrite
        var view = ChatPage(
            frame: gallery.frame(chat.other.name, .chats), style: ChatListExamples.style(gallery),
            side: ChatListExamples.side(gallery), name: chat.name, other: PersonPart(chat.other),
            hasLeft: permission == .left, presence: permission == .open ? "Active today" : "",
            menu: ChatMenuPart(chat, hasMessages: !messages.isEmpty, csrf),
            messages: try MessageListPart(ConversationExamples.page(messages), setting), isEmpty: messages.isEmpty,
            hello: chat.hello,
            request: permission == .request ? ChatRequestPart(chat, messages: messages, mutual: [], csrf: csrf) : nil,
            form: chat.mayWrite ? ConversationExamples.form(errors: errors, hint: chat.hint) : nil,
            refusal: Chats.refusal(chat))
        view.writing = permission == .open ? ChatPaths.writing(chat.name) : ""
        return view
    }

    private static func report(
        _ gallery: GalleryContext, _ errors: ValidationErrors = ValidationErrors()
    ) -> MessageReportPage {
        MessageReportPage(
            gallery.frame("Report this message", .chats),
            message: ConversationExamples.message(
                gallery, 1, isOwn: false, content: Message.Content(text: "Not a nice thing to say.")),
            paths: ConversationPaths(page: ChatPaths.chat("leena")), form: FormFields(), errors: errors)
    }
}
