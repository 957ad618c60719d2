import Database
import HTTP

/// Examples of a group's chat.
extension GroupExamples {
    var chats: [GalleryExample] {
        [
            .page("conversation") { try chat($0, ConversationExamples.conversation($0)) },
            .page("empty") { try chat($0, []) },
        ]
    }

    private func chat(_ gallery: GalleryContext, _ messages: [Message]) throws -> GroupChatPage {
        var setting = ConversationExamples.setting(gallery)
        setting.namesSenders = true
        return GroupChatPage(
            frame: gallery.frame("Friday", .groups), group: group(gallery), people: "5 people",
            messages: try MessageListPart(ConversationExamples.page(messages), setting), isEmpty: messages.isEmpty,
            form: ConversationExamples.form(errors: ValidationErrors(), hint: ""))
    }
}
