import Database
import HTTP
import Proximity

/// Searching chats: for people by name, and for words in messages.
extension Chats {
    /// Most people that a search shows.
    private static let maxPeople = 20
    /// Chats that are searched, those with the newest messages.
    private static let maxSearched = 1_000

    /// `GET /chats?q=`
    func showFound(_ context: RequestContext, _ viewer: Viewer, search: String) throws -> Response {
        try site.throttles.attemptReading([(.textSearch, "\(viewer.id)")], context.now)
        let searched = SearchWords.searched(search)
        let (chats, friends, found) = try site.database.read { database in
            let chats = try ChatQueries.list(
                database, .all, of: viewer.id, limit: Chats.maxSearched, today: today(context.now), at: context.now
            ).chats
            let places = chats.map {
                MessageSearch.Place(
                    conversation: $0.conversation, lastNumber: $0.last.number, clearedNumber: $0.clearedNumber,
                    lastAt: $0.last.at)
            }
            let messages = try MessageSearch(words: searched, places: places, member: viewer.id).found(database)
            return (chats, try self.friends.friends(database, of: viewer.id), messages)
        }
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let others = Dictionary(uniqueKeysWithValues: chats.map { ($0.conversation, $0.other) })
        let people = Chats.people(searched, among: chats.map { $0.other } + friends)
        let part = FoundChatsPart(
            people: people.prefix(Chats.maxPeople).map { (PersonPart($0), ChatPaths.chat(Chat.name(of: $0))) },
            messages: found.messages.compactMap { message in
                others[message.conversation].map {
                    FoundMessagePart(message, with: $0, searched: searched, times: times)
                }
            },
            isCut: found.isCut)
        let page = ChatListPage(
            frame: context.frame("Search chats", .chats), style: chatStyle, search: search, found: part)
        return context.page(page)
    }

    /// Those of some people in whose names each word begins a word. Somebody who left has no name.
    static func people(_ words: [String], among people: [Person]) -> [Person] {
        guard !words.isEmpty else { return [] }
        var seen: Set<ID<Account>> = []
        return people.filter { person in
            guard !person.isDeleted, !seen.contains(person.id) else { return false }
            let name = SearchWords.words("\(person.username) \(person.displayName ?? "")")
            let isFound = words.allSatisfy { word in name.contains { $0.hasPrefix(word) } }
            if isFound { seen.insert(person.id) }
            return isFound
        }
    }
}

/// What a search found.
struct FoundChatsPart {
    let people: [(person: PersonPart, path: String)]
    let messages: [FoundMessagePart]
    /// Whether there may be more messages than shown.
    let isCut: Bool

    var isEmpty: Bool { people.isEmpty && messages.isEmpty }
}

/// A message that was found: a link to it in its chat.
struct FoundMessagePart {
    let path: String
    let name: String
    let avatar: AvatarPart
    /// "You: " before one's own words, otherwise "".
    let speaker: String
    let excerpt: Excerpt
    let time: TimePart

    init(_ message: FoundMessage, with other: Person, searched: [String], times: RelativeTimeFormatter) {
        path = ChatPaths.message(Chat.name(of: other), message.number)
        let person = PersonPart(other)
        (name, avatar) = (person.name, person.avatar)
        speaker = message.isOwn ? "You: " : ""
        excerpt = Excerpt(message.text, searched)
        time = TimePart(brief: message.createdAt, times)
    }
}

/// The part of a text around the first of the words that were searched for.
struct Excerpt: Sendable, Equatable {
    /// A piece of it; the words are marked.
    struct Piece: Sendable, Equatable {
        let text: String
        let isMarked: Bool
    }

    let pieces: [Piece]

    /// Characters before the first word, and in all.
    private static let (before, length) = (40, 160)
    /// Most words that are marked.
    private static let maxMarked = 8

    init(_ text: String, _ searched: [String]) {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let first = SearchWords.ranges(searched, in: line[...], most: 1).first?.lowerBound ?? line.startIndex
        let begin = line.index(first, offsetBy: -Excerpt.before, limitedBy: line.startIndex) ?? line.startIndex
        let end = line.index(begin, offsetBy: Excerpt.length, limitedBy: line.endIndex) ?? line.endIndex
        // A first word that is cut is left out.
        let isCut = begin > line.startIndex
        let start = isCut ? line[begin..<first].firstIndex(of: " ").map { line.index(after: $0) } ?? begin : begin
        var pieces = isCut ? [Piece(text: "…", isMarked: false)] : []
        var rest = line[start..<end]
        for range in SearchWords.ranges(searched, in: rest, most: Excerpt.maxMarked) {
            pieces.append(Piece(text: String(rest[..<range.lowerBound]), isMarked: false))
            pieces.append(Piece(text: String(rest[range]), isMarked: true))
            rest = rest[range.upperBound...]
        }
        pieces.append(Piece(text: rest + (end < line.endIndex ? "…" : ""), isMarked: false))
        self.pieces = pieces.filter { !$0.text.isEmpty }
    }
}
