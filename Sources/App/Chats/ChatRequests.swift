import Database
import HTTP
import Proximity

/// Answering a request, and clearing a chat for oneself.
extension Chats {
    var requestRoutes: [Route] {
        [
            .post("/chats/{username}/accept", accept), .post("/chats/{username}/decline", decline),
            .post("/chats/{username}/clear", clear), .post("/chats/{username}/restore", restore),
        ]
    }

    /// `POST /chats/{username}/accept`: both write freely from now on.
    func accept(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let chat = try site.database.write { database in
            let chat = try self.chat(database, context, for: viewer)
            guard let conversation = chat.membership?.conversation else { throw Failure.notFound }
            switch chat.permission {
            case .request:
                try ChatQueries.answer(database, conversation)
                notifyOfChange(database, chat, by: viewer)
            case .open: break
            case .new, .asked, .closed, .left: throw Failure.notFound
            }
            return chat
        }
        return context.redirect(to: ChatPaths.chat(chat.name), saying: "You can write to each other now.")
    }

    /// `POST /chats/{username}/decline`: the request is gone for who received it. Who asked learns nothing.
    func decline(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try clear(context, viewer, saying: "Deleted. They are not told.") { $0.permission == .request }
    }

    /// `POST /chats/{username}/clear`: the other one keeps everything.
    func clear(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try clear(context, viewer, saying: "Cleared for you.") { _ in true }
    }

    private func clear(
        _ context: RequestContext, _ viewer: Viewer, saying words: String, if fits: (Chat) -> Bool
    ) throws -> Response {
        let chat = try site.database.write { database in
            let chat = try self.chat(database, context, for: viewer)
            guard let membership = chat.membership, fits(chat) else { throw Failure.notFound }
            try ConversationQueries.clear(database, membership, by: viewer.id, at: context.now)
            try takeBackNotice(database, membership.conversation, of: viewer.id)
            broadcastToOwnPages(database, chat, by: viewer)
            return chat
        }
        return context.redirect(to: ChatPaths.chats, saying: words, undo: ChatPaths.restore(chat.name))
    }

    /// `POST /chats/{username}/restore`: takes back the last clearing for as long as *Undo* is offered.
    func restore(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (chat, isDone) = try site.database.write { database in
            let chat = try self.chat(database, context, for: viewer)
            guard let conversation = chat.membership?.conversation else { throw Failure.notFound }
            let isDone = try ConversationQueries.unclear(
                database, conversation, by: viewer.id, since: context.now - Flash.undoTime)
            if isDone { broadcastToOwnPages(database, chat, by: viewer) }
            return (chat, isDone)
        }
        return context.redirect(
            to: ChatPaths.chat(chat.name), saying: isDone ? "It’s back." : "That can’t be undone any more.")
    }
}

/// What open pages are told without a row.
extension Chats {
    /// Both ask for the messages again.
    func notifyOfChange(_ database: Writer, _ chat: Chat, by viewer: Viewer) {
        broadcastToOwnPages(database, chat, by: viewer)
        guard chat.permission != .left else { return }
        conversations.events.broadcast(database, "change", data: Chats.change(viewer.username), to: chat.other.id)
    }

    /// The viewer's own pages ask again.
    func broadcastToOwnPages(_ database: Writer, _ chat: Chat, by viewer: Viewer) {
        conversations.events.broadcast(database, "change", data: Chats.change(chat.name), to: viewer.id)
    }
}
