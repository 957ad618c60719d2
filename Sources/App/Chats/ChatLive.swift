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
        let shown = try site.database.read { try read($0, context, viewer, range) }
        try follow(shown, context, viewer)
        return context.page(
            try MessageListPart(shown.page, setting(shown, context, viewer), after: shown.previous))
    }

    /// Keeps whether an open page shows the chat, and what was read on it.
    private func follow(_ shown: ShownChat, _ context: RequestContext, _ viewer: Viewer) throws {
        guard context.isLookedAt, let conversation = shown.chat.membership?.conversation,
            let isViewed = context.query["viewed"].map({ $0 == "1" })
        else { return }
        let until = isViewed ? context.now + Conversations.viewedFor : context.now
        try site.writeIfPossible {
            try ConversationQueries.setViewed($0, conversation, by: viewer.id, until: until)
        }
        guard isViewed, let last = shown.page.messages.last?.number else { return }
        try markRead(shown.chat, through: last, context, viewer)
    }

    /// Keeps that the viewer has read a chat up to a message. The other one learns it if both want that and the chat is
    /// open: who looks at a request tells nothing.
    func markRead(_ chat: Chat, through number: Int64, _ context: RequestContext, _ viewer: Viewer) throws {
        guard context.isLookedAt, let conversation = chat.membership?.conversation else { return }
        let isSeen = viewer.receipts && chat.standing == .open
        let isNews = try site.database.read { database in
            guard let reading = try ConversationQueries.reading(database, conversation, by: viewer.id) else {
                return false
            }
            return reading.readNumber < number || reading.isUnread || (isSeen && reading.seenNumber < number)
        }
        guard isNews else { return }
        try site.writeIfPossible { database in
            try keepRead(
                database, chat, through: number, by: (viewer.id, viewer.username), isSeen: isSeen, context.now)
        }
    }

    /// Keeps that somebody has read a chat up to a message, in the caller's transaction.
    ///
    /// - Parameter isSeen: whether they let the other one know it.
    func keepRead(
        _ database: Writer, _ chat: Chat, through number: Int64, by reader: (id: ID<Account>, username: String),
        isSeen: Bool, _ now: Timestamp
    ) throws {
        guard let membership = chat.membership else { return }
        let conversation = membership.conversation
        try ConversationQueries.setRead(database, conversation, by: reader.id, through: number)
        tellCount(database, of: reader.id)
        if number >= membership.lastNumber { try markNoticeRead(database, conversation, by: reader.id, now) }
        // Asked again: it may just have ended.
        guard isSeen, try ChatQueries.chat(database, with: chat.name, for: reader.id)?.standing == .open,
            try ConversationQueries.setSeen(database, conversation, by: reader.id, through: number)
        else { return }
        try tellSeen(database, by: reader.username, to: chat.other.id)
    }

    /// Tells the other one's open pages that somebody has read, if they want to know such things.
    private func tellSeen(_ database: Writer, by reader: String, to other: ID<Account>) throws {
        guard try ChatQueries.wantsReceipts(database, other) else { return }
        notices.events.pass(database, "change", Chats.change(reader), to: other)
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
