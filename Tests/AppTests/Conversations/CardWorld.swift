import Database
import Proximity
import Testing

@testable import App

extension TestSite {
    /// A person as a request of theirs knows them.
    func viewer(_ name: String) throws -> Viewer {
        Viewer(
            id: try account(name), username: name, session: ID(rawValue: 1), timeZone: .gmt, units: .metric,
            theme: .system, receipts: true, retentionHours: 24, isAdministrator: false, sharesArea: false)
    }

    /// The message that a form's key sent.
    func message(_ key: String) throws -> (id: ID<Message>, conversation: ID<Conversation>) {
        let found = try app.site.database.read {
            try $0.first("SELECT id, conversation_id FROM message WHERE submission = \(key)") {
                (try $0["id"] as ID<Message>, try $0["conversation_id"] as ID<Conversation>)
            }
        }
        return try #require(found)
    }

    /// What a message shows a person of the thing at a path.
    func card(at path: String, for name: String) throws -> CardPart {
        let viewer = try viewer(name)
        let makers = try app.site.database.read { try app.conversations.cards($0, at: [path], for: viewer, now) }
        return try #require(try makers[path]?())
    }

    /// The card as text, to compare it to the byte.
    func cardText(at path: String, for name: String) throws -> String {
        String(describing: try card(at: path, for: name))
    }
}
