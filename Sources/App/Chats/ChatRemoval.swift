import Database
import HTTP
import Proximity

/// Deleting one's own message, for both, and reacting to one.
extension Chats {
    var removalRoutes: [Route] {
        [
            .post("/chats/{username}/messages/{id}/delete", deleteMessage),
            .post("/chats/{username}/messages/{id}/reactions", react),
        ]
    }

    /// `POST /chats/{username}/messages/{id}/reactions` (emoji): the same again takes it back. While the chat is a request
    /// nobody reacts: writing is what accepts it.
    func react(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try site.database.read { try self.chat($0, context, for: viewer) }.name
        try conversations.react(
            context, viewer, to: context.parameters["id"].flatMap { ID<Message>($0) },
            in: { database in
                let found = try self.chat(database, context, for: viewer)
                guard found.permission == .open else { throw Failure.notFound }
                return found.view
            },
            reacted: { notifyOfChange($0, try self.chat($0, context, for: viewer), by: viewer) })
        return context.redirect(to: ChatPaths.chat(name))
    }

    /// `POST /chats/{username}/messages/{id}/delete`: also where one cannot write any more.
    func deleteMessage(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let chat = try site.database.write { database in
            let chat = try self.chat(database, context, for: viewer)
            let id = context.parameters["id"].flatMap { ID<Message>($0) }
            let conversation = chat.membership?.conversation
            let isDeleted = try conversations.deleteOwn(
                database, id, in: conversation, by: viewer.id, others: [chat.other.id], at: context.now
            ) { other in
                if let conversation { try takeBackNotice(database, conversation, of: other) }
            }
            if isDeleted { notifyOfChange(database, chat, by: viewer) }
            return chat
        }
        return context.redirect(to: ChatPaths.chat(chat.name), saying: "Deleted for both of you.")
    }
}
