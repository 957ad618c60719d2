import Database
import Proximity

/// One notice for each conversation, however many messages.
extension Chats: NoticeSource {
    /// Its subject is the conversation.
    static let messageNotice = "chat.message"
    private static let delayedNotice = DelayedMessageNotice(job: "chats.notice")

    var noticeTopic: NoticeTopic { .chats }

    var noticeKinds: [NoticeKind] {
        [
            NoticeKind(
                name: Chats.messageNotice, icon: "message-circle", words: "Somebody writes to you",
                push: PushOptions(group: .subject), holds: .untilWritten
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
    func notify(
        _ database: Writer, _ conversation: ID<Conversation>, to account: ID<Account>, from sender: ID<Account>,
        at now: Timestamp
    ) throws {
        try Chats.delayedNotice.notify(database, of: conversation, to: account, now) {
            try notifyNow(database, conversation, to: account, from: sender, at: now)
        }
    }

    private func notifyNow(
        _ database: Writer, _ conversation: ID<Conversation>, to account: ID<Account>, from sender: ID<Account>,
        at now: Timestamp
    ) throws {
        try notices.notify(
            database, Chats.messageNotice, subject: conversation.rawValue, to: account, from: sender, isAgain: true,
            at: now
        )
    }

    var noticeJobs: [JobKind] {
        [
            Chats.delayedNotice.jobKind(on: site) { database, conversation, account, now in
                let found = try ChatQueries.received(database, in: [conversation], by: account)
                guard let received = found[conversation.rawValue], received.isUnread else { return }
                try notifyNow(database, conversation, to: account, from: received.sender.id, at: now)
            }
        ]
    }

    /// Who has read a chat needs no notice of it.
    func markNoticeRead(
        _ database: Writer, _ conversation: ID<Conversation>, by account: ID<Account>, at now: Timestamp
    ) throws {
        try notices.markRead(database, Chats.messageNotice, subject: conversation.rawValue, of: account, at: now)
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
    private static let maxWordsLength = 120

    /// The newest messages of people whom the viewer sees, by conversation.
    static func received(
        _ database: Reader, in conversations: [ID<Conversation>], by viewer: ID<Account>
    ) throws -> [Int64: Received] {
        let rows: [(Int64, Received)] = try database.all(
            """
            SELECT chat.conversation_id AS conversation_id, \(Person.columns), received.is_unread AS is_unread,
              received.text AS text, received.has_photo AS has_photo, received.has_sound AS has_sound,
              received.has_card AS has_card,
              chat.request_from = person.id AND NOT EXISTS (SELECT 1 FROM \(Person.friends(of: viewer)) AS friend
                WHERE friend.id = person.id) AS is_request
            FROM \(Conversation.received(conversations, by: viewer)) AS received
            JOIN chat ON chat.conversation_id = received.conversation_id
            JOIN \(Person.visible(to: viewer)) AS person ON person.id = received.sender_id
            """
        ) { row in
            let isRequest: Bool? = try row["is_request"]
            let text: String = try row["text"]
            let other = isRequest == true ? "" : try thing(row)
            return (
                try row["conversation_id"],
                Received(
                    sender: try Person(row), isRequest: isRequest ?? false, isUnread: try row["is_unread"],
                    words: text.isEmpty ? other : beginning(text))
            )
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// What a message without words is; "" for nothing that may be said.
    private static func thing(_ row: Row) throws -> String {
        let (hasPhoto, hasSound): (Bool, Bool) = (try row["has_photo"], try row["has_sound"])
        let hasCard: Bool = try row["has_card"]
        return hasPhoto ? "A photo" : hasSound ? "A voice message" : hasCard ? "Something shared" : ""
    }

    private static func beginning(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > maxWordsLength ? line.prefix(maxWordsLength) + "…" : line
    }
}
