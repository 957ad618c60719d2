import Database
import Proximity

/// One notice for each conversation, however many messages.
extension Chats: NoticeSource {
    /// Its subject is the conversation.
    static let messageNotice = "chat.message"
    private static let delayedNotice = "chats.notice"

    var noticeTopic: NoticeTopic { .chats }

    var noticeKinds: [NoticeKind] {
        [
            NoticeKind(
                name: Chats.messageNotice, icon: "message-circle", words: "Somebody writes to you",
                push: PushManner(group: .subject)
            ) {
                database, notices, account, _ in
                let conversations = notices.map { ID<Conversation>(rawValue: $0.subject) }
                let found = try ChatQueries.received(database, in: conversations, by: account)
                let tellsText = try ChatQueries.settings(database, of: account).tellsText
                let texts = notices.compactMap { notice -> (ID<Notice>, NoticeText)? in
                    guard let received = found[notice.subject], notice.isRead || received.isUnread else { return nil }
                    return (notice.id, Chats.text(received, tellsText: tellsText))
                }
                return Dictionary(uniqueKeysWithValues: texts)
            }
        ]
    }

    private static func text(_ received: ChatQueries.Received, tellsText: Bool) -> NoticeText {
        let name = received.sender.name
        let title = "\(name) \(received.isRequest ? "asks to write" : "wrote") to you"
        let words = received.words
        let mayLeave = tellsText && !received.isRequest && !words.isEmpty
        return NoticeText(
            title: title, path: ChatPaths.chat(received.sender.username), detail: words,
            outside: mayLeave ? "\(name): \(words)" : "")
    }

    /// Tells a person of a message, at once. While the chat is open on a screen of theirs, that may show it first.
    func announce(
        _ database: Writer, _ conversation: ID<Conversation>, to account: ID<Account>, from sender: ID<Account>,
        _ now: Timestamp
    ) throws {
        let waits = try conversations.delaysNotice(
            database, Chats.delayedNotice, of: conversation, to: account, from: sender, now)
        if !waits { try announceNow(database, conversation, to: account, from: sender, now) }
    }

    private func announceNow(
        _ database: Writer, _ conversation: ID<Conversation>, to account: ID<Account>, from sender: ID<Account>,
        _ now: Timestamp
    ) throws {
        try notices.announce(
            database, Chats.messageNotice, subject: conversation.rawValue, to: account, from: sender, isAgain: true, now
        )
    }

    var noticeJobs: [JobKind] {
        [
            conversations.delayedNotice(Chats.delayedNotice) { database, conversation, account, now in
                let found = try ChatQueries.received(database, in: [conversation], by: account)
                guard let received = found[conversation.rawValue], received.isUnread else { return }
                try announceNow(database, conversation, to: account, from: received.sender.id, now)
            }
        ]
    }

    /// Who has read a chat needs no notice of it.
    func markNoticeRead(
        _ database: Writer, _ conversation: ID<Conversation>, by account: ID<Account>, _ now: Timestamp
    ) throws {
        try notices.markRead(database, Chats.messageNotice, subject: conversation.rawValue, of: account, now)
    }

    /// What the notice is about is gone.
    func takeBackNotice(_ database: Writer, _ conversation: ID<Conversation>, of account: ID<Account>) throws {
        try notices.takeBack(database, Chats.messageNotice, subject: conversation.rawValue, of: account)
    }
}

extension ChatQueries {
    /// The newest message that somebody got in a chat.
    struct Received: Sendable {
        let sender: Person
        /// Whether its sender waits for an answer.
        let isRequest: Bool
        let isUnread: Bool
        /// The beginning of what it says, on one line; "" for nothing that may be said.
        let words: String
    }

    /// Longest beginning of a message in a notice, in characters.
    private static let longestWords = 120

    /// The newest messages of people whom the viewer sees, by conversation.
    static func received(
        _ database: Reader, in conversations: [ID<Conversation>], by viewer: ID<Account>
    ) throws -> [Int64: Received] {
        let rows: [(Int64, Received)] = try database.all(
            """
            SELECT chat.conversation_id AS conversation_id, \(Person.columns), received.is_unread AS is_unread,
              received.text AS text, received.has_photo AS has_photo, received.has_card AS has_card,
              chat.request_from = person.id AND NOT EXISTS (SELECT 1 FROM \(Person.friends(of: viewer)) AS friend
                WHERE friend.id = person.id) AS is_request
            FROM \(Conversation.received(conversations, by: viewer)) AS received
            JOIN chat ON chat.conversation_id = received.conversation_id
            JOIN \(Person.visible(to: viewer)) AS person ON person.id = received.sender_id
            """
        ) { row in
            let isRequest: Bool? = try row["is_request"]
            let text: String = try row["text"]
            let (hasPhoto, hasCard): (Bool, Bool) = (try row["has_photo"], try row["has_card"])
            let other = isRequest == true ? "" : hasPhoto ? "A photo" : hasCard ? "Something shared" : ""
            return (
                try row["conversation_id"],
                Received(
                    sender: try Person(row), isRequest: isRequest ?? false, isUnread: try row["is_unread"],
                    words: text.isEmpty ? other : beginning(text))
            )
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    private static func beginning(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > longestWords ? line.prefix(longestWords) + "…" : line
    }
}
