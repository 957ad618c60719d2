import Database
import Proximity
import Testing

@testable import App

extension TestSite {
    /// Sends a message as its form would; the key makes each another one.
    @discardableResult
    func write(_ text: String, from sender: String, to other: String) throws -> SentMessage {
        let key = Base64URL.encode(app.site.environment.randomBytes(15))
        let message = NewMessage(content: Message.Content(text: text), submission: key)
        let author = try account(sender)
        return try app.site.database.write { try app.chats.send($0, message, to: other, from: author, now) }
    }

    /// The conversation of two people.
    func conversation(_ one: String, _ other: String) throws -> ID<Conversation> {
        let (one, other) = (try account(one), try account(other))
        return try #require(try app.site.database.read { try ChatQueries.stored($0, one, other)?.conversation })
    }

    /// Somebody has read a chat to its end.
    func readAll(_ reader: String, with other: String) throws {
        let (conversation, reader) = (try conversation(reader, other), try account(reader))
        try app.site.database.write {
            try ConversationQueries.setRead($0, conversation, by: reader, through: 1_000_000)
        }
    }
}
