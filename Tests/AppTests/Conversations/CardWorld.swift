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
}
