import Database
import HTTP
import Proximity

/// Deleting one's own message, for both.
extension Chats {
    var removalRoutes: [Route] { [.post("/chats/{username}/messages/{id}/delete", deleteMessage)] }

    /// `POST /chats/{username}/messages/{id}/delete`: also where one cannot write any more.
    func deleteMessage(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let chat = try site.database.write { database in
            let chat = try self.chat(database, context, viewer)
            let id = context.parameters["id"].flatMap { ID<Message>($0) }
            guard let conversation = chat.membership?.conversation, let id,
                try ConversationQueries.isSender(database, viewer.id, of: id, in: conversation)
            else { throw Failure.notFound }
            if try conversations.delete(database, id, in: conversation, by: viewer.id, context.now) {
                try takeBackNoticeIfRead(database, conversation, of: chat.other.id)
                tellOfChange(database, chat, viewer)
            }
            return chat
        }
        return context.redirect(to: ChatPaths.chat(chat.name), saying: "Deleted for both of you.")
    }

    /// Where nothing unread is left, there is nothing to tell of.
    private func takeBackNoticeIfRead(
        _ database: Writer, _ conversation: ID<Conversation>, of account: ID<Account>
    ) throws {
        if try ConversationQueries.endUnread(database, conversation, of: account) {
            try takeBackNotice(database, conversation, of: account)
        }
    }
}
