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
        // Nobody's photo is worked on for a chat that is not there.
        let name = try site.database.read { try chat($0, context, viewer) }.name
        let arrival = try conversations.arrival(context, viewer, newKey: newKey(context))
        do {
            guard let message = try arrival.message.get() else { return try page(context, viewer, arrival) }
            try site.throttles.attempt([(.message, "\(viewer.id)")], context.now)
            try site.database.write { try send($0, message, to: name, from: viewer.id, context.now) }
        } catch let errors as ValidationErrors {
            let page = try page(context, viewer, status: .unprocessableContent, arrival, errors)
            return arrival.photo.refusal?.answer(page) ?? page
        }
        return context.redirect(to: ChatPaths.chat(name))
    }

    private func page(
        _ context: RequestContext, _ viewer: Viewer, status: Status = .ok, _ arrival: MessageArrival? = nil,
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
