import Database
import HTML
import Proximity

/// `GET /chats`
struct ChatListPage {
    let frame: Frame
    /// The style sheet of chats on wide screens.
    let style: String
    /// What is searched for; "" for the list.
    var search = ""
    var list = ChatListPart()
    /// What a search found; nil for the list.
    var found: FoundChatsPart?
    var more: MorePart?
}

/// The list of chats: on its page, and beside an open one.
struct ChatListPart {
    /// What somebody asked whom the viewer has not answered, or the first of many.
    var requests: [ChatRowPart] = []
    /// Whether there are more requests than shown.
    var hasMoreRequests = false
    /// "Requests (2)"; "" for none.
    var requestsTitle = ""
    var chats: [ChatRowPart] = []
    /// Whether it begins with the newest on its own page: it renews itself when there is something new.
    var isLive = true

    var isEmpty: Bool { requests.isEmpty && chats.isEmpty }
}

extension ChatListPart {
    /// - Parameters:
    ///   - current: the chat that is open beside it.
    ///   - areAllRequests: whether it is the list of requests alone.
    init(
        _ listed: ListedChats, current: ID<Conversation>? = nil, areAllRequests: Bool = false, isLive: Bool,
        _ times: RelativeTimeFormatter
    ) {
        func rows(_ chats: [ListedChat]) -> [ChatRowPart] {
            chats.map { Chats.row($0, isCurrent: $0.conversation == current, times) }
        }
        let count = "\(listed.requests.chats.count)\(listed.requests.next == nil ? "" : "+")"
        self.init(
            requests: rows(listed.requests.chats), hasMoreRequests: !areAllRequests && listed.requests.next != nil,
            requestsTitle: listed.requests.chats.isEmpty ? "" : areAllRequests ? "Requests" : "Requests (\(count))",
            chats: rows(listed.chats.chats), isLive: isLive)
    }
}

/// The list of chats beside an open one. Narrow screens do not show it.
struct ChatSidePart {
    let list: ChatListPart
    let more: MorePart?
    /// The script that renews it.
    let script: String
}

/// A chat in the list: a link to it.
struct ChatRowPart {
    let id: String
    let path: String
    let name: String
    /// The username where the shown name is another one; otherwise "".
    let handle: String
    let avatar: AvatarPart
    /// "Active today"; "" for nothing.
    let presence: String
    /// "You: " before one's own words, otherwise "".
    let speaker: String
    let last: String
    let time: TimePart
    let unread: CountBadge
    /// Whether it is open beside the list: then it shows itself what is new in it.
    let isCurrent: Bool

    /// - Parameter path: what it opens.
    init(_ chat: ListedChat, path: String, isCurrent: Bool = false, _ times: RelativeTimeFormatter) {
        id = "\(chat.conversation)"
        self.path = path
        self.isCurrent = isCurrent
        let person = PersonPart(chat.other)
        (name, handle, avatar) = (person.name, person.isDeleted ? "" : person.handle, person.avatar)
        presence = chat.isActive ? Chats.activeToday : ""
        speaker = chat.last.isOwn ? "You: " : ""
        last = ChatRowPart.words(chat.last)
        time = TimePart(brief: chat.last.at, times)
        unread = CountBadge(isCurrent ? 0 : chat.unread, "unread")
    }

    /// The message in one line.
    private static func words(_ last: ListedChat.Last) -> String {
        if last.isDeleted { return "Deleted" }
        let line = last.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !line.isEmpty { return line }
        return last.hasPhoto ? "Photo" : last.hasSound ? "Voice message" : "Something shared"
    }
}

/// `GET /chats/new`
struct NewChatPage {
    let frame: Frame
    let search: String
    let errors: ValidationErrors
    /// Whether `people` were searched for.
    let isSearching: Bool
    /// The viewer's friends, or who was found.
    let people: [PersonPart]
}
