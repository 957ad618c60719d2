import Database
import Foundation
import HTTP
import Media
import Proximity

/// The page of a chat.
extension Chats {
    var screenRoutes: [Route] {
        [
            .get("/chats/{username}", showChat),
            .upload("/chats/{username}", bodyLimit: Uploads.pictureFormBytes, write),
        ]
    }

    /// `GET /chats/{username}`
    func showChat(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try page(context, viewer)
    }

    /// `POST /chats/{username}`
    func write(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = context.parameters["username"] ?? ""
        do {
            let message = try MessageForm.message(context.form, photo: nil, newKey: newKey(context))
            try site.throttles.attempt([(.message, "\(viewer.id)")], context.now)
            try site.database.write { try send($0, message, to: name, from: viewer.id, context.now) }
        } catch let errors as ValidationErrors {
            return try page(context, viewer, status: .unprocessableContent, errors)
        }
        return context.redirect(to: ChatPaths.chat(name))
    }

    private func page(
        _ context: RequestContext, _ viewer: Viewer, status: Status = .ok,
        _ errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let (chat, messages) = try site.database.read { database -> (Chat, MessagePage?) in
            let found = try self.chat(database, context, viewer)
            let page = try found.membership.map {
                try ConversationQueries.messages(database, .last, of: $0, for: viewer.id)
            }
            return (found, page)
        }
        let part = MessageListPart(
            messages ?? MessagePage(messages: [], hasEarlier: false, hasLater: false),
            RelativeTimeFormatter(viewer.timeZone, now: context.now), heldBackAfter: chat.heldBackAfter)
        let view = ChatPage(
            frame: context.frame(chat.other.name, .chats), name: chat.name, other: PersonPart(chat.other),
            messages: part, form: chat.mayWrite ? MessageFormPart(context.form, key: newKey(context), errors) : nil,
            refusal: Chats.refusal(chat))
        return context.page(view, status: status)
    }

    private func newKey(_ context: RequestContext) -> String {
        MessageForm.key(context.form["key"]) ?? Base64URL.encode(site.environment.randomBytes(15))
    }
}

/// `GET /chats/{username}`
struct ChatPage {
    let frame: Frame
    /// What addresses call the other one.
    let name: String
    let other: PersonPart
    let messages: MessageListPart
    /// nil where the viewer cannot write; then `refusal` says why.
    let form: MessageFormPart?
    let refusal: String
}
