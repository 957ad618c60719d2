import Database
import Proximity
import Testing

@testable import App

extension TestSite {
    /// Sends a message as its form would; the key makes each another one.
    @discardableResult
    func write(_ text: String, from sender: String, to other: String) throws -> SentMessage {
        let key = Base64URL.encode(app.site.environment.randomBytes(15))
        let message = NewMessage(content: Message.Content(text: text), formKey: key)
        let author = try account(sender)
        return try app.site.database.write { try app.chats.send($0, message, to: other, from: author, at: now) }
    }

    /// The conversation of two people.
    func conversation(_ one: String, _ other: String) throws -> ID<Conversation> {
        let (one, other) = (try account(one), try account(other))
        return try #require(try app.site.database.read { try ChatQueries.stored($0, one, and: other)?.conversation })
    }

    /// So many new friends, friend0 first, to each of whom somebody has written, to the first of them last.
    func addChats(_ count: Int, of name: String) throws {
        let author = try account(name)
        try app.site.database.write { database in
            for number in 0..<count {
                let name = "friend\(number)"
                try database.execute(
                    """
                    INSERT INTO account
                      (id, username, username_folded, password, time_zone, units, theme, retention_h, receipts, created_at)
                    VALUES (\(900_000 + number), \(name), \(name), 'a hash that is long enough', 'UTC', 'metric', 'system',
                      24, 1, 1)
                    """)
                try FriendQueries.befriend(database, author, and: ID(rawValue: Int64(900_000 + number)), at: now)
                let message = NewMessage(content: .init(text: "Hi"), formKey: "\(number)")
                try app.chats.send(database, message, to: name, from: author, at: now - Double(number))
            }
        }
    }

    /// Somebody has read a chat to its end.
    func readAll(_ reader: String, with other: String) throws {
        let (conversation, reader) = (try conversation(reader, other), try account(reader))
        try app.site.database.write {
            try ConversationQueries.setRead($0, conversation, by: reader, through: 1_000_000)
        }
    }
}
