import Database
import Proximity

/// Examples of the list of chats, of its search and of the settings.
enum ChatListExamples {
    static let all: [GalleryExample] = [
        .page("usual") { page($0, usual($0)) },
        .page("requests") { gallery in
            var view = page(gallery, usual(gallery))
            view.list.requests = [
                row(
                    gallery, "ville", displayName: "Ville Saari", text: "Is the bench by the water yours?", unread: 1,
                    hours: 3),
                row(gallery, "elias", displayName: nil, text: GalleryContext.longText, unread: 1, hours: 50),
            ]
            view.list.requestsTitle = "Requests (2)"
            return view
        },
        .page("long names") { page($0, long($0)) },
        .page("many") { gallery in
            var view = page(
                gallery,
                (1...100).map { row(gallery, "leena", displayName: nil, text: "On my way", hours: Double($0) * 9) })
            view.more = MorePart(ChatPaths.chats, Cursor(time: gallery.ago(900), id: 1))
            return view
        },
        .page("none") { page($0, []) },
        .page("found") { search($0, found($0)) },
        .page("nothing found") { search($0, FoundChatsPart(people: [], messages: [], isCut: false)) },
        .page("usual") { new($0, [$0.person("mikko"), $0.person("noor_h", called: GalleryContext.arabicName)]) },
        .page("no friends") { new($0, []) },
        .page("nobody found") { new($0, [], search: "wilma") },
        .page("wrong") { new($0, [$0.person("mikko")], search: "w", isWrong: true) },
        .page("usual") { ChatSettingsPage($0.frame("Chats", .settings), ChatSettings()) },
        .part("usual") { ChatListPart(chats: usual($0)) },
        .part("usual", style: "chats") { side($0) },
        .part("none", style: "chats") { gallery in
            ChatSidePart(
                list: ChatListPart(isLive: false), more: nil, script: gallery.frame("").pageScript("chat-side"))
        },
        .part("open", style: "chats") {
            row($0, "mikko", displayName: nil, text: "See you there", unread: 3, hours: 1, isCurrent: true)
        },
        .part("unread") { row($0, "mikko", displayName: nil, text: "See you there", unread: 3, hours: 1) },
        .part("active today") { row($0, "mikko", displayName: nil, text: "See you there", hours: 1, isActive: true) },
        .part("found") { found($0) },
        .part("three") { _ in CountBadge(3, "unread") },
        .part("more than can be counted") { _ in CountBadge(100, "unread") },
        .part("excerpt") { _ in Excerpt("The third bench, by the fountain. \(GalleryContext.longText)", ["bench"]) },
    ]

    /// The style sheet of chats on wide screens.
    static func style(_ gallery: GalleryContext) -> String { gallery.site.assets.pageStyles["chats"] ?? "" }

    /// The list beside an open chat.
    static func side(_ gallery: GalleryContext) -> ChatSidePart {
        let open = [
            row(
                gallery, "leena", displayName: "Leena", text: "At the bridge.", hours: 0.1, isOwn: true, isCurrent: true
            )
        ]
        return ChatSidePart(
            list: ChatListPart(chats: open + usual(gallery).filter { $0.name != "leena" }, isLive: false),
            more: MorePart(ChatPaths.chats, Cursor(time: gallery.ago(900), id: 1)),
            script: gallery.frame("").pageScript("chat-side"))
    }

    private static func page(_ gallery: GalleryContext, _ chats: [ChatRowPart]) -> ChatListPage {
        ChatListPage(frame: gallery.frame("Chats", .chats), style: style(gallery), list: ChatListPart(chats: chats))
    }

    private static func search(_ gallery: GalleryContext, _ found: FoundChatsPart) -> ChatListPage {
        ChatListPage(
            frame: gallery.frame("Search chats", .chats), style: style(gallery), search: "bench", found: found)
    }

    private static func found(_ gallery: GalleryContext) -> FoundChatsPart {
        let person = gallery.person("leena", called: "Leena Bench")
        let texts = [
            "The third bench, by the fountain.", "\(GalleryContext.longText) Bench! \(GalleryContext.longText)",
        ]
        return FoundChatsPart(
            people: [(PersonPart(person), ChatPaths.chat(person.username))],
            messages: texts.enumerated().map { number, text in
                let message = FoundMessage(
                    conversation: ID(rawValue: 1), number: Int64(number + 1), isOwn: number == 1, text: text,
                    createdAt: gallery.ago(30 * Double(number)))
                return FoundMessagePart(message, with: person, searched: ["bench"], times: gallery.times)
            }, isCut: true)
    }

    private static func new(
        _ gallery: GalleryContext, _ people: [Person], search: String = "", isWrong: Bool = false
    ) -> NewChatPage {
        var errors = ValidationErrors()
        if isWrong { errors.add("q", Friends.shortSearch) }
        return NewChatPage(
            frame: gallery.frame("New chat", .chats), search: search, errors: errors,
            isSearching: !search.isEmpty && !isWrong, people: people.map(PersonPart.init))
    }

    private static func usual(_ gallery: GalleryContext) -> [ChatRowPart] {
        [
            row(
                gallery, "mikko", displayName: "Mikko Virtanen", text: "See you at the fountain", unread: 3, hours: 0.2,
                isActive: true),
            row(
                gallery, "leena", displayName: nil, text: "You found it! I wasn’t sure that anybody would look there.",
                hours: 20,
                isOwn: true),
            row(gallery, "sofia", displayName: nil, text: "", hours: 70),
            row(
                gallery, "noor_h", displayName: GalleryContext.arabicName, text: GalleryContext.arabic, unread: 120,
                hours: 300),
        ]
    }

    private static func long(_ gallery: GalleryContext) -> [ChatRowPart] {
        [
            row(
                gallery, GalleryContext.longName, displayName: GalleryContext.longDisplayName,
                text: GalleryContext.longWord, unread: 120,
                hours: 9_000, isActive: true),
            row(gallery, GalleryContext.longName, displayName: nil, text: GalleryContext.emoji, hours: 30),
            row(gallery, "noor_h", displayName: nil, text: GalleryContext.hebrew, hours: 30, isOwn: true),
        ]
    }

    private static func row(
        _ gallery: GalleryContext, _ name: String, displayName: String?, text: String, unread: Int = 0,
        hours: Double, isOwn: Bool = false, isActive: Bool = false, isCurrent: Bool = false
    ) -> ChatRowPart {
        let id = Int64(hours * 1_000) + Int64(text.utf8.count)
        let chat = ListedChat(
            conversation: ID(rawValue: id), other: gallery.person(name, called: displayName),
            last: .init(
                number: 1, isOwn: isOwn, text: text, hasPhoto: text.isEmpty, hasSound: false, isDeleted: false,
                at: gallery.ago(hours)),
            unread: unread, isActive: isActive, clearedNumber: 0)
        return Chats.row(chat, isCurrent: isCurrent, gallery.times)
    }
}
