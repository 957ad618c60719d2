import Database
import Foundation
import HTTP
import Proximity

/// Choosing whom to send a card.
extension Chats {
    var shareRoutes: [Route] { [.get("/chats/to", showSharing)] }

    /// Most recent chats that are offered.
    private static let maxRecent = 8

    /// `GET /chats/to`; with nothing to send it is a new chat.
    func showSharing(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        if (context.query["card"] ?? "").isEmpty { return context.redirect(to: ChatPaths.new) }
        guard let path = conversations.storedCard(context.query["card"] ?? "") else { throw Failure.notFound }
        let search = context.query["q"].map { $0.trimmingCharacters(in: .whitespaces) }
        var errors = ValidationErrors()
        if let search, !Friends.isSearchable(search) { errors.add("q", Friends.shortSearch) }
        let isSearching = search != nil && errors["q"].isEmpty
        if isSearching { try site.throttles.attemptReading([(.search, "\(viewer.id)")], context.now) }
        let (makeCard, recent, friends, found) = try site.database.read { database in
            (
                try conversations.cards(database, at: [path], for: viewer, context.now)[path],
                try ChatQueries.recentPeople(database, of: viewer.id, limit: Chats.maxRecent),
                try self.friends.friends(database, of: viewer.id),
                isSearching ? try FriendQueries.search(database, search ?? "", viewer: viewer.id).map { $0.person } : []
            )
        }
        let others = friends.filter { friend in !recent.contains { $0.id == friend.id } }
        let rows = { (people: [Person]) in people.map { ShareRowPart($0, card: path) } }
        let page = ChatSharePage(
            frame: context.frame("Send in a chat", .chats), path: path, card: try makeCard?() ?? .hidden,
            search: search ?? "", isSearching: isSearching, found: rows(found), recent: rows(recent),
            friends: rows(others), errors: errors)
        return context.page(page)
    }
}

extension ChatQueries {
    /// The people in whose chats a person wrote or read last, without those whom they do not see and those who left.
    static func recentPeople(_ database: Reader, of viewer: ID<Account>, limit: Int) throws -> [Person] {
        try database.all(
            """
            SELECT \(Person.columns) FROM \(Conversation.states(of: viewer)) AS recent
            JOIN chat ON chat.conversation_id = recent.conversation_id
            JOIN \(Person.visible(to: viewer)) AS person
              ON person.id = CASE WHEN chat.low_id = \(viewer) THEN chat.high_id ELSE chat.low_id END
            WHERE NOT person.is_deleted AND (chat.request_from IS NULL OR chat.is_open = 1)
            ORDER BY recent.last_at DESC, recent.conversation_id LIMIT \(limit)
            """, Person.init)
    }
}

/// `GET /chats/to`
struct ChatSharePage {
    let frame: Frame
    /// Of the card.
    let path: String
    let card: CardPart
    let search: String
    let isSearching: Bool
    let found: [ShareRowPart]
    let recent: [ShareRowPart]
    let friends: [ShareRowPart]
    let errors: ValidationErrors
}

/// Somebody to whom a card can be sent.
struct ShareRowPart {
    let person: PersonPart
    /// The chat's form with the card in it.
    let path: String

    init(_ person: Person, card: String) {
        self.person = PersonPart(person)
        path = ChatPaths.chat(person.username, card: card)
    }
}
