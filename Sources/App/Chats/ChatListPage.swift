import HTML
import Proximity

/// `GET /chats`
struct ChatListPage {
    let frame: Frame
    /// What is searched for; "" for the list.
    var search = ""
    /// What somebody asked whom the viewer has not answered, or the first of many.
    var requests: [ChatRowPart] = []
    /// Whether there are more requests than shown.
    var hasMoreRequests = false
    /// "Requests (2)"; "" for none.
    var requestsTitle = ""
    var chats: [ChatRowPart] = []
    /// What a search found; nil for the list.
    var found: FoundChatsPart?
    /// Whether the list begins with the newest: it renews itself when there is something new.
    var isNewest = true
    var more: MorePart?

    var isEmpty: Bool { requests.isEmpty && chats.isEmpty }
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

    /// - Parameter path: what it opens.
    init(_ chat: ListedChat, path: String, _ words: RelativeTimeFormatter) {
        id = "\(chat.conversation)"
        self.path = path
        let person = PersonPart(chat.other)
        (name, handle, avatar) = (person.name, person.isDeleted ? "" : person.handle, person.avatar)
        presence = chat.isActive ? Chats.activeToday : ""
        speaker = chat.last.isOwn ? "You: " : ""
        last = ChatRowPart.words(chat.last)
        time = TimePart(brief: chat.last.at, words)
        unread = CountBadge(chat.unread, "unread")
    }

    /// The message in one line.
    private static func words(_ last: ListedChat.Last) -> String {
        if last.isDeleted { return "Deleted" }
        let line = last.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !line.isEmpty { return line }
        return last.hasPhoto ? "Photo" : "Something shared"
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
