import Database
import HTTP
import Proximity

/// What a chat's open page asks for: messages that came meanwhile, and older ones. It also says how far they are read.
extension Chats {
    var liveRoutes: [Route] { [.get("/chats/{username}/messages", showMessages)] }

    /// `GET /chats/{username}/messages`: the messages `after`, `from` or `before` a number, the last ones without.
    /// `viewed=1`: somebody looks at them now; `viewed=0`: nobody any more.
    func showMessages(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let range = MessageRange(context.query)
        let shown = try site.database.read { try read($0, context, for: viewer, range: range) }
        if try conversations.follow(shown.chat.membership?.conversation, in: context, for: viewer),
            let last = shown.messages.page.messages.last?.number
        {
            try markRead(shown.chat, through: last, in: context, for: viewer)
        }
        return context.page(
            try MessageListPart(
                shown.messages.page, setting(shown, in: context, for: viewer), after: shown.messages.previous))
    }

    /// Keeps that the viewer has read a chat up to a message. The other one learns it if both want that and the chat is
    /// open: who looks at a request tells nothing.
    func markRead(_ chat: Chat, through number: Int64, in context: RequestContext, for viewer: Viewer) throws {
        let isSeen = viewer.receipts && chat.permission == .open
        try conversations.markRead(chat.membership, through: number, isSeen: isSeen, in: context, for: viewer) {
            database, isAll in
            broadcastCount(database, of: viewer.id)
            guard let conversation = chat.membership?.conversation else { return }
            if isAll { try markNoticeRead(database, conversation, by: viewer.id, at: context.now) }
            // Asked again: it may just have ended.
            guard isSeen, try ChatQueries.chat(database, with: chat.name, for: viewer.id)?.permission == .open,
                try ConversationQueries.setSeen(database, conversation, by: viewer.id, through: number)
            else { return }
            try broadcastSeen(database, viewer, to: chat.other.id)
        }
    }

    /// Tells the other one's open pages that the viewer has read, if they want to know such things.
    private func broadcastSeen(_ database: Writer, _ viewer: Viewer, to other: ID<Account>) throws {
        guard try ChatQueries.wantsReceipts(database, other) else { return }
        notices.events.broadcast(database, "change", data: Chats.change(viewer.username), to: other)
    }

    /// The data of the event `change` for the open pages of the chat with the person of this name.
    static func change(_ name: String) -> String { #"{"part":"chat-\#(name)"}"# }
}

extension MessageRange {
    /// What the query of an address asks for.
    init(_ query: FormFields) {
        func number(_ field: String) -> Int64? {
            InputNumber.whole(query[field], in: 0...1_000_000_000).map { Int64($0) }
        }
        if let after = number("after") {
            self = .from(after + 1)
        } else if let first = number("from") {
            self = .from(first)
        } else if let before = number("before") {
            self = .before(before)
        } else {
            self = .last
        }
    }
}

extension ChatQueries {
    /// Whether a person lets others know what they have read, and so learns it of others.
    static func wantsReceipts(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try database.exists(
            "SELECT 1 FROM \(Account.receipts) AS person WHERE person.id = \(account) AND person.receipts = 1")
    }
}
