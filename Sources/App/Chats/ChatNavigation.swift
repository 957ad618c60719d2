import Database
import HTTP
import Proximity

/// The feature's links, and the count beside them.
extension Chats {
    var listRoutes: [Route] {
        [
            .get("/chats", showList), .get("/chats/new", showNew), .get("/chats/now", showUnread),
            .get("/settings/chats", showSettings), .post("/settings/chats", saveSettings),
        ]
    }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .bar, rank: 40, path: ChatPaths.chats, icon: "message-circle", words: "Chats",
                badge: { viewer in
                    // A page without its count is better than none.
                    let unread = try? unreadCounts.value(viewer.id, in: site.database, at: site.now) {
                        try ChatQueries.unreadCount($0, of: viewer.id)
                    }
                    return CountBadge(unread ?? 0, "unread", name: Chats.badge)
                }),
            NavigationEntry(
                slot: .settings, rank: 35, path: ChatPaths.settings, icon: "message-circle", words: "Chats"),
        ]
    }

    /// The name of the badge; chats-count.js looks for it.
    private static let badge = "chats"

    /// `GET /chats/now`: the count for open pages.
    func showUnread(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let unread = try site.database.read { try ChatQueries.unreadCount($0, of: viewer.id) }
        let badge = CountBadge(unread, "unread")
        return try context.json(Unread(unread: unread, text: badge.text, words: badge.words))
    }

    /// Tells the other pages of somebody who has read something that the count has changed.
    func broadcastCount(_ database: Writer, of reader: ID<Account>) {
        notices.events.broadcast(database, "change", data: #"{"part":"chats"}"#, to: reader)
    }

    private struct Unread: Encodable {
        let unread: Int
        let text: String
        let words: String
    }
}
