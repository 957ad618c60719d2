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
    static let maxSearchLength = 200

    /// `GET /chats`
    func showList(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let search = String(
            (context.query["q"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines).prefix(Chats.maxSearchLength))
        if !search.isEmpty { return try showFound(context, viewer, search: search) }
        let cursor = Cursor(context.query["after"])
        let isRequests = context.query["requests"] == "all"
        let listed = try site.database.read { database in
            try isRequests
                ? ListedChats(
                    requests: stored(
                        database, .requests, of: viewer.id, after: cursor, limit: Chats.listed, at: context.now))
                : listedChats(database, of: viewer.id, after: cursor, context.now)
        }
        var page = ChatListPage(frame: context.frame("Chats", .chats), style: chatStyle)
        page.list = ChatListPart(
            listed, areAllRequests: isRequests, isLive: cursor == nil,
            RelativeTimeFormatter(viewer.timeZone, now: context.now))
        page.more =
            isRequests
            ? MorePart(ChatPaths.requests, listed.requests.next) : MorePart(ChatPaths.chats, listed.chats.next)
        return context.page(page)
    }

    /// The page of the list after a cursor; without one the first, which begins with requests.
    func listedChats(
        _ database: Reader, of viewer: ID<Account>, after cursor: Cursor? = nil, _ now: Timestamp
    ) throws -> ListedChats {
        var listed = ListedChats()
        if cursor == nil {
            listed.requests = try stored(
                database, .requests, of: viewer, after: nil, limit: Chats.requestsShown, at: now)
        }
        listed.chats = try stored(database, .chats, of: viewer, after: cursor, limit: Chats.listed, at: now)
        return listed
    }

    private func stored(
        _ database: Reader, _ part: ChatQueries.Part, of viewer: ID<Account>, after cursor: Cursor?, limit: Int,
        at now: Timestamp
    ) throws -> ListedChats.Page {
        try ChatQueries.list(database, part, of: viewer, after: cursor, limit: limit, today: today(now), at: now)
    }

    /// The style sheet of chats on wide screens, where the list stands beside a chat.
    var chatStyle: String { site.assets.pageStyles["chats"] ?? "" }

    /// A row that opens the chat.
    static func row(_ chat: ListedChat, isCurrent: Bool = false, _ times: RelativeTimeFormatter) -> ChatRowPart {
        ChatRowPart(chat, path: ChatPaths.chat(Chat.name(of: chat.other)), isCurrent: isCurrent, times)
    }

    /// `GET /chats/new`
    func showNew(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let typed = context.query["q"]
        let search = String((typed ?? "").trimmingCharacters(in: .whitespaces).prefix(Chats.maxSearchLength))
        var errors = ValidationErrors()
        if typed != nil && !Friends.isSearchable(search) {
            errors.add("q", Friends.shortSearch)
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
