import Database
import Foundation
import HTTP
import Proximity
import Safeguards

/// The list of chats, and whom to write to.
extension Chats {
    /// Chats on a page of the list.
    static let listed = 100
    /// Requests above it; a page of their own has all.
    private static let requestsShown = 20
    /// Longest search, in characters.
    static let longestSearch = 200

    /// `GET /chats`
    func showList(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let search = String(
            (context.query["q"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines).prefix(Chats.longestSearch))
        if !search.isEmpty { return try showFound(context, viewer, search) }
        let cursor = Cursor(context.query["after"])
        let isRequests = context.query["requests"] == "all"
        let (requests, chats) = try site.database.read { database in
            func page(_ part: ChatQueries.Part, _ limit: Int) throws -> (chats: [ListedChat], next: Cursor?) {
                try ChatQueries.list(
                    database, part, of: viewer.id, after: cursor ?? .newest, limit: limit, today: today(context.now),
                    context.now)
            }
            let none: (chats: [ListedChat], next: Cursor?) = ([], nil)
            if isRequests { return (try page(.requests, Chats.listed), none) }
            return (cursor == nil ? try page(.requests, Chats.requestsShown) : none, try page(.chats, Chats.listed))
        }
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        var page = ChatListPage(frame: context.frame("Chats", .chats), isNewest: cursor == nil)
        page.requests = requests.chats.map { Chats.row($0, words) }
        page.chats = chats.chats.map { Chats.row($0, words) }
        page.hasMoreRequests = !isRequests && requests.next != nil
        let count = "\(requests.chats.count)\(requests.next == nil ? "" : "+")"
        page.requestsTitle = requests.chats.isEmpty ? "" : isRequests ? "Requests" : "Requests (\(count))"
        page.more = isRequests ? MorePart(ChatPaths.requests, requests.next) : MorePart(ChatPaths.chats, chats.next)
        return context.page(page, copiedAs: context.query.values.isEmpty ? .chats : nil)
    }

    /// A row that opens the chat.
    static func row(_ chat: ListedChat, _ words: RelativeTimeFormatter) -> ChatRowPart {
        ChatRowPart(chat, path: ChatPaths.chat(Chat.name(of: chat.other)), words)
    }

    /// `GET /chats/new`
    func showNew(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let typed = context.query["q"]
        let search = String((typed ?? "").trimmingCharacters(in: .whitespaces).prefix(Chats.longestSearch))
        var errors = ValidationErrors()
        if typed != nil && !Friends.isSearchable(search) {
            errors.add("q", "Type at least three characters of a name.")
        }
        let isSearching = typed != nil && errors.isEmpty
        if isSearching { try site.throttles.attemptReading([(.search, "\(viewer.id)")], context.now) }
        let people = try site.database.read { database in
            isSearching
                ? try friends.people(database, called: search, for: viewer.id)
                : try friends.friends(database, of: viewer.id)
        }
        let page = NewChatPage(
            frame: context.frame("New chat", .chats), search: search, errors: errors, isSearching: isSearching,
            people: people.map(PersonPart.init))
        return context.page(page)
    }
}
