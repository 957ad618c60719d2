import Database
import HTTP
import Proximity

/// “… is writing”: told to a friend who has the same chat open. Nothing of it is stored.
extension Chats {
    var writingRoutes: [Route] { [.post("/chats/{username}/writing", tellWriting)] }

    /// `POST /chats/{username}/writing`: the viewer is writing. The answer never says whether anybody was told.
    func tellWriting(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let counter: Throttles.Counter = (.writing, "\(viewer.id)")
        if let seconds = writingLimiter.attempt([counter], now: context.now.milliseconds) {
            throw Failure.tooMany(retryAfter: seconds)
        }
        let (chat, isShown) = try site.database.read { database in
            let chat = try self.chat(database, context, for: viewer)
            return (chat, try showsWriting(database, of: viewer, in: chat, context.now))
        }
        if isShown { notices.events.broadcast("change", Chats.writing(viewer.username), to: chat.other.id) }
        return context.finished(Response(status: .noContent))
    }

    /// Whether the other one may see that the viewer is writing: they are friends who both tell how far they read, and
    /// both have the chat open now. So nobody learns by it that somebody is here who would not see the same of them.
    private func showsWriting(
        _ database: Reader, of viewer: Viewer, in chat: Chat, _ now: Timestamp
    ) throws -> Bool {
        guard viewer.receipts, chat.permission == .open, let conversation = chat.membership?.conversation else {
            return false
        }
        let other = chat.other.id
        return try FriendQueries.areFriends(database, viewer.id, and: other)
            && ChatQueries.wantsReceipts(database, other)
            && ConversationQueries.isViewed(database, conversation, by: viewer.id, at: now)
            && ConversationQueries.isViewed(database, conversation, by: other, at: now)
    }

    /// The data of the event `change` that says that the person of this name is writing. The page asks for nothing: it
    /// shows a line for a few seconds.
    static func writing(_ name: String) -> String { #"{"part":"writing-\#(name)"}"# }
}
